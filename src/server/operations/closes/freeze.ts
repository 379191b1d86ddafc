import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Account } from '../../../domain/ledger.ts';
import {
  balancesAfter,
  journalOf,
  NO_TOTALS,
  type CloseAccount,
  type CloseRules,
  type CloseTotals,
  type JournalLine,
} from '../../../domain/month-close.ts';
import { add, centavos, ZERO, type Centavos } from '../../../domain/money.ts';
import type { SumName } from '../../../words/closes.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Database, type Queryable, type Tx } from '../../platform/database.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import type { Slice } from '../portfolio/service.ts';
import { endOfMonth, type CloseData } from './obstacles.ts';
import { freezeSlice, type CloseFrame } from './standing.ts';

export const closeQueue = 'month-close';

export interface CloseJob {
  readonly country: CountryCode;
  readonly id: number;
}

/** @param listDebtors lists the debtors of the country's closed months; safe to repeat */
export function closeJobs(
  deps: Pick<Dependencies, 'db'>,
  listDebtors: (country: CountryCode) => Promise<unknown>,
): JobKind<CloseJob>[] {
  return [
    {
      name: closeQueue,
      shown: ['country', 'id'],
      policy: {
        // Only our own database is involved: after ten failures, waiting does not help, and the month can be
        // prepared again.
        retryLimit: 10,
        retryDelaySeconds: 5,
        retryDelayMaxSeconds: 60,
        // A million loans take minutes; another run continues where one stopped.
        expireSeconds: 1_800,
        concurrency: 1,
      },
      // Sent when a month is prepared, and when it is closed.
      run: async ({ country, id }) => {
        await freezeClose(deps.db, id);
        await listDebtors(country);
      },
    },
  ];
}

/** Totals as stored: sums of all loans, and those that the journal uses. Centavos. */
export interface StoredTotals {
  readonly loans: number;
  readonly sums: Readonly<Record<SumName, number>>;
  /** Loans whose money had not left at the cut, and their capital; absent in closes of earlier releases. */
  readonly unsent?: { readonly loans: number; readonly principal: number };
  readonly journal: CloseTotals;
  /** Capital of the loans less that of the ledger; not zero if they differ. */
  readonly difference: number;
}

export interface StoredClose {
  readonly id: number;
  readonly country: CountryCode;
  readonly month: CalendarDate;
  readonly state: 'freezing' | 'prepared' | 'closed';
  readonly version: number;
  readonly cut_at: Date;
  readonly frozen_to: number;
  readonly data: CloseData;
}

/** Loans frozen per transaction, which takes about a second. */
const loansAtOnce = 5_000;

/**
 * Freezes the loans of a close and writes its journal. Safe to repeat and to run twice at once: each slice
 * locks the close and continues after the last one.
 */
export async function freezeClose(db: Database, id: number): Promise<void> {
  while (await freezeNext(db, id));
  const close = await storedClose(db, id);
  if (close?.state !== 'freezing') return;
  const moved = await movementsOf(db, close);
  await transaction(db, async (tx) => {
    const locked = await lockClose(tx, id);
    if (locked?.state === 'freezing' && locked.version === close.version) await finish(tx, locked, moved);
  });
}

/** Freezes the next loans. @returns false once nothing is left to freeze */
export function freezeNext(db: Database, id: number, atOnce = loansAtOnce): Promise<boolean> {
  return transaction(db, async (tx) => {
    const close = await lockClose(tx, id);
    if (close?.state !== 'freezing') return false;
    const slice = await sliceAfter(tx, close.frozen_to, atOnce);
    if (slice === undefined) return false;
    await freezeSlice(tx, frameOf(close), slice);
    await sql`update closes set frozen_to = ${slice.upTo} where id = ${id}`.execute(tx);
    return true;
  });
}

async function sliceAfter(tx: Tx, after: number, atOnce: number): Promise<Slice | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (select id from loan where id > ${after} order by id limit ${atOnce}) next`.execute(
    tx,
  );
  const upTo = rows[0]?.last ?? null;
  return upTo === null ? undefined : { after, upTo };
}

const storedColumns = sql`id, country, month, state, version, cut_at, frozen_to, data`;

async function storedClose(db: Queryable, id: number): Promise<StoredClose | undefined> {
  const { rows } = await sql<StoredClose>`select ${storedColumns} from closes where id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a close; undefined if there is none. */
export async function lockClose(tx: Tx, id: number): Promise<StoredClose | undefined> {
  await sql`select from closes where id = ${id} for update`.execute(tx);
  return storedClose(tx, id);
}

export function frameOf({ id, country, month, cut_at: cutAt, data }: StoredClose): CloseFrame {
  return { id, country, day: endOfMonth(country, month).day, cutAt, rules: rulesOf(data) };
}

function rulesOf(data: CloseData): CloseRules {
  const { fields } = data.provisions;
  return {
    provisions: { 1: fields['1'], 2: fields['2'], 3: fields['3'], 4: fields['4'], 5: fields['5'] },
    suspendedFrom: Number(data['interest-suspension'].fields.days),
  };
}

interface Moved {
  readonly movements: ReadonlyMap<Account, Centavos>;
  /** Transactions up to here are in this close or an earlier one, unless booked after its cut. */
  readonly until: number;
}

interface LastClose {
  readonly ledger_until: number;
  readonly cut_at: Date;
  readonly totals: StoredTotals;
  readonly balances: Readonly<Partial<Record<CloseAccount, number>>>;
}

/** Last closed month before this one. */
async function lastClosed(db: Queryable, { country, month }: StoredClose): Promise<LastClose | undefined> {
  const { rows } = await sql<LastClose>`
    select ledger_until, cut_at, totals, balances from closes
    where country = ${country} and state = 'closed' and month < ${month} order by month desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Ledger transactions summed per statement. */
const transactionsAtOnce = 100_000;

/** Sums by account of the entries booked since the last close and before the cut. */
async function movementsOf(db: Queryable, close: StoredClose): Promise<Moved> {
  const { country, cut_at: cutAt } = close;
  const last = await lastClosed(db, close);
  const since = last?.cut_at ?? new Date(0);
  const { rows: ends } = await sql<{ newest: number; later: number | null }>`
    select coalesce(max(id), 0) as newest, min(id) filter (where at >= ${cutAt}) as later
    from ledger_transaction where id > ${last?.ledger_until ?? 0}`.execute(db);
  const { newest = 0, later = null } = ends[0] ?? {};
  const movements = new Map<Account, Centavos>();
  for (let after = last?.ledger_until ?? 0; after < newest; after += transactionsAtOnce) {
    const { rows } = await sql<{ account: Account; amount: number }>`
      select e.account, sum(e.amount)::bigint as amount
      from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.id > ${after} and t.id <= ${after + transactionsAtOnce} and t.country = ${country}
        and t.at >= ${since} and t.at < ${cutAt}
      group by 1`.execute(db);
    for (const { account, amount } of rows)
      movements.set(account, add(movements.get(account) ?? ZERO, centavos(amount)));
  }
  return { movements, until: later === null ? newest : later - 1 };
}

async function finish(tx: Tx, close: StoredClose, { movements, until }: Moved): Promise<void> {
  const last = await lastClosed(tx, close);
  const before = new Map(
    Object.entries(last?.balances ?? {}).map(([account, amount]) => [
      account as CloseAccount,
      centavos(amount),
    ]),
  );
  const { loans, ...sums } = await sumsOf(tx, close.id);
  const { interest, default_income: defaultInterest, fees, ...shown } = sums;
  const now: CloseTotals = {
    interest: centavos(interest),
    defaultInterest: centavos(defaultInterest),
    fees: centavos(fees),
    provision: centavos(shown.provision),
  };
  const journal = journalOf(totalsBefore(last), now, movements);
  const balances = balancesAfter(before, journal);
  const capital = shown.principal - shown.shortfall - shown.written_off;
  const totals: StoredTotals = {
    loans,
    sums: shown,
    unsent: await unsentOf(tx, close),
    journal: now,
    difference: capital - (balances.get('principal-receivable') ?? 0),
  };
  await sql`
    update closes set state = 'prepared', ledger_until = ${until}, totals = ${JSON.stringify(totals)}::jsonb,
      journal = ${JSON.stringify(journal)}::jsonb, balances = ${JSON.stringify(Object.fromEntries(balances))}::jsonb
    where id = ${close.id}`.execute(tx);
}

function totalsBefore(last: LastClose | undefined): CloseTotals {
  if (last === undefined) return NO_TOTALS;
  const { interest, defaultInterest, fees, provision } = last.totals.journal;
  return { interest, defaultInterest, fees, provision };
}

type Sums = Readonly<Record<SumName | 'loans' | 'interest' | 'default_income' | 'fees', number>>;

const sumIn = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`;

async function sumsOf(tx: Tx, id: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*)::int as loans, ${sql.join(
      (
        [
          'principal',
          'shortfall',
          'written_off',
          'interest_accrued',
          'interest_due',
          'default_interest',
          'fees_due',
          'provision',
        ] as const satisfies readonly SumName[]
      ).map(sumIn),
    )},
      coalesce(sum(interest_accrued + interest_due) filter (where not is_suspended), 0)::bigint as interest,
      coalesce(sum(default_interest) filter (where not is_suspended), 0)::bigint as default_income,
      coalesce(sum(fees_due) filter (where not is_suspended), 0)::bigint as fees
    from close_loans where close_id = ${id}`.execute(tx);
  const [sums] = rows;
  if (!sums) throw new Error('a close was not summed');
  return sums;
}

async function unsentOf(tx: Tx, { id, cut_at: cutAt }: StoredClose) {
  const { rows } = await sql<{ loans: number; principal: number }>`
    select count(*)::int as loans, coalesce(sum(c.principal), 0)::bigint as principal
    from close_loans c join loan l on l.id = c.loan_id
    where c.close_id = ${id} and (l.disbursed_at is null or l.disbursed_at >= ${cutAt})`.execute(tx);
  return rows[0] ?? { loans: 0, principal: 0 };
}

/** Journal as stored. */
export type StoredJournal = readonly JournalLine[];
