import type { InvoicingMode } from '../../../contract/sandbox.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { Clock } from '../../platform/clock.ts';
import { transaction, type Database } from '../../platform/database.ts';
import { lockName } from '../../platform/work/named-locks.ts';

/** State shared by the stand-ins. */
export interface StandIn {
  readonly db: Database;
  readonly clock: Clock;
  readonly mode: () => Promise<InvoicingMode>;
  /** Number of the call since the start. */
  readonly nextCall: () => number;
}

/** Loss of this call's answer, before or after the document got its number; undefined for none. */
export async function lossOf({ mode, nextCall }: StandIn): Promise<'before' | 'after' | undefined> {
  if ((await mode()) !== 'lose-answers') return undefined;
  const call = nextCall();
  if (call % 5 === 0) return 'after';
  return call % 7 === 0 ? 'before' : undefined;
}

/** Document numbers that the authorities do not know. */
export const isUnknownPerson = (number: string) => number.endsWith('0000');

export interface StoredDocument<Body> {
  readonly number: number;
  readonly body: Body;
  readonly code: string;
  readonly code_until: CalendarDate;
}

interface Place {
  readonly provider: string;
  readonly series: string;
}

export async function storedDocument<Body>(
  { db }: Pick<StandIn, 'db'>,
  { provider, series }: Place,
  number: number,
): Promise<StoredDocument<Body> | undefined> {
  const row = await db
    .selectFrom('sandbox_invoice')
    .select(['number', 'body', 'code', 'code_until'])
    .where('provider', '=', provider)
    .where('series', '=', series)
    .where('number', '=', number)
    .executeTakeFirst();
  return row && { ...row, body: row.body as Body };
}

export async function lastDocument<Body>(
  { db }: { readonly db: Pick<Database, 'selectFrom'> },
  { provider, series }: Place,
): Promise<StoredDocument<Body> | undefined> {
  const row = await db
    .selectFrom('sandbox_invoice')
    .select(['number', 'body', 'code', 'code_until'])
    .where('provider', '=', provider)
    .where('series', '=', series)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, body: row.body as Body };
}

/** Stored of a document, in its provider's terms. */
interface StoredBody {
  readonly issuedOn: CalendarDate;
  readonly [member: string]: unknown;
}

/** Stores a document as the next of its series. @returns undefined if its number is not the next */
export async function storeNext(
  { db, clock }: Pick<StandIn, 'db' | 'clock'>,
  place: Place,
  number: number,
  body: StoredBody,
): Promise<{ readonly code: string; readonly codeUntil: CalendarDate } | undefined> {
  return transaction(db, async (tx) => {
    await lockName(tx, `sandbox-invoice ${place.provider} ${place.series}`);
    const last = await lastDocument<StoredBody>({ db: tx }, place);
    if ((last?.number ?? 0) + 1 !== number) return undefined;
    if (last && last.body.issuedOn > body.issuedOn) return undefined;
    const code = `7${String(clock.now().getTime()).slice(0, 6)}${String(number).padStart(7, '0')}`;
    const codeUntil = addDays(body.issuedOn, 10);
    await tx
      .insertInto('sandbox_invoice')
      .values({ ...place, number, body: JSON.stringify(body), code, code_until: codeUntil })
      .execute();
    return { code, codeUntil };
  });
}
