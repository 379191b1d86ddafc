import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import { ZERO } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { auditBooks, writtenOf, type Contradiction, type Written } from '../../loans/books/service.ts';
import { loansById, lockedLoan, type Loan } from '../../loans/service.ts';
import { transaction, type Database } from '../../platform/database.ts';
import { dueParts, keepTurn, turnOf, type TurnOptions } from '../../platform/work/check-turn.ts';
import type { DayFigures } from '../../platform/work/daily.ts';
import { sealedTo } from '../seals/service.ts';
import { clear, contradictingLoans, storeFindings } from './queries.ts';
import { contradictingSums, sliceAfter } from './sums.ts';

export { contradictionsPage } from './list.ts';
export { waiverCommands } from './waive.ts';

type AuditDependencies = Pick<Dependencies, 'db' | 'clock' | 'log'>;

/** Loans summed per statement, and loans read at once: each takes a fraction of a second. */
const summedAtOnce = 2_000;
const readAtOnce = 100;
/** Minimum number of loans per day: a lender with fewer has all of them audited every day. */
const leastSummed = 200_000;
const leastRead = 20_000;
/** Ledger transaction ids scanned at once. */
const blockSize = 20_000;

/**
 * Audits a country's loans: those with new ledger entries, those with earlier findings, those with
 * contradicting sums, and a share of all, so that each is audited within `turnDays` days. It writes only
 * findings, so it can be repeated at any time.
 */
export async function auditCountry(
  deps: AuditDependencies,
  country: CountryCode,
  options: TurnOptions,
): Promise<DayFigures> {
  const { db } = deps;
  const due = new Set(await contradictingLoans(db, country));
  for (const id of await changedLoans(db, country, options)) due.add(id);
  for (const id of await summedLoans(db, country, options)) due.add(id);
  for (const id of await shareOfLoans(db, country, options)) due.add(id);
  const ids = [...due].toSorted((a, b) => a - b);
  let contradicting = 0;
  for (let start = 0; start < ids.length; start += readAtOnce)
    contradicting += await auditPage(deps, ids.slice(start, start + readAtOnce), options);
  return { loans: ids.length, contradicting };
}

/** Loans with ledger entries that no audit has read. Unsealed entries are read again. */
async function changedLoans(
  db: Database,
  country: CountryCode,
  { day }: TurnOptions,
): Promise<ReadonlySet<number>> {
  const name = `loan-changes ${country}`;
  const turn = await turnOf(db, name);
  const { id: newest } = await db
    .selectFrom('ledger_transaction')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  const sealed = await sealedTo(db, 'ledger');
  // The first audit leaves older entries to the regular rotation.
  let after = turn.day === null ? sealed : turn.checkedTo;
  const changed = new Set<number>();
  for (; after < (newest ?? 0); after += blockSize) {
    const { rows } = await sql<{ id: number }>`
      select distinct loan_id as id from ledger_transaction
      where country = ${country} and id > ${after} and id <= ${after + blockSize} and loan_id is not null`.execute(
      db,
    );
    for (const { id } of rows) changed.add(id);
  }
  await keepTurn(db, name, { day, checkedTo: Math.min(newest ?? 0, sealed), turnedTo: 0 });
  return changed;
}

/** Loans in today's share with contradictory sums. */
async function summedLoans(
  db: Database,
  country: CountryCode,
  options: TurnOptions,
): Promise<readonly number[]> {
  const found: number[] = [];
  await inTurn(
    db,
    country,
    { ...options, name: `loan-sums ${country}`, least: leastSummed, size: summedAtOnce },
    async (slice) => {
      found.push(...(await contradictingSums(db, country, slice)));
    },
  );
  return found;
}

/** Loans in today's share that are read one by one. */
async function shareOfLoans(
  db: Database,
  country: CountryCode,
  options: TurnOptions,
): Promise<readonly number[]> {
  const found: number[] = [];
  await inTurn(
    db,
    country,
    { ...options, name: `loans ${country}`, least: leastRead, size: summedAtOnce },
    async ({ after, upTo }) => {
      const rows = await db
        .selectFrom('loan')
        .select('id')
        .where('country', '=', country)
        .where('id', '>', after)
        .where('id', '<=', upTo)
        .execute();
      for (const { id } of rows) found.push(id);
    },
  );
  return found;
}

interface TurnOfLoans extends TurnOptions {
  readonly name: string;
  readonly least: number;
  readonly size: number;
}

/** Continues the rotation over all loans where it stopped, for today's share. */
async function inTurn(
  db: Database,
  country: CountryCode,
  { name, least, size, ...options }: TurnOfLoans,
  work: (slice: { readonly after: number; readonly upTo: number }) => Promise<void>,
): Promise<void> {
  const turn = await turnOf(db, name);
  const { count } = await db
    .selectFrom('loan')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('country', '=', country)
    .executeTakeFirstOrThrow();
  const due = Math.ceil(dueParts(count, turn.day, options, least) / size);
  let after = turn.turnedTo;
  for (let done = 0; done < due; done += 1) {
    const slice = (await sliceAfter(db, country, after, size)) ?? (await sliceAfter(db, country, 0, size));
    if (!slice) break;
    await work(slice);
    after = slice.upTo;
  }
  await keepTurn(db, name, { day: options.day, checkedTo: 0, turnedTo: after });
}

/** @returns loans with contradictions */
async function auditPage(
  { db, clock, log }: AuditDependencies,
  ids: readonly number[],
  { day }: TurnOptions,
): Promise<number> {
  const loans = await loansById(db, ids);
  const written = await writtenOf(db, loans);
  const suspects = loans.filter((loan) => findingsOf(loan, written(loan), day).length > 0);
  await clear(
    db,
    loans.filter((loan) => !suspects.includes(loan)).map(({ id }) => id),
    clock.now(),
  );
  let contradicting = 0;
  for (const { id } of suspects) {
    // Payments continued during both reads, so the comparison is repeated behind the lock.
    const findings = await transaction(db, async (tx) => {
      const loan = await lockedLoan(tx, id);
      const found = findingsOf(loan, (await writtenOf(tx, [loan]))(loan), day);
      await storeFindings(tx, loan, found, { day, now: clock.now() });
      return found;
    });
    if (findings.length === 0) continue;
    contradicting += 1;
    log.error({ loanId: id, findings }, 'a loan contradicts its books');
  }
  return contradicting;
}

/** Findings of a loan. A failure to compute its standing is a finding and does not stop the audit. */
function findingsOf(loan: Loan, written: Written, day: TurnOptions['day']): readonly Contradiction[] {
  try {
    return auditBooks(loan, written, day);
  } catch (error) {
    return [{ kind: 'failed', subject: String(error).slice(0, 200), expected: ZERO, found: ZERO }];
  }
}
