import { sql } from 'kysely';
import { COMPONENTS } from '../../../domain/standing/allocation.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { reversed, type LedgerEntries } from '../../../domain/ledger.ts';
import type { ScheduleRow } from '../../../domain/schedule.ts';
import type { Dependencies } from '../../dependencies.ts';
import { post, postNamed, type Posting } from '../../loans/ledger/service.ts';
import { write, type Tx } from '../../platform/database.ts';
import type { Allocations, LoanBooks, LockedLoan } from './loan-books.ts';

export interface Rebooking {
  readonly before: LoanBooks;
  readonly after: LoanBooks;
  readonly kind: Posting['kind'];
  /** Public id → row, of every payment in `before` or `after`. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** Row of the payment that came, or was taken back; undefined when neither caused it. */
  readonly causedBy: number | undefined;
  readonly valueDate: CalendarDate;
}

/**
 * Writes what has changed between two states of a loan's books; what was written before stays.
 * @returns whether anything has
 */
export async function rebook(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  loan: LockedLoan,
  { before, after, kind, rowOf, causedBy, valueDate }: Rebooking,
): Promise<boolean> {
  const at = clock.now();
  const entries = difference(before.entries, after.entries);
  const posting: Posting = {
    country: loan.country,
    currency: loan.currency,
    kind,
    loanId: loan.id,
    customerId: loan.customerId,
    ...(causedBy === undefined ? {} : { paymentId: causedBy }),
    valueDate,
    at,
    entries,
  };
  const lines = changes(before.allocations, after.allocations);
  if (kind === 'credit-applied') {
    // Its lines name the transaction, since no payment that came is their cause.
    await writeLines(tx, lines, rowOf, { appliedBy: await postNamed(tx, posting) });
    return entries.length > 0;
  }
  const ofOthers = lines.filter(({ paymentId }) => rowOf.get(paymentId) !== causedBy);
  // Earlier payments cover more than before: money in favour was used, and the statement says so in this transaction.
  if (kind === 'payment-received' && ofOthers.reduce((total, { amount }) => total + amount, 0) > 0) {
    const own = lines.filter((line) => !ofOthers.includes(line));
    const [appliedBy] = await Promise.all([postNamed(tx, posting), writeLines(tx, own, rowOf, { causedBy })]);
    await writeLines(tx, ofOthers, rowOf, { causedBy, appliedBy });
  } else await Promise.all([writeLines(tx, lines, rowOf, { causedBy }), post(tx, posting)]);
  if (causedBy !== undefined && isAnotherPlan(before.plan, after.plan))
    await writeVersion(tx, loan.id, after.plan, { causedBy, valueDate, at });
  return entries.length > 0 || lines.length > 0;
}

interface Line {
  readonly paymentId: string;
  readonly instalment: number;
  readonly component: string;
  readonly amount: number;
}

/** Per payment, instalment and component, how much more or less it covers. */
export function changes(before: Allocations, after: Allocations): Line[] {
  const lines = new Map<string, Line>();
  const count = (allocations: Allocations, sign: 1 | -1) => {
    for (const { paymentId, parts } of allocations)
      for (const { number: instalment, dues } of parts)
        for (const component of COMPONENTS) {
          const key = `${paymentId} ${instalment} ${component}`;
          const amount = (lines.get(key)?.amount ?? 0) + sign * dues[component];
          lines.set(key, { paymentId, instalment, component, amount });
        }
  };
  count(before, -1);
  count(after, 1);
  return [...lines.values()].filter(({ amount }) => amount !== 0);
}

async function writeLines(
  tx: Tx,
  lines: readonly Line[],
  rowOf: ReadonlyMap<string, number>,
  {
    causedBy,
    appliedBy,
  }: { readonly causedBy?: number | undefined; readonly appliedBy?: number | undefined },
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ paymentId }) => rowOf.get(paymentId));
  const insert = sql`
    insert into payment_allocation (payment_id, posted_by, instalment, component, amount, applied_by)
    select of_payment, coalesce(${causedBy ?? null}::bigint, of_payment), instalment, component, amount,
      ${appliedBy ?? null}::bigint
    from unnest(
      ${rows}::bigint[], ${lines.map(({ instalment }) => instalment)}::smallint[],
      ${lines.map(({ component }) => component)}::text[], ${lines.map(({ amount }) => amount)}::bigint[]
    ) as line (of_payment, instalment, component, amount)`;
  await write(tx, insert.compile(tx));
}

/** What has to be posted so that the ledger says `after`; netted, one line an account. */
export function difference(before: LedgerEntries, after: LedgerEntries): LedgerEntries {
  return reversed([...before, ...reversed(after)]);
}

const columns = ['principal', 'interest', 'tax', 'fee', 'feeTax'] as const;

function isAnotherPlan(before: readonly ScheduleRow[], after: readonly ScheduleRow[]): boolean {
  return before.some((row, index) => columns.some((column) => row[column] !== after[index]?.[column]));
}

/** The instalments as a prepayment or its reversal leaves them; earlier versions stay. */
async function writeVersion(
  tx: Tx,
  loanId: number,
  plan: readonly ScheduleRow[],
  cause: { readonly causedBy: number; readonly valueDate: CalendarDate; readonly at: Date },
): Promise<void> {
  const column = <K extends keyof ScheduleRow>(name: K) => plan.map((row) => row[name]);
  await sql`
    with written as (
      insert into schedule_version (loan_id, version, payment_id, valid_from, created_at)
      select ${loanId}::bigint, coalesce(max(version), 0) + 1, ${cause.causedBy}::bigint, ${cause.valueDate}::date,
        ${cause.at}::timestamptz
      from schedule_version where loan_id = ${loanId}
      returning loan_id, version
    )
    insert into schedule_version_row (loan_id, version, number, due_date, principal, interest, tax, fee, fee_tax)
    select written.loan_id, written.version, planned.* from written, unnest(
      ${column('number')}::smallint[], ${column('dueDate')}::date[], ${column('principal')}::bigint[],
      ${column('interest')}::bigint[], ${column('tax')}::bigint[], ${column('fee')}::bigint[],
      ${column('feeTax')}::bigint[]) as planned
  `.execute(tx);
}
