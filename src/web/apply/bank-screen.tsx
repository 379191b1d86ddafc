import { useMemo } from 'react';
import { maskBankAccount, maskCuit } from '../../countries/masks.ts';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { useProfile } from '../profile.ts';
import { readProposal } from '../proposal.ts';
import { snackbar } from '../shell/snackbar-store.ts';
import { Card } from '../ui/card.tsx';
import { AccountChoice } from './account-choice.tsx';
import { ApplyScreen } from './apply-screen.tsx';
import { asksLegalNumber, bankRules, type BankValues, type Binder, initialChoice } from './bank-form.ts';
import { chosenIndex } from './existing-choice.ts';
import { askLoginAgain } from './login-again.ts';
import { profileUpdates } from './profile-updates.ts';
import { accountInProposal, noteInProposal } from './proposal-notes.ts';
import { bankTexts as texts } from './texts.ts';
import { underField } from './under-field.ts';
import { useRejections } from './use-rejections.ts';
import { useStep } from './use-step.ts';

/** Step 3 of Argentina: where the loan is paid into (A §2.8). */
export function BankScreen() {
  const pack = useCountry();
  const profile = useProfile();
  const step = useStep('bank', profile);
  const rejected = useRejections();
  const rules = useMemo(() => bankRules(pack, profile), [pack, profile]);
  const form = useForm<BankValues>({
    initial: { choice: initialChoice(profile.banks, readProposal()), account: '', legal_number: '' },
    rules,
    wireNames: { account: 'accountNumber', legal_number: 'holderIdentityNumber' },
    draft: `bank.${profile.hash}`,
    onSubmit: save,
    onFailure: (error) => {
      track('bank_rejected');
      if (askLoginAgain(error)) return true;
      rejected(error);
      return false;
    },
  });

  async function save(values: BankValues) {
    const index = chosenIndex(values.choice, profile.banks.length);
    const account = (index === null ? null : profile.banks[index]) ?? (await add(values));
    noteInProposal({ deliveryType: 'bank-transfer', bank: accountInProposal(pack, account) });
    form.forgetDraft();
    step.next();
  }

  return (
    <ApplyScreen
      step="bank"
      title={texts.title}
      intro={texts.intro}
      onBack={step.back}
      form={form.id}
      busy={form.busy}
    >
      <Card>
        <form {...form.props}>
          <Fields>
            {profile.banks.length > 0 && (
              <AccountChoice binding={form.field('choice')} banks={profile.banks} />
            )}
            {chosenIndex(form.values.choice, profile.banks.length) === null && (
              <NewAccount field={form.field} />
            )}
          </Fields>
        </form>
      </Card>
    </ApplyScreen>
  );
}

/** Adds an account; a refusal that names no field stands under the account's number. */
async function add({ account, legal_number: legal }: BankValues) {
  const { model, messages } = await underField(
    'accountNumber',
    ['bank_account_duplicate', 'bank_account_holder', 'invalid'],
    () =>
      call('POST /api/bank-accounts', {
        body: { accountNumber: account.trim(), holderIdentityNumber: legal.replaceAll('-', '') },
      }),
  );
  profileUpdates.bankAccountAdded(model);
  snackbar.show({ kind: 'success', message: messages.join('\n') });
  return model;
}

function NewAccount({ field }: { field: Binder }) {
  const pack = useCountry();
  const profile = useProfile();
  const { legal_number: known } = profile.account_information;
  return (
    <>
      <TextField
        {...field('account')}
        label={texts.account}
        hint={pack.accountNumber.hint}
        mask={maskBankAccount}
        autoComplete="off"
        required
      />
      {asksLegalNumber(profile) ? (
        <TextField
          {...field('legal_number')}
          label={texts.legalNumber}
          mask={maskCuit}
          inputMode="numeric"
          autoComplete="off"
          placeholder="20-12345678-9"
          required
        />
      ) : (
        <TextField {...field('legal_number')} label={texts.legalNumber} value={maskCuit(known)} readOnly />
      )}
    </>
  );
}
