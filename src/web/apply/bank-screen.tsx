import { useMemo } from 'react';
import type { DeliveryType } from '../../countries/country-pack.ts';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { type FieldBinding, useForm } from '../forms/use-form.ts';
import { loansQuery } from '../loan/loan-query.ts';
import { type Profile, useProfile } from '../profile.ts';
import { readProposal } from '../proposal.ts';
import { queryClient } from '../query-client.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { isUnproven } from '../shell/report-failure.ts';
import { Card } from '../ui/card.tsx';
import { AccountChoice } from './account-choice.tsx';
import { ApplyScreen } from './apply-screen.tsx';
import {
  bankRules,
  type BankValues,
  initialBank,
  legalNumberOf,
  refusedAccount,
  asksLegalNumber,
  type Binder,
} from './bank-form.ts';
import { ChoiceList, chosenIndex } from './choice-list.tsx';
import { lists } from './lists.ts';
import { profileUpdates } from './profile-updates.ts';
import { shareDraft, typedBefore } from './shared-draft.ts';
import { accountInProposal, noteInProposal } from './proposal-notes.ts';
import { bankTexts as texts, deliveryNames, deliveryTexts } from './texts.ts';
import { underField } from '../forms/under-field.ts';
import { useRejections } from './use-rejections.ts';
import { useStep } from './use-step.ts';
import { maskCuit } from '../../countries/fields/masks.ts';
import { maskBankAccount, writtenBankAccount } from '../../countries/identifiers/cbu.ts';
import { TextField } from '../forms/text-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { ListFailed } from './list-failed.tsx';

/** Pickup points with name, address and city (docs/product/application.md#delivery). */
function PickupChoice({ binding }: { binding: FieldBinding }) {
  const { data: points, isError, refetch } = useQuery(lists.pickupPoints());
  if (isError) return <ListFailed onRetry={() => void refetch()} />;
  if (!points) return <SkeletonGroup shapes={['field', 'field', 'field']} />;
  return (
    <ChoiceList
      binding={binding}
      legend={texts.points}
      choices={points.map(({ id, name, address, city }) => ({
        value: id,
        title: name,
        text: `${address}, ${city}`,
      }))}
    />
  );
}

/** An account that is not stored yet, with the CUIT/CUIL (docs/product/application.md#bank-account). */
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
        written={writtenBankAccount}
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

interface BankForm {
  readonly values: BankValues;
  readonly field: (name: string) => FieldBinding;
}

const wireNames = {
  account: 'accountNumber',
  legal_number: 'holderIdentityNumber',
  delivery_type: 'deliveryType',
  point: 'deliveryPoint',
};

/** Input so far, else the stored choice. */
function begun(profile: Profile): BankValues {
  const refused = refusedAccount(profile.banks, queryClient.getQueryData(loansQuery.queryKey));
  return { ...initialBank(profile, readProposal(), refused), ...typedBefore(profile, 'bank') };
}

/** Step 3 of Argentina: where the loan is paid into (docs/product/application.md#bank-account). */
export function BankScreen() {
  const pack = useCountry();
  const profile = useProfile();
  const step = useStep('bank', profile);
  const rejected = useAccountRejections(pickUpInstead);
  const rules = useMemo(() => bankRules(pack, profile), [pack, profile]);
  const form = useForm<BankValues>({
    initial: begun(profile),
    rules,
    wireNames,
    draft: `bank.${profile.hash}`,
    onDraft: (values) => shareDraft('bank', values),
    onSubmit: save,
    onFailure: (error) => {
      if (isUnproven(error)) return true;
      track('bank_rejected');
      rejected(error);
      return false;
    },
  });

  function pickUpInstead() {
    form.set({ delivery_type: 'pdv' });
  }

  async function save(values: BankValues) {
    await (values.delivery_type === 'pdv' ? pickUp(values.point) : transfer(values));
    form.forgetDraft();
    step.next();
  }

  async function transfer(values: BankValues) {
    const index = chosenIndex(values.choice, profile.banks.length);
    const account =
      (index === null ? null : profile.banks[index]) ??
      (await add(values.account, legalNumberOf(profile, values)));
    if (profile.delivery_type === 'pdv') await chooseDelivery('bank-transfer');
    noteInProposal({ deliveryType: 'bank-transfer', bank: accountInProposal(pack, account) });
  }

  return (
    <ApplyScreen
      step="bank"
      title={texts.title}
      intro={form.values.delivery_type === 'pdv' ? texts.pickupIntro : texts.intro}
      onBack={step.back}
      form={form.id}
      busy={form.busy}
    >
      <Card>
        <form {...form.props}>
          <Fields>
            <ChoiceList
              binding={form.field('delivery_type')}
              legend={deliveryTexts.title}
              choices={pack.deliveryTypes.map((type) => ({
                value: type,
                title: deliveryNames[type],
                text: deliveryTexts.about[type],
              }))}
            />
            {form.values.delivery_type === 'pdv' ? (
              <PickupChoice binding={form.field('point')} />
            ) : (
              <BankAccount form={form} banks={profile.banks} />
            )}
          </Fields>
        </form>
      </Card>
    </ApplyScreen>
  );
}

/** Alternative to a refused account: a pickup point needs none. */
function useAccountRejections(onPickUp: () => void) {
  return useRejections({
    title: texts.refused,
    choices: [{ label: texts.correct }, { label: texts.pickUp, onChoose: onPickUp }],
  });
}

function BankAccount({ form, banks }: { form: BankForm; banks: Profile['banks'] }) {
  return (
    <>
      {banks.length > 0 && <AccountChoice binding={form.field('choice')} banks={banks} />}
      {chosenIndex(form.values.choice, banks.length) === null && <NewAccount field={form.field} />}
    </>
  );
}

async function chooseDelivery(deliveryType: DeliveryType, deliveryPoint = '') {
  await call('POST /api/v3/delivery-type', { body: { deliveryType, deliveryPoint } });
  profileUpdates.deliveryChosen(deliveryType, deliveryPoint);
}

async function pickUp(pointId: string) {
  await chooseDelivery('pdv', pointId);
  const points = await queryClient.ensureQueryData(lists.pickupPoints());
  const point = points.find(({ id }) => id === pointId);
  if (point) noteInProposal({ deliveryType: 'pdv', pod: point });
}

/** Adds an account; shows a refusal without a field under the account's number. */
async function add(account: string, holderIdentityNumber: string) {
  const { model, messages } = await underField(
    'accountNumber',
    ['bank_account_duplicate', 'bank_account_holder', 'invalid'],
    () =>
      call('POST /api/bank-accounts', {
        body: { accountNumber: writtenBankAccount(account), holderIdentityNumber },
      }),
  );
  profileUpdates.bankAccountAdded(model);
  snackbar.show({ kind: 'success', message: messages.join('\n') });
  return model;
}
