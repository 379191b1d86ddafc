import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { holidaysOf } from '../../countries/holidays.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { Logger } from '../platform/logger.ts';
import { allHolidayChanges } from './holiday-changes.ts';

/** Bank holidays: the built-in table with the staff's changes (docs/decisions/0088-configuration.md). */
export interface Holidays {
  /** Bank holidays of a country, without weekends, as known at an instant. */
  knownAt(country: CountryCode, at: Date): ReadonlySet<string>;
  /**
   * Holidays known now plus those removed since an agreement, so that a deadline never gets shorter than
   * agreed.
   */
  knownSince(country: CountryCode, agreedAt: Date, now: Date): ReadonlySet<string>;
}

export interface Known {
  readonly now: Date;
  readonly holidays: Holidays;
}

interface Era {
  readonly from: Date;
  readonly days: ReadonlySet<string>;
}

type Eras = ReadonlyMap<string, readonly Era[]>;

/** Shorter than the minute after which a change takes effect. */
const readAgainMs = 2_000;

interface OpenHolidays {
  readonly holidays: Holidays;
  /** Reads changes at once, for callers that cannot wait for the next poll. */
  read(): Promise<void>;
  close(): void;
}

/** Holidays for a process, kept current by polling the staff's changes. */
export async function openHolidays(db: Database, log: Logger): Promise<OpenHolidays> {
  let eras: Eras = new Map();
  let reading: Promise<void> | undefined;
  const read = async () => {
    eras = erasOf(await allHolidayChanges(db));
  };
  const readUnlessReading = () => {
    reading ??= read()
      .catch((error: unknown) => log.warn({ err: error }, 'holidays could not be read'))
      .finally(() => (reading = undefined));
  };
  await read();
  const timer = setInterval(readUnlessReading, readAgainMs).unref();
  return { holidays: holidaysOfEras(() => eras), read, close: () => clearInterval(timer) };
}

/** Built-in table only, for processes that serve no requests. */
export const PROGRAM_HOLIDAYS: Holidays = holidaysOfEras(() => new Map());

function holidaysOfEras(erasNow: () => Eras): Holidays {
  const knownAt = (country: CountryCode, at: Date) =>
    erasNow()
      .get(country)
      ?.findLast(({ from }) => from <= at)?.days ?? holidaysOf(country);
  return {
    knownAt,
    knownSince(country, agreedAt, now) {
      const [agreed, today] = [knownAt(country, agreedAt), knownAt(country, now)];
      return agreed === today ? today : agreed.union(today);
    },
  };
}

/** Holidays of a country including all changes, even those that take effect within a minute. */
export async function newestHolidays(db: Queryable, country: CountryCode): Promise<ReadonlySet<string>> {
  return (
    erasOf(await allHolidayChanges(db))
      .get(country)
      ?.at(-1)?.days ?? holidaysOf(country)
  );
}

interface ChangeRow {
  readonly country: CountryCode;
  readonly day: CalendarDate;
  readonly is_closed: boolean;
  readonly in_force_at: Date;
}

/** @param changes oldest first */
function erasOf(changes: readonly ChangeRow[]): Eras {
  const eras = new Map<string, Era[]>();
  for (const { country, day, is_closed: isClosed, in_force_at: from } of changes) {
    const known = eras.get(country) ?? [];
    const last = known.at(-1);
    const days = new Set(last?.days ?? holidaysOf(country));
    if (isClosed) days.add(day);
    else days.delete(day);
    // Changes approved together take effect at the same instant.
    if (last?.from.getTime() === from.getTime()) known.pop();
    known.push({ from, days });
    eras.set(country, known);
  }
  return eras;
}
