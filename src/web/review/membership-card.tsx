import { withBrand } from '../../countries/lender.ts';
import { useCountry } from '../country.tsx';
import { MembershipSumNote } from '../membership/sum-note.tsx';
import { useMembershipBenefits, useMembershipPrice } from '../membership/use-membership.ts';
import { useBrand } from '../settings.ts';
import { Card } from '../ui/card.tsx';
import { Switch } from '../ui/fields/checkbox.tsx';
import { useRoundMoney } from '../ui/use-money.ts';
import { PlansBeside } from './plans-beside.tsx';
import css from './review.module.css';
import { membershipTexts as texts } from './texts.ts';
import type { ReviewPlan } from './use-review-plan.ts';

/**
 * The membership switch: the figures above follow it (docs/product/confirmation.md#review). Shown only to
 * those who may have it.
 */
export function MembershipCard({ review }: { review: ReviewPlan }) {
  const money = useRoundMoney();
  const { membership } = useCountry();
  const brand = useBrand();
  const benefits = useMembershipBenefits();
  const { withMembership, without, isIncluded, include } = review;
  const price = useMembershipPrice(withMembership);
  return (
    <Card>
      <div className={css.membership}>
        <Switch
          label={texts.include(withBrand(membership.name, brand))}
          checked={isIncluded}
          disabled={!withMembership || !without}
          onChange={(event) => include(event.target.checked)}
        />
        <p className={css.price}>
          {membership.pricePrefix}
          {money(price)}
        </p>
      </div>
      {withMembership && without && <MembershipSumNote withMembership={withMembership} without={without} />}
      {isIncluded && withMembership && without && (
        <PlansBeside withMembership={withMembership} without={without} />
      )}
      <details className={css.benefits}>
        <summary>{texts.benefits}</summary>
        <ul>
          {benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
