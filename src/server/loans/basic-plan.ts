import { sql } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { Centavos } from '../../domain/money.ts';
import type { Plan, PriceTerms } from '../../domain/pricing.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { ratesOf, termsOf, unnestedRows, type StoredRates, type StoredTerms } from './conditions.ts';

/** Plan without membership, offered together with the plan with membership. */
export interface BasicPlan {
  readonly plan: Plan;
  readonly terms: PriceTerms;
}

/** True if the loan `l` follows its basic plan (docs/product/rights.md#ending-the-membership). */
const hasChanged = sql<boolean>`exists (select from plan_change change where change.loan_id = l.id)`;

/** Statements that store the basic plan of a new loan, for the one that stores the loan. */
export function basicPlanInserts(loanId: number, country: CountryCode, { plan, terms }: BasicPlan) {
  return sql`
    basic as (
      insert into basic_plan (loan_id, instalment_amount, final_amount, terms, rates)
      values (${loanId}, ${plan.payment}, ${plan.finalAmount}, ${JSON.stringify(termsOf(plan, terms))},
        ${JSON.stringify(ratesOf(plan, country))})),
    basic_rows as (
      insert into basic_plan_row (loan_id, number, principal, interest, tax, fee, fee_tax)
      select ${loanId}::bigint, planned.number, planned.principal, planned.interest, planned.tax, planned.fee, planned.fee_tax
      from ${unnestedRows(plan.schedule.rows)}
        as planned (number, due_date, principal, interest, tax, fee, fee_tax)),`;
}

/** In centavos. */
export interface StoredBasicPlan {
  readonly instalments: number;
  readonly payment: Centavos;
  readonly finalAmount: Centavos;
  readonly rates: StoredRates;
  readonly terms: StoredTerms;
  readonly firstDueDate: CalendarDate;
  readonly isInForce: boolean;
}

/** @returns undefined for a loan without one: without membership, or confirmed by an earlier release */
export async function basicPlanOf(db: Queryable, loanId: number): Promise<StoredBasicPlan | undefined> {
  const { rows } = await sql<StoredBasicPlan>`
    select l.instalment_count as instalments, b.instalment_amount as payment, b.final_amount as "finalAmount", b.rates, b.terms,
      (select min(due_date) from instalment where loan_id = l.id) as "firstDueDate",
      ${hasChanged} as "isInForce"
    from basic_plan b join loan l on l.id = b.loan_id where b.loan_id = ${loanId}
  `.execute(db);
  return rows[0];
}

/** Records that a loan follows its basic plan from now on. @returns false if it already did */
export async function notePlanChange(
  tx: Tx,
  loanId: number,
  { endedOn, at }: { readonly endedOn: CalendarDate; readonly at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into plan_change (loan_id, ended_on, changed_at)
    select loan_id, ${endedOn}::date, ${at}::timestamptz from basic_plan where loan_id = ${loanId}
    on conflict do nothing returning loan_id
  `.execute(tx);
  return rows.length > 0;
}
