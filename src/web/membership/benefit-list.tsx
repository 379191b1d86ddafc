import css from './benefit-list.module.css';
import { useMembershipBenefits } from './use-membership.ts';

/**
 * Benefits of the membership (docs/product/borrowers-area.md#membership), each with a tick; the same list everywhere.
 */
export function BenefitList() {
  const benefits = useMembershipBenefits();
  return (
    <ul className={css.benefits}>
      {benefits.map((benefit) => (
        <li key={benefit}>{benefit}</li>
      ))}
    </ul>
  );
}
