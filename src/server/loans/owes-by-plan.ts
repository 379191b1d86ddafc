import { sql } from 'kysely';

/**
 * Whether the instalment `i` is not covered by what is written down, without default interest: by the plan in force,
 * since paying ahead moves capital from one instalment to another. For statements that look for those that may owe
 * something; what each owes its loan's standing says.
 */
export const owesByPlan = sql<boolean>`
  coalesce((select sum(a.amount) from payment p join payment_allocation a on a.payment_id = p.id
    where p.loan_id = i.loan_id and a.instalment = i.number
      and a.component not in ('defaultInterest', 'defaultInterestTax')), 0)
  < coalesce((select v.principal + v.interest + v.tax + v.fee + v.fee_tax from schedule_version_row v
    where v.loan_id = i.loan_id and v.number = i.number order by v.version desc limit 1),
    i.principal + i.interest + i.tax + i.fee + i.fee_tax)`;
