import { sql, type RawBuilder } from 'kysely';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { Destination, DocumentNumber, HolderNumber } from '../../countries/country.ts';
import type { CountryCode, DeliveryType } from '../../countries/country-pack.ts';
import type { Lender } from '../../countries/lender.ts';
import type { Queryable } from '../platform/database.ts';

export interface ReceiptRow {
  readonly customer_id: number;
  readonly receipt_code: string;
  readonly amount: number;
  readonly delivered_on: CalendarDate;
  readonly holder: string;
  readonly delivery_type: DeliveryType;
  readonly destination: Destination;
  readonly legal_number: HolderNumber;
  /** Lender at acceptance; null if it was not stored. */
  readonly lender: Lender | null;
}

export async function receiptOf(
  db: Queryable,
  country: CountryCode,
  publicId: string,
): Promise<ReceiptRow | undefined> {
  const row = await db
    .selectFrom('loan')
    .innerJoin('payout', 'payout.loan_id', 'loan.id')
    .select([
      'customer_id',
      'receipt_code',
      'amount',
      'delivered_on',
      'holder',
      'loan.delivery_type',
      'destination',
      'legal_number',
    ])
    .select(
      sql<Lender | null>`(select d -> 'parties' -> 'lender' from acceptance a, jsonb_array_elements(a.documents) d
        where a.loan_id = loan.id and d ->> 'name' = 'pagare')`.as('lender'),
    )
    .where('public_id', '=', publicId)
    .where('country', '=', country)
    .where('payout.state', '=', 'confirmed')
    .executeTakeFirst();
  if (!row || row.delivered_on === null) return undefined;
  return { ...row, delivered_on: row.delivered_on, delivery_type: row.delivery_type as DeliveryType };
}

/** Subquery for the ids of a document's active loans. */
export function loansOfDocument(country: CountryCode, documentNumber: DocumentNumber): RawBuilder<unknown> {
  return sql`
    select l.id from loan l join customer c on c.id = l.customer_id
    where c.country = ${country} and c.document_number = ${documentNumber} and l.state = 'approved'`;
}

/**
 * Last day to pay the instalment `i` of a country without surcharge; a single index lookup
 * (docs/product/loan-and-money.md#instalment-states).
 */
export const payableUntil = (country: RawBuilder<unknown>) =>
  sql<CalendarDate>`coalesce((select later.payable_until from later_payable_day later
    where later.country = ${country} and later.due_date = i.due_date), i.due_date)`;

/** {@link payableUntil} for many instalments; joins {@link laterDays} once to avoid a lookup for each. */
export const payableUntilOfMany = sql<CalendarDate>`coalesce(later.payable_until, i.due_date)`;

/** Join for {@link payableUntilOfMany}. */
export const laterDays = (country: RawBuilder<unknown>) =>
  sql`left join later_payable_day later on later.country = ${country} and later.due_date = i.due_date`;

/** Instalments of the schedule and of agreements, ended ones too, as the `i` of a statement. */
export const everyInstalment = sql`(
  select loan_id, number, due_date, principal, interest, tax, fee, fee_tax, false as is_agreed from instalment
  union all select loan_id, number, due_date, principal, interest, tax, fee, fee_tax, true as is_agreed from agreed_row
    where not exists (select from loan_action_undone u where u.action_id = agreed_row.action_id))`;

/**
 * True when the written books do not cover the instalment `i`, default interest aside. It uses the current
 * plan, since prepayments move capital between instalments. A row of an agreement may ask for carried default
 * interest alone, which no plan has. Only a filter: the loan's standing has the exact amount.
 */
export const owesByPlan = sql<boolean>`(i.is_agreed or
  coalesce((select sum(a.amount) from payment p join payment_allocation a on a.payment_id = p.id
    where p.loan_id = i.loan_id and a.instalment = i.number
      and a.component not in ('defaultInterest', 'defaultInterestTax')), 0)
  < coalesce((select v.principal + v.interest + v.tax + v.fee + v.fee_tax from schedule_version_row v
    where v.loan_id = i.loan_id and v.number = i.number order by v.version desc limit 1),
    i.principal + i.interest + i.tax + i.fee + i.fee_tax))`;
