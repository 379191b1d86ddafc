import { sql } from 'kysely';
import { daysBetween, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { Queryable } from '../database.ts';

/** Progress of a check that reads the newest rows daily and older ones in rotation. */
export interface Turn {
  readonly day: CalendarDate | null;
  /** Highest id that has been checked at least once. */
  readonly checkedTo: number;
  /** Highest id rechecked in the current rotation. */
  readonly turnedTo: number;
}

export async function turnOf(db: Queryable, name: string): Promise<Turn> {
  const row = await db
    .selectFrom('check_turn')
    .select(['day', 'checked_to', 'turned_to'])
    .where('name', '=', name)
    .executeTakeFirst();
  return {
    day: row?.day ?? null,
    checkedTo: row?.checked_to ?? 0,
    turnedTo: row?.turned_to ?? 0,
  };
}

export async function keepTurn(
  db: Queryable,
  name: string,
  { day, checkedTo, turnedTo }: Turn,
): Promise<void> {
  await db
    .insertInto('check_turn')
    .values({ name, day, checked_to: checkedTo, turned_to: turnedTo })
    .onConflict((on) =>
      on.column('name').doUpdateSet({
        day,
        // The furthest progress of concurrent checks counts.
        checked_to: sql`greatest(check_turn.checked_to, excluded.checked_to)`,
        turned_to: turnedTo,
      }),
    )
    .execute();
}

/** Day of a check, and the number of days to recheck everything once. */
export interface TurnOptions {
  readonly day: CalendarDate;
  readonly turnDays: number;
}

/**
 * Number of the `total` parts due on a day, so that each is checked once in `turnDays` days, even if some
 * days had no run; at least `least`.
 */
export function dueParts(
  total: number,
  last: CalendarDate | null,
  { day, turnDays }: TurnOptions,
  least: number,
): number {
  const days = last === null ? turnDays : Math.max(1, daysBetween(last, day));
  return Math.min(total, Math.max(least, Math.ceil((total * days) / turnDays)));
}
