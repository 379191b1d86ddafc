import { useId } from 'react';
import { untilWords } from '../../../countries/payable-words.ts';
import { dated } from '../../../ui/dated.tsx';
import { useBrand } from '../../settings.ts';
import { withBrand } from '../../../countries/lender.ts';
import { useCountry } from '../../country.tsx';
import { MembershipPriceNote, MembershipSumNote } from '../../membership/sum-note.tsx';
import type { Plan, PlanOptions } from '../../plan.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Notice } from '../../../ui/tag.tsx';
import { useRoundMoney } from '../../ui/use-money.ts';
import { PlanCard } from './plan-card.tsx';
import { PlanPlaceholders } from './plan-placeholders.tsx';
import css from './plans-card.module.css';
import { flagOf, listedPlans, lossIn, planOf, type VariantName } from './shown-plans.ts';
import { compareTexts, planTexts as texts } from '../texts.ts';
import type { ChoiceState } from '../use-choice.ts';
import { useMembershipPrice } from '../../membership/use-membership.ts';

interface PlansCardProps {
  /** Undefined while they are on their way. */
  options: PlanOptions | undefined;
  choice: ChoiceState;
  hasMembership: boolean;
  /**
   * Amount limits of the offer, currency units; set while the amount is outside them and no plan can be
   * shown.
   */
  bounds: { readonly min: number; readonly max: number } | null;
  failed: boolean;
  onRetry: () => void;
  onOpen: (dialog: 'instalments' | 'details' | 'membership') => void;
}

/**
 * The instalments, under the tabs of the two variants where the customer may choose
 * (docs/product/offer.md#membership-variant).
 */
export function PlansCard(props: PlansCardProps) {
  const { choice, hasMembership } = props;
  const pack = useCountry();
  const brand = useBrand();
  const panel = <PlansPanel {...props} />;
  if (!hasMembership) return <Card className={css.card}>{panel}</Card>;
  return (
    <Card className={css.card}>
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

function PlansPanel(props: PlansCardProps) {
  const { options, choice, hasMembership, bounds, failed, onRetry, onOpen } = props;
  const name = withBrand(useCountry().membership.name, useBrand());
  const money = useRoundMoney();
  const isMember = options && choice.variant === 'membership';
  return (
    <>
      <h2 className={css.title}>{texts.title}</h2>
      {bounds ? (
        <div role="status">
          <Notice tone="late" title={texts.outOfBounds(money(bounds.min), money(bounds.max))} />
        </div>
      ) : failed ? (
        <Notice tone="bad" title={texts.plansFailed}>
          <Button kind="text" onClick={onRetry}>
            {texts.retry}
          </Button>
        </Notice>
      ) : options ? (
        <>
          <PlanList options={options} choice={choice} />
          <FirstPayable plan={options[choice.variant].plans[0]} />
        </>
      ) : (
        <PlanPlaceholders />
      )}
      {isMember && <MembershipNote options={options} count={choice.count} />}
      <div className={css.actions}>
        <Button kind="ghost" small wide onClick={() => onOpen('instalments')} disabled={!options}>
          {texts.more}
        </Button>
        <Button kind="text" small wide onClick={() => onOpen('details')} disabled={!choice.plan}>
          {texts.details}
        </Button>
        {hasMembership && (
          <Button kind="text" small wide onClick={() => onOpen('membership')}>
            {compareTexts.what(name)}
          </Button>
        )}
        {choice.isKept && (
          <Button kind="text" small wide onClick={choice.remove}>
            {texts.remove}
          </Button>
        )}
      </div>
    </>
  );
}

/** Membership's cost, with its effect on the chosen plan. */
function MembershipNote({ options, count }: { options: PlanOptions; count: number | null }) {
  const price = useMembershipPrice();
  const member = planOf(options, 'membership', count);
  const basic = planOf(options, 'no_membership', count);
  return member && basic ? (
    <MembershipSumNote withMembership={member} without={basic} />
  ) : (
    <MembershipPriceNote price={price} />
  );
}

/** Note on a first due date that is not a business day: the same for every plan, so shown once. */
function FirstPayable({ plan }: { plan: Plan | undefined }) {
  const until = plan && untilWords({ due: plan.start_date, until: plan.start_payable_until });
  return until ? <p className={css.until}>{dated(texts.firstPayable(until))}</p> : null;
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
          loss={lossIn(options, choice.variant, plan)}
          onChoose={() => choice.select(plan.installmentsQuantity)}
        />
      ))}
    </div>
  );
}
