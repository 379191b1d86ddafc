import { sql, type RawBuilder } from 'kysely';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { localDate } from '../../countries/local-time.ts';
import { centavos, type Centavos } from '../../domain/money.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { lockName, shareName } from '../platform/work/named-locks.ts';
import { prepared } from '../platform/statements.ts';

export interface PayoutSwitches {
  /** Planned payouts are not sent. */
  readonly isStopped: boolean;
  /** Daily cap; undefined without one. */
  readonly dailyCap: Centavos | undefined;
  /** Last day on which the cap made an order wait for the next day. */
  readonly cappedOn: string | undefined;
  readonly reason: string;
  /** Version; zero before the first change. */
  readonly version: number;
  readonly changedBy: string;
}

const none: PayoutSwitches = {
  isStopped: false,
  dailyCap: undefined,
  cappedOn: undefined,
  reason: '',
  version: 0,
  changedBy: '',
};

const controlOf = prepared((db, country: CountryCode) =>
  db
    .selectFrom('payout_control')
    .select(['is_stopped', 'daily_cap', 'capped_on', 'reason', 'version', 'changed_by'])
    .where('country', '=', country),
);

export async function payoutControl(db: Queryable, country: CountryCode): Promise<PayoutSwitches> {
  const [row] = await controlOf.run(db, country);
  if (!row) return none;
  return {
    isStopped: row.is_stopped,
    dailyCap: row.daily_cap === null ? undefined : centavos(row.daily_cap),
    cappedOn: row.capped_on ?? undefined,
    reason: row.reason,
    version: row.version,
    changedBy: row.changed_by,
  };
}

/** SQL condition: planned payouts of a row's country are stopped. @param country column of the country */
export const payoutsStopped = (country: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from payout_control p where p.country = ${country} and p.is_stopped)`;

/** SQL condition: a single amount exceeds the country's cap. @param amount column in centavos */
export const isAboveCap = (country: RawBuilder<unknown>, amount: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from payout_control p where p.country = ${country} and ${amount} > p.daily_cap)`;

/** Checks whether payouts wait, so that a confirmation cannot promise a day. */
export function arePayoutsWaiting(
  { isStopped, cappedOn }: Pick<PayoutSwitches, 'isStopped' | 'cappedOn'>,
  country: CountryCode,
  now: Date,
): boolean {
  return isStopped || cappedOn === localDate(now, country);
}

/** Checks whether a single amount, in centavos, fits under the daily cap; a larger one needs two people. */
export function fitsUnderCap({ dailyCap }: Pick<PayoutSwitches, 'dailyCap'>, amount: number): boolean {
  return dailyCap === undefined || amount <= dailyCap;
}

/**
 * Lock held by each step that hands an order over until it is stored. A change of the settings waits for
 * these, so that no order goes out under old settings.
 */
export async function lockControl(tx: Tx, country: CountryCode, mode: 'step' | 'change'): Promise<void> {
  const name = `pay-outs ${country}`;
  await (mode === 'step' ? shareName(tx, name) : lockName(tx, name));
}

interface ControlChange {
  readonly isStopped: boolean;
  readonly dailyCap: Centavos | undefined;
  readonly reason: string;
  readonly by: string;
}

/** Changes the settings; the caller holds the lock for changes. */
export async function changeControl(
  tx: Tx,
  country: CountryCode,
  { isStopped, dailyCap, reason, by }: ControlChange,
  now: Date,
): Promise<void> {
  const set = {
    is_stopped: isStopped,
    daily_cap: dailyCap ?? null,
    // Orders deferred to the next day are checked against the new cap.
    capped_on: null,
    reason,
    changed_by: by,
    changed_at: now,
  };
  await tx
    .insertInto('payout_control')
    .values({ country, ...set })
    .onConflict((conflict) =>
      conflict.column('country').doUpdateSet({ ...set, version: sql<number>`payout_control.version + 1` }),
    )
    .execute();
}

/** Records that the cap makes an order wait for the next day. @returns whether it is the first of the day */
export async function noteCapped(tx: Tx, country: CountryCode, day: CalendarDate): Promise<boolean> {
  const noted = await tx
    .updateTable('payout_control')
    .set({ capped_on: day })
    .where('country', '=', country)
    .where((eb) => eb.or([eb('capped_on', 'is', null), eb('capped_on', '<>', day)]))
    .returning('country')
    .executeTakeFirst();
  return noted !== undefined;
}
