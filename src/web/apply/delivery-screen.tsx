import { useMemo } from 'react';
import { call } from '../api.ts';
import { useCountry } from '../country.tsx';
import { ruleOf } from '../forms/rule.ts';
import { useForm } from '../forms/use-form.ts';
import { useProfile } from '../profile.ts';
import { Card } from '../ui/card.tsx';
import { ApplyScreen } from './apply-screen.tsx';
import { ChoiceList } from './choice-list.tsx';
import { profileUpdates } from './profile-updates.ts';
import { shareDraft, typedBefore } from './shared-draft.ts';
import { noteInProposal } from './proposal-notes.ts';
import { deliveryNames, deliveryTexts as texts } from './texts.ts';
import { useStep } from './use-step.ts';

/** Step 3 of Uruguay: bank transfer or Red pagos (docs/product/application.md#delivery). */
export function DeliveryScreen() {
  const pack = useCountry();
  const profile = useProfile();
  const step = useStep('delivery', profile);
  const rules = useMemo(() => ({ delivery_type: ruleOf(pack, 'delivery_type') }), [pack]);
  const form = useForm({
    initial: { delivery_type: profile.delivery_type ?? '', ...typedBefore(profile, 'delivery') },
    rules,
    wireNames: { delivery_type: 'deliveryType' },
    draft: `delivery.${profile.hash}`,
    onDraft: (values) => shareDraft('delivery', values),
    onSubmit: save,
  });

  async function save({ delivery_type: chosen }: { delivery_type: string }) {
    const deliveryType = pack.deliveryTypes.find((type) => type === chosen);
    if (!deliveryType) return;
    await call('POST /api/v3/delivery-type', { body: { deliveryType } });
    profileUpdates.deliveryChosen(deliveryType);
    noteInProposal({ deliveryType });
    form.forgetDraft();
    step.next();
  }

  return (
    <ApplyScreen
      step="delivery"
      title={texts.title}
      intro={texts.intro}
      onBack={step.back}
      form={form.id}
      busy={form.busy}
    >
      <Card>
        <form {...form.props}>
          <ChoiceList
            binding={form.field('delivery_type')}
            legend={texts.legend}
            hideLegend
            choices={pack.deliveryTypes.map((type) => ({
              value: type,
              title: deliveryNames[type],
              text: texts.about[type],
            }))}
          />
        </form>
      </Card>
    </ApplyScreen>
  );
}
