import { useMemo } from 'react';
import type { DeliveryType } from '../../countries/country-pack.ts';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { Fields } from '../forms/field.tsx';
import { type FieldBinding, useForm } from '../forms/use-form.ts';
import { type Profile, useProfile } from '../profile.ts';
import { readProposal } from '../proposal.ts';
import { queryClient } from '../query-client.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { isUnproven } from '../shell/tell-failure.ts';
import { Card } from '../ui/card.tsx';
import { AccountChoice } from './account-choice.tsx';
import { ApplyScreen } from './apply-screen.tsx';
import { bankRules, type BankValues, initialBank, legalNumberOf } from './bank-form.ts';
import { ChoiceList } from './choice-list.tsx';
import { chosenIndex } from './existing-choice.ts';
import { lists } from './lists.ts';
import { NewAccount } from './new-account.tsx';
import { PickupChoice } from './pickup-choice.tsx';
import { profileUpdates } from './profile-updates.ts';
import { shareDraft, typedBefore } from './shared-draft.ts';
import { accountInProposal, noteInProposal } from './proposal-notes.ts';
import { bankTexts as texts, deliveryNames, deliveryTexts } from './texts.ts';
import { underField } from './under-field.ts';
import { useRejections } from './use-rejections.ts';
import { useStep } from './use-step.ts';

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

/** Step 3 of Argentina: where the loan is paid into (docs/product/application.md#bank-account). */
export function BankScreen() {
  const pack = useCountry();
  const profile = useProfile();
  const step = useStep('bank', profile);
  const rejected = useAccountRejections(pickUpInstead);
  const rules = useMemo(() => bankRules(pack, profile), [pack, profile]);
  const form = useForm<BankValues>({
    initial: { ...initialBank(profile, readProposal()), ...typedBefore(profile, 'bank') },
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
        body: { accountNumber: account.trim(), holderIdentityNumber },
      }),
  );
  profileUpdates.bankAccountAdded(model);
  snackbar.show({ kind: 'success', message: messages.join('\n') });
  return model;
}
