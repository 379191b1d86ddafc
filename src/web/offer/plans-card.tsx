import { useId } from 'react';
import { useBrand } from '../settings.ts';
import { withBrand } from '../../countries/branding.ts';
import { useCountry } from '../country.tsx';
import type { PlanOptions } from '../plan.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Notice } from '../ui/tag.tsx';
import { PlanCard } from './plan-card.tsx';
import { PlanPlaceholders } from './plan-placeholders.tsx';
import css from './plans-card.module.css';
import { flagOf, listedPlans, type VariantName } from './shown-plans.ts';
import { planTexts as texts } from './texts.ts';
import type { ChoiceState } from './use-choice.ts';

interface PlansCardProps {
  /** Undefined while they are on their way. */
  options: PlanOptions | undefined;
  choice: ChoiceState;
  hasMembership: boolean;
  failed: boolean;
  onRetry: () => void;
  onOpen: (dialog: 'instalments' | 'details') => void;
}

/** The instalments, under the tabs of the two variants where the customer may choose (A §2.6). */
export function PlansCard(props: PlansCardProps) {
  const { choice, hasMembership } = props;
  const pack = useCountry();
  const brand = useBrand();
  const panel = <PlansPanel {...props} />;
  if (!hasMembership) return <Card>{panel}</Card>;
  return (
    <Card>
      <Tabs<VariantName>
        label={texts.variants}
        tabs={[
          { id: 'no_membership', label: texts.basic },
          { id: 'membership', label: withBrand(pack.membership.name, brand) },
        ]}
        selected={choice.variant}
        onSelect={choice.selectVariant}
      >
        {panel}
      </Tabs>
    </Card>
  );
}

function PlansPanel({ options, choice, failed, onRetry, onOpen }: PlansCardProps) {
  return (
    <>
      <div className={css.head}>
        <h2>{texts.title}</h2>
        {choice.isKept && (
          <Button kind="text" onClick={choice.remove}>
            {texts.remove}
          </Button>
        )}
      </div>
      {failed ? (
        <Notice tone="bad" title={texts.plansFailed}>
          <Button kind="text" onClick={onRetry}>
            {texts.retry}
          </Button>
        </Notice>
      ) : options ? (
        <PlanList options={options} choice={choice} />
      ) : (
        <PlanPlaceholders />
      )}
      <div className={css.actions}>
        <Button kind="ghost" wide onClick={() => onOpen('instalments')} disabled={!options}>
          {texts.more}
        </Button>
        <Button kind="text" wide onClick={() => onOpen('details')} disabled={!choice.plan}>
          {texts.details}
        </Button>
      </div>
    </>
  );
}

function PlanList({ options, choice }: { options: PlanOptions; choice: ChoiceState }) {
  const group = useId();
  const { plans } = options[choice.variant];
  return (
    <div role="radiogroup" aria-label={texts.title} className={css.list}>
      {listedPlans(options, choice.variant, choice.count).map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          flag={flagOf(plan, plans)}
          group={group}
          checked={plan.installmentsQuantity === choice.count}
          onChoose={() => choice.select(plan.installmentsQuantity)}
        />
      ))}
    </div>
  );
}
