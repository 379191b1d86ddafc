import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import type { FieldBinding } from '../forms/use-form.ts';
import { loansQuery } from '../loan/loan-query.ts';
import { type Profile, useProfile } from '../profile.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { FailureOf } from '../shell/failure-line.tsx';
import { initialChoice, refusedAccount } from './bank-form.ts';
import { ChoiceList, another, chosenIndex } from './choice-list.tsx';
import { profileUpdates } from './profile-updates.ts';
import { forgetAccountInProposal } from './proposal-notes.ts';
import { bankTexts as texts } from './texts.ts';

/** {@link refusedAccount}, once the loans have loaded. */
function useRefusedAccount(banks: Profile['banks']): string | undefined {
  const { loans } = useProfile();
  const { data } = useQuery({ ...loansQuery, enabled: loans > 0 });
  return refusedAccount(banks, data);
}

/** Stored accounts, with the option to remove the chosen one, and 'another one'. */
export function AccountChoice({ binding, banks }: { binding: FieldBinding; banks: Profile['banks'] }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const index = chosenIndex(binding.value, banks.length);
  const chosen = index === null ? undefined : banks[index];
  const refused = useRefusedAccount(banks);
  const avoid = useEffectEvent(() => {
    if (chosen?.accountNumber === refused) binding.onValue(initialChoice(banks, null, refused));
  });
  // Only once it is known: the person may still choose it.
  useEffect(() => {
    if (refused !== undefined) avoid();
  }, [refused]);

  async function remove(accountNumber: string): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const { model, messages } = await call('DELETE /api/bank-accounts', { query: { accountNumber } });
      forgetAccountInProposal(accountNumber);
      profileUpdates.bankAccountsLeft(model);
      binding.onValue(initialChoice(model, null));
      snackbar.show({ kind: 'success', message: messages.join('\n') });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {refused !== undefined && <Notice tone="late">{texts.refusedNote}</Notice>}
      <ChoiceList
        binding={binding}
        legend={texts.choose}
        choices={[
          ...banks.map((account, place) => ({
            value: String(place),
            title: account.bankName || texts.alias,
            text:
              account.accountNumber === refused
                ? texts.refusedAccount(account.accountNumber)
                : account.accountNumber,
          })),
          { value: another, title: texts.other, text: texts.otherText },
        ]}
      />
      {chosen && (
        <Button kind="text" busy={busy} onClick={() => void remove(chosen.accountNumber)}>
          {texts.remove}
        </Button>
      )}
      <FailureOf error={failure} />
    </>
  );
}
