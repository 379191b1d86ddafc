import { sql } from 'kysely';
import { COMPONENTS, type Component } from '../../../domain/standing/allocation.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { membershipPaid, reversed, type LedgerEntries } from '../../../domain/ledger.ts';
import { negate, type Centavos } from '../../../domain/money.ts';
import type { ScheduleRow } from '../../../domain/schedule.ts';
import type { TaxPoint } from '../../../domain/tax-points.ts';
import { write, type Tx } from '../../platform/database.ts';
import { eventsInsert, type Event } from '../../platform/events.ts';
import { post, postingParts, type Posting } from '../ledger/service.ts';
import { taxPointsInsert } from '../tax-points/service.ts';
import { unnestedRows, type CountedPayment, type Loan } from '../service.ts';
import type { Allocations, LoanBooks } from './loan-books.ts';

export interface Difference {
  readonly loan: Loan;
  readonly before: LoanBooks;
  readonly after: LoanBooks;
  /** Every payment in `before` or `after`. */
  readonly payments: readonly CountedPayment[];
  readonly kind: Posting['kind'];
  /** Row of the incoming or reversed payment; absent if neither caused it. */
  readonly causedBy?: number | undefined;
  readonly valueDate: CalendarDate;
  /** Tax points of the difference. */
  readonly points: readonly TaxPoint[];
}

/** Incoming payment with its row and its reported name. */
export interface NewPayment extends CountedPayment {
  readonly loanId: number;
  readonly reference: string;
}

/** Rows written together with the differences. */
export interface Beside {
  readonly payments: readonly NewPayment[];
  readonly events: readonly Event[];
}

/**
 * Writes the differences between states of loans' books in one statement, with the new payments; earlier rows
 * stay.
 * @returns for each, whether anything changed
 */
export async function writeDifferences(
  tx: Tx,
  at: Date,
  differences: readonly Difference[],
  { payments, events }: Beside = { payments: [], events: [] },
): Promise<readonly boolean[]> {
  const found = differences.map((each) => ({
    ...each,
    entries: difference(each.before.entries, each.after.entries),
    lines: changes(each.before.allocations, each.after.allocations),
  }));
  const posted = found.filter(({ entries }) => entries.length > 0);
  const lines = found.flatMap((each) => linesOf(each, posted.indexOf(each) + 1));
  const points = found.flatMap(({ loan: { id: loanId, country }, points: own }) =>
    own.map((point) => ({ ...point, loanId, country })),
  );
  if (posted.length + lines.length + payments.length + events.length + points.length > 0) {
    const { drawn, posted: transactions, entries } = postingParts(posted.map((each) => postingOf(each, at)));
    const told = events.length === 0 ? sql`select` : eventsInsert(events);
    const statement = sql`
      with paid as (${paymentsInsert(payments, at)}), drawn as (${drawn}), posted as (${transactions}),
        entries as (${entries}), ${points.length === 0 ? sql`` : sql`taxed as (${taxPointsInsert(points, at)}),`}
        covered as (${linesInsert(lines)}) ${told}`;
    await write(tx, statement.compile(tx));
  }
  for (const { loan, before, after, kind, causedBy = null, valueDate } of found)
    if ((causedBy !== null || changesPlan(kind)) && isAnotherPlan(before.plan, after.plan))
      await writeVersion(tx, loan.id, after.plan, { causedBy, valueDate, at });
  return found.map((each) => each.entries.length > 0 || each.lines.length > 0);
}

function postingOf(
  { loan, kind, causedBy, valueDate, entries }: Difference & { readonly entries: LedgerEntries },
  at: Date,
): Posting {
  const { id: loanId, customerId, country, currency } = loan;
  const paymentId = causedBy === undefined ? {} : { paymentId: causedBy };
  return { country, currency, kind, loanId, customerId, ...paymentId, valueDate, at, entries };
}

const stored = (instalments: readonly number[] | undefined) =>
  instalments ? `{${instalments.join(',')}}` : null;

function paymentsInsert(payments: readonly NewPayment[], at: Date) {
  const [first] = payments;
  return sql`
    insert into payment (id, public_id, loan_id, source, reference, amount, value_date, instalments, is_payoff,
      prepayment, place, priced_on, priced_amount, offer_id, received_at)
    overriding system value ${first && payments.length === 1 ? paymentRow(first, at) : paymentRows(payments, at)}`;
}

/** Single payments are the rule, and the arrays for several cost PostgreSQL and this process more. */
function paymentRow(payment: NewPayment, at: Date) {
  const { row, id, loanId, source, reference, amount, valueDate, instalments, priced } = payment;
  const { isPayoff = false, prepayment = null, place = null, offer = null } = payment;
  return sql`
    values (${row}, ${id}, ${loanId}, ${source}, ${reference}, ${amount}, ${valueDate}, ${stored(instalments)},
      ${isPayoff}, ${prepayment}, ${place}, ${priced?.on ?? null}, ${priced?.amount ?? null}, ${offer},
      ${at})`;
}

function paymentRows(payments: readonly NewPayment[], at: Date) {
  const of = <T>(pick: (payment: NewPayment) => T): T[] => payments.map(pick);
  return sql`
    select p.id, p.public_id, p.loan_id, p.source, p.reference, p.amount, p.value_date, p.instalments::smallint[],
      p.is_payoff, p.prepayment, p.place, p.priced_on, p.priced_amount, p.offer_id, ${at}::timestamptz
    from unnest(
      ${of(({ row }) => row)}::bigint[], ${of(({ id }) => id)}::text[], ${of(({ loanId }) => loanId)}::bigint[],
      ${of(({ source }) => source)}::text[], ${of(({ reference }) => reference)}::text[],
      ${of(({ amount }) => amount)}::bigint[], ${of(({ valueDate }) => valueDate)}::date[],
      ${of(({ instalments }) => stored(instalments))}::text[],
      ${of(({ isPayoff = false }) => isPayoff)}::boolean[], ${of(({ prepayment }) => prepayment ?? null)}::text[],
      ${of(({ place }) => place ?? null)}::bigint[], ${of(({ priced }) => priced?.on ?? null)}::date[],
      ${of(({ priced }) => priced?.amount ?? null)}::bigint[],
      ${of(({ offer }) => offer ?? null)}::bigint[]
    ) as p (id, public_id, loan_id, source, reference, amount, value_date, instalments, is_payoff, prepayment, place,
      priced_on, priced_amount, offer_id)`;
}

interface Change {
  readonly paymentId: string;
  readonly instalment: number;
  readonly component: Component;
  readonly amount: number;
}

/** Change of a payment's coverage, as written. */
interface Line extends Change {
  readonly row: number | undefined;
  readonly causedBy: number | undefined;
  /** Position of the transaction that used credit; zero for none. */
  readonly applied: number;
}

function linesOf(
  { kind, causedBy, payments, lines }: Difference & { readonly lines: readonly Change[] },
  transaction: number,
): Line[] {
  const rowOf = new Map(payments.map(({ id, row }) => [id, row]));
  const named = lines.map((line) => ({ ...line, row: rowOf.get(line.paymentId), causedBy }));
  const ofOthers = named.filter(({ row }) => row !== causedBy);
  // Earlier payments cover more than before: this transaction used credit, and the statement shows it here.
  const usesCredit =
    kind === 'payment-received' && ofOthers.reduce((total, { amount }) => total + amount, 0) > 0;
  return named.map((line) => {
    const isApplied =
      kind === 'credit-applied' ||
      kind === 'books-corrected' ||
      changesPlan(kind) ||
      (usesCredit && line.row !== causedBy);
    return { ...line, applied: isApplied ? transaction : 0 };
  });
}

function linesInsert(lines: readonly Line[]) {
  const of = <T>(pick: (line: Line) => T): T[] => lines.map(pick);
  return sql`
    insert into payment_allocation (payment_id, posted_by, instalment, component, amount, applied_by)
    select of_payment, coalesce(caused_by, of_payment), instalment, component, amount, drawn.id
    from unnest(
      ${of(({ row }) => row ?? null)}::bigint[], ${of(({ causedBy }) => causedBy ?? null)}::bigint[],
      ${of(({ instalment }) => instalment)}::smallint[], ${of(({ component }) => component)}::text[],
      ${of(({ amount }) => amount)}::bigint[], ${of(({ applied }) => applied)}::int[]
    ) as line (of_payment, caused_by, instalment, component, amount, n) left join drawn using (n)`;
}

/** Change of coverage per payment, instalment and component. */
function changes(before: Allocations, after: Allocations): Change[] {
  const lines = new Map<string, Change>();
  const count = (allocations: Allocations, sign: 1 | -1) => {
    for (const { paymentId, parts } of allocations)
      for (const { number: instalment, dues } of parts)
        for (const component of COMPONENTS) {
          if (dues[component] === 0) continue;
          const key = `${paymentId} ${instalment} ${component}`;
          const amount = (lines.get(key)?.amount ?? 0) + sign * dues[component];
          lines.set(key, { paymentId, instalment, component, amount });
        }
  };
  count(before, -1);
  count(after, 1);
  return [...lines.values()].filter(({ amount }) => amount !== 0);
}

/** Entries that bring the ledger to `after`, netted to one line per account. */
function difference(before: LedgerEntries, after: LedgerEntries): LedgerEntries {
  return reversed([...before, ...reversed(after)]);
}

/** Kinds of changes that alter the plan without a payment. */
const changesPlan = (kind: Posting['kind']) => kind === 'plan-changed' || kind === 'loan-changed';

const columns = ['principal', 'interest', 'tax', 'fee', 'feeTax'] as const;

function isAnotherPlan(before: readonly ScheduleRow[], after: readonly ScheduleRow[]): boolean {
  return (
    before.length !== after.length ||
    before.some((row, index) => columns.some((column) => row[column] !== after[index]?.[column]))
  );
}

/**
 * Writes the instalments as left by a prepayment, its reversal or a change of plan; earlier versions stay.
 */
async function writeVersion(
  tx: Tx,
  loanId: number,
  plan: readonly ScheduleRow[],
  cause: { readonly causedBy: number | null; readonly valueDate: CalendarDate; readonly at: Date },
): Promise<void> {
  await sql`
    with written as (
      insert into schedule_version (loan_id, version, payment_id, valid_from, created_at)
      select ${loanId}::bigint, coalesce(max(version), 0) + 1, ${cause.causedBy}::bigint, ${cause.valueDate}::date,
        ${cause.at}::timestamptz
      from schedule_version where loan_id = ${loanId}
      returning loan_id, version
    )
    insert into schedule_version_row (loan_id, version, number, due_date, principal, interest, tax, fee, fee_tax)
    select written.loan_id, written.version, planned.* from written, ${unnestedRows(plan)} as planned
  `.execute(tx);
}

/** Posts that a payment of the loan paid a part of its membership's price; below zero: that it pays it no more. */
export async function postPrice(
  tx: Tx,
  { id: loanId, customerId, country, currency }: Loan,
  paid: { readonly price: Centavos; readonly row: number; readonly valueDate: CalendarDate },
  at: Date,
): Promise<void> {
  const { price, row: paymentId, valueDate } = paid;
  const [kind, entries] =
    price > 0
      ? (['membership-paid', membershipPaid(price)] as const)
      : (['membership-unpaid', reversed(membershipPaid(negate(price)))] as const);
  await post(tx, { country, currency, loanId, customerId, paymentId, valueDate, at, kind, entries });
}
