import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { after } from '../../platform/clock.ts';

/** Minutes that the next case stays reserved to one person. */
export const RESERVED_MINUTES = 20;

interface Case {
  readonly country: CountryCode;
  readonly customerId: number;
}

/** Assigns a case, or takes its assignment away with null. */
export async function assignCase(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  of: Case,
  staffId: number | null,
): Promise<void> {
  await changeCase(tx, clock.now(), of, { assigned_to: staffId });
}

/** Sets the day of the next look, or none with null. */
export async function setNextLook(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  of: Case,
  day: CalendarDate | null,
): Promise<void> {
  await changeCase(tx, clock.now(), of, { next_look: day });
}

/** Reserves a case to one person. @returns false if another person holds it */
export async function reserveCase(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  { country, customerId }: Case,
  staffId: number,
): Promise<boolean> {
  const now = clock.now();
  const { rows } = await sql<{ customer_id: number }>`
    insert into collection_case as k (customer_id, country, reserved_by, reserved_until, updated_at)
    values (${customerId}, ${country}, ${staffId}, ${after(now, RESERVED_MINUTES, 'minutes')}, ${now})
    on conflict (customer_id) do update set reserved_by = excluded.reserved_by,
      reserved_until = excluded.reserved_until, updated_at = excluded.updated_at, version = k.version + 1
    where k.reserved_by is null or k.reserved_until <= ${now} or k.reserved_by = excluded.reserved_by
    returning customer_id`.execute(tx);
  return rows.length > 0;
}

/** Ends a person's reservation of a case. */
export async function releaseCase(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  customerId: number,
  staffId: number,
): Promise<void> {
  await tx
    .updateTable('collection_case')
    .set({
      reserved_by: null,
      reserved_until: null,
      updated_at: clock.now(),
      version: sql<number>`version + 1`,
    })
    .where('customer_id', '=', customerId)
    .where('reserved_by', '=', staffId)
    .execute();
}

async function changeCase(
  tx: Tx,
  at: Date,
  { country, customerId }: Case,
  change: { readonly assigned_to: number | null } | { readonly next_look: CalendarDate | null },
): Promise<void> {
  await tx
    .insertInto('collection_case')
    .values({ customer_id: customerId, country, updated_at: at, ...change })
    .onConflict((on) =>
      on
        .column('customer_id')
        .doUpdateSet({ ...change, updated_at: at, version: sql<number>`collection_case.version + 1` }),
    )
    .execute();
}
