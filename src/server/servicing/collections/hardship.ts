import { HARDSHIP_REASONS } from '../../../contract/collections.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { contactTermsOf } from '../../../countries/law/contact-terms.ts';
import { localDate } from '../../../countries/local-time.ts';
import {
  addDays,
  addMonthsAnchored,
  dayOfMonth,
  formatDate,
  type CalendarDate,
} from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { lockCustomers } from './facts.ts';

export { HARDSHIP_REASONS };
export type HardshipReason = (typeof HARDSHIP_REASONS)[number];

interface HardshipRow {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  readonly reason: HardshipReason;
  /** Null where the customer asked in their account. */
  readonly staffId: number | null;
}

/** Days without contact of a customer, newest first. */
export async function hardshipOf(db: Queryable, customerId: number): Promise<readonly HardshipRow[]> {
  const rows = await db
    .selectFrom('hardship')
    .select(['from_day', 'until_day', 'reason', 'staff_id'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    from: row.from_day,
    until: row.until_day,
    reason: row.reason as HardshipReason,
    staffId: row.staff_id,
  }));
}

/** First day on which the customer can ask again; null if today. */
export function hardshipAgainOn(
  country: CountryCode,
  rows: readonly HardshipRow[],
  today: CalendarDate,
): CalendarDate | null {
  const { hardshipMonths } = contactTermsOf(country, today);
  const own = rows.find(({ staffId }) => staffId === null);
  const running = rows.find(({ until }) => until >= today);
  const again = own && addMonthsAnchored(own.from, hardshipMonths, dayOfMonth(own.from));
  const after = [again, running && addDays(running.until, 1)].filter((day) => day !== undefined);
  const last = after.toSorted().at(-1);
  return last !== undefined && last > today ? last : null;
}

/**
 * Starts the days without contact. A customer can once in twelve months; staff can for them at any time, and a
 * request while they run changes nothing. @returns the last day; `hardship_used` with the day to ask again
 */
export async function startHardship(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  asked: {
    readonly country: CountryCode;
    readonly customerId: number;
    readonly reason: HardshipReason;
    /** Null for the customer. */
    readonly staffId: number | null;
  },
): Promise<Result<{ readonly until: CalendarDate }>> {
  await lockCustomers(tx, [asked.customerId]);
  const now = clock.now();
  const today = localDate(now, asked.country);
  const rows = await hardshipOf(tx, asked.customerId);
  const running = rows.find(({ from, until }) => from <= today && until >= today);
  if (running) return ok({ until: running.until });
  const again = hardshipAgainOn(asked.country, rows, today);
  if (asked.staffId === null && again !== null)
    return fail('hardship_used', {
      message: `Ya usaste tus días sin contacto. Podés volver a pedirlos desde el ${formatDate(again)}.`,
    });
  const until = addDays(today, contactTermsOf(asked.country, today).hardshipDays);
  await tx
    .insertInto('hardship')
    .values({
      public_id: random.token(),
      country: asked.country,
      customer_id: asked.customerId,
      from_day: today,
      until_day: until,
      reason: asked.reason,
      requested_at: now,
      staff_id: asked.staffId,
    })
    .execute();
  return ok({ until });
}
