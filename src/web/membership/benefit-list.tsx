import css from './benefit-list.module.css';
import { useMembershipBenefits } from './use-membership.ts';

/**
 * What the membership brings (docs/product/borrowers-area.md#membership), each with a tick: the same list
 * wherever it is told.
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
