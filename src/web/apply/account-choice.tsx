import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { call } from '../api.ts';
import type { FieldBinding } from '../forms/use-form.ts';
import type { Profile } from '../profile.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { FailureOf } from '../shell/failure-line.tsx';
import { initialChoice } from './bank-form.ts';
import { ChoiceList, another, chosenIndex } from './choice-list.tsx';
import { profileUpdates } from './profile-updates.ts';
import { forgetAccountInProposal } from './proposal-notes.ts';
import { bankTexts as texts } from './texts.ts';

/** Stored accounts, with the option to remove the chosen one, and 'another one'. */
export function AccountChoice({ binding, banks }: { binding: FieldBinding; banks: Profile['banks'] }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const index = chosenIndex(binding.value, banks.length);
  const chosen = index === null ? undefined : banks[index];

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
      <ChoiceList
        binding={binding}
        legend={texts.choose}
        choices={[
          ...banks.map((account, place) => ({
            value: String(place),
            title: account.bankName || texts.alias,
            text: account.accountNumber,
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
