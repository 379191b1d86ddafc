import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { paths } from '../../contract/paths.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { accountHint } from '../../countries/banking-entries.ts';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { bankNameOf } from '../forms/bank-options.ts';
import { BankPicker } from '../forms/bank-picker.tsx';
import { Fields } from '../forms/field.tsx';
import { TextField } from '../forms/text-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { loansQuery } from '../loan/loan-query.ts';
import { useProfile } from '../profile.ts';
import { readProposal } from '../proposal.ts';
import { queryClient } from '../query-client.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { isUnproven } from '../shell/report-failure.ts';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { BANK_REQUIRED } from '../../countries/fields/person-rules.ts';
import { AccountChoice } from './account-choice.tsx';
import { ApplyScreen } from './apply-screen.tsx';
import { type Binder, initialChoice, refusedAccount } from './bank-form.ts';
import { chosenIndex } from './choice-list.tsx';
import { ListFailed } from './list-failed.tsx';
import { lists } from './lists.ts';
import { profileUpdates } from './profile-updates.ts';
import { shareDraft, typedBefore } from './shared-draft.ts';
import { accountInProposal, noteInProposal } from './proposal-notes.ts';
import { accountTexts as texts } from './texts.ts';
import { underField } from '../forms/under-field.ts';
import { useRejections } from './use-rejections.ts';
import { useStep } from './use-step.ts';
import type { Rules } from '../forms/form-state.ts';
import { ruleOf } from '../forms/rule.ts';

/** State of Uruguay's bank step (docs/product/application.md#uruguayan-account). */
interface AccountValues {
  readonly [name: string]: string;
  /** Place of a stored account, or `another`. */
  readonly choice: string;
  readonly bank_id: string;
  readonly account_number: string;
}

/** Rules of a new account; a stored one needs none. */
function accountRules(pack: CountryPack, stored: number): Rules<AccountValues> {
  const bank = ruleOf(pack, 'bank_id');
  const account = ruleOf(pack, 'account_number');
  const isNew = (values: Readonly<Record<string, string>>) =>
    chosenIndex(values['choice'] ?? '', stored) === null;
  return {
    bank_id: (value, values) => (isNew(values) ? bank(value, values) : undefined),
    account_number: (value, values) => (isNew(values) ? account(value, values) : undefined),
  };
}

/** Digits, and the hyphens with which some banks write their numbers. */
function maskAccountNumber(typed: string): string {
  return typed.replaceAll(/[^\d-]/g, '');
}

/** Step 4 of Uruguay: bank and account number (docs/product/application.md#uruguayan-account). */
export function AccountScreen() {
  const pack = useCountry();
  const profile = useProfile();
  const step = useStep('account', profile);
  const rejected = useAccountRejections();
  const stored = profile.banks;
  const rules = useMemo(() => accountRules(pack, stored.length), [pack, stored.length]);
  const form = useForm<AccountValues>({
    initial: {
      choice: initialChoice(
        stored,
        readProposal(),
        refusedAccount(stored, queryClient.getQueryData(loansQuery.queryKey)),
      ),
      bank_id: '',
      account_number: '',
      ...typedBefore(profile, 'account'),
    },
    rules,
    wireNames: { bank_id: 'bankId', account_number: 'accountNumber' },
    draft: `account.${profile.hash}`,
    onDraft: (values) => shareDraft('account', values),
    onSubmit: save,
    onFailure: (error) => {
      if (isUnproven(error)) return true;
      track('bank_rejected');
      rejected(error);
      return false;
    },
  });

  async function save(values: AccountValues) {
    const index = chosenIndex(values.choice, stored.length);
    const account = (index === null ? null : stored[index]) ?? (await add(values, pack));
    noteInProposal({ deliveryType: 'bank-transfer', bank: accountInProposal(pack, account) });
    form.forgetDraft();
    step.next();
  }

  return (
    <ApplyScreen
      step="account"
      title={texts.title}
      intro={BANK_REQUIRED}
      onBack={step.back}
      form={form.id}
      busy={form.busy}
    >
      <Card>
        <form {...form.props}>
          <Fields>
            {stored.length > 0 && <AccountChoice binding={form.field('choice')} banks={stored} />}
            {chosenIndex(form.values.choice, stored.length) === null && (
              <NewAccount field={form.field} bankId={form.values.bank_id} />
            )}
          </Fields>
        </form>
      </Card>
    </ApplyScreen>
  );
}

/** Alternative to a refused account: cash needs none. */
function useAccountRejections() {
  const go = useGo();
  return useRejections({
    title: texts.refused,
    choices: [{ label: texts.correct }, { label: texts.cash, onChoose: () => go.to(paths.delivery()) }],
  });
}

async function add({ bank_id: bankId, account_number: accountNumber }: AccountValues, pack: CountryPack) {
  const banks = queryClient.getQueryData(lists.banks().queryKey) ?? [];
  const bankName = bankNameOf(bankId, banks, pack.usualBanks);
  const { model, messages } = await underField('accountNumber', ['bank_account_duplicate', 'invalid'], () =>
    call('POST /api/bank-accounts', { body: { bankId, bankName, accountNumber } }),
  );
  profileUpdates.bankAccountAdded(model);
  snackbar.show({ kind: 'success', message: messages.join('\n') });
  return model;
}

function NewAccount({ field, bankId }: { field: Binder; bankId: string }) {
  const pack = useCountry();
  const { data: banks, isError, refetch } = useQuery(lists.banks());
  return (
    <>
      <BankPicker {...field('bank_id')} label={texts.bank} banks={banks ?? null} />
      {isError && <ListFailed onRetry={() => void refetch()} />}
      <TextField
        {...field('account_number')}
        label={pack.accountNumber.label}
        hint={accountHint(pack.code, bankId) ?? pack.accountNumber.hint}
        mask={maskAccountNumber}
        inputMode="numeric"
        autoComplete="off"
        required
      />
    </>
  );
}
