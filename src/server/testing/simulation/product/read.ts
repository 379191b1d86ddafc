import { sql } from 'kysely';
import { auditBooks, writtenOf } from '../../../loans/books/service.ts';
import { loansById, standingOf, type Loan } from '../../../loans/service.ts';
import { stateOn } from '../../../servicing/payments/queries.ts';
import { addDays, type CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Queryable } from '../../../platform/database.ts';
import type { Product } from './stage.ts';

/** How the product says that a loan stands, in the words of the comparison. */
export interface Figures {
  readonly state: string;
  /** Instalments by number. */
  readonly instalments: Readonly<
    Record<string, { readonly state: string; readonly total: number; readonly toPay: number }>
  >;
  readonly credit: number;
  readonly shortfall: number;
  readonly ledger: Readonly<Record<string, number>>;
  /** Allocated to instalments by the stored allocations. */
  readonly allocated: number;
  readonly requests: Readonly<Record<string, string>>;
  readonly debits: Readonly<Record<string, string>>;
  readonly membership: string;
  readonly collected: number;
  /** Last due date with booked tax; null while tax is booked at payment. */
  readonly taxedUntil: CalendarDate | null;
}

type Sums = Record<string, number>;

interface Rows {
  readonly ledger: Sums | null;
  readonly allocated: number;
  readonly requests: Record<string, { state: 'open'; due: CalendarDate }> | null;
  readonly debits: Record<string, string> | null;
  readonly membership: string | null;
}

/** The figures of loans by their public ids, two statements for any number. */
export async function figuresOf(
  { deps }: Product,
  publicIds: readonly string[],
  day: CalendarDate,
): Promise<ReadonlyMap<string, Figures>> {
  const { db, clock } = deps;
  if (publicIds.length === 0) return new Map();
  const [loans, { rows }] = await Promise.all([
    loansById(db, sql`select id from loan where public_id = any(${[...publicIds]}::text[])`),
    sql<Rows & { id: number }>`
      select l.id,
        (select json_object_agg(account, amount) from (
          select e.account, sum(e.amount) as amount from ledger_transaction t
          join ledger_entry e on e.transaction_id = t.id where t.loan_id = l.id
          group by e.account having sum(e.amount) <> 0) sums) as ledger,
        (select coalesce(sum(a.amount), 0)::bigint from payment p
          join payment_allocation a on a.payment_id = p.id where p.loan_id = l.id) as allocated,
        (select json_object_agg(hash, json_build_object('state', state, 'due', due_date)) from payment_request
          where loan_id = l.id and method <> 'instalment-debit') as requests,
        (select json_object_agg(instalment, state) from instalment_debit where loan_id = l.id) as debits,
        (select state from membership_charge where loan_id = l.id) as membership
      from loan l where l.public_id = any(${[...publicIds]}::text[])`.execute(db),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(loans.map((loan) => [loan.publicId, figures(loan, byId.get(loan.id), clock.now(), day)]));
}

function figures(loan: Loan, row: Rows | undefined, now: Date, day: CalendarDate): Figures {
  const standing = standingOf(loan, now);
  const requests = Object.entries(row?.requests ?? {}).map(([hash, { state, due }]) => [
    hash,
    stateOn({ state, dueDate: due }, day),
  ]);
  return {
    state: loan.state,
    instalments: Object.fromEntries(
      standing.instalments.map(({ number, state, total, toPay }) => [number, { state, total, toPay }]),
    ),
    credit: standing.credit,
    shortfall: standing.shortfall,
    ledger: row?.ledger ?? {},
    allocated: row?.allocated ?? 0,
    requests: Object.fromEntries(requests),
    debits: row?.debits ?? {},
    membership: row?.membership ?? 'none',
    collected: loan.payments.reduce((sum, { amount }) => sum + amount, 0),
    taxedUntil: taxedUntil(loan, day),
  };
}

function taxedUntil(
  { taxRule, taxDueOn }: Pick<Loan, 'taxRule' | 'taxDueOn'>,
  day: CalendarDate,
): CalendarDate | null {
  if (taxRule !== 'due-date') return null;
  return taxDueOn !== null && taxDueOn <= day ? addDays(taxDueOn, -1) : day;
}

/** What the ledger says in all, by currency and account. */
export async function trialBalances({ deps }: Product): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ name: string; amount: number }>`
    select t.currency || ' ' || e.account as name, sum(e.amount)::bigint as amount
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    group by 1 having sum(e.amount) <> 0`.execute(deps.db);
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]));
}

/** Everything that the daily audit would find of every loan. */
export async function contradictions({ deps }: Product, day: CalendarDate): Promise<readonly string[]> {
  const loans = await loansById(deps.db, sql`select id from loan`);
  const written = await writtenOf(deps.db, loans);
  return loans.flatMap((loan) =>
    auditBooks(loan, written(loan), day).map(
      ({ kind, subject, expected, found }) => `${loan.publicId} ${kind} ${subject} ${expected} ${found}`,
    ),
  );
}

/** Number of delivered loans with tax that fell due by a day and is not booked. */
export async function unbookedTaxes({ deps }: Product, day: CalendarDate): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from loan where tax_due_on <= ${day} and disbursed_at is not null`.execute(
    deps.db,
  );
  return rows[0]?.count ?? 0;
}

/** What may never be, whatever the model says: how many rows break each rule. */
export async function brokenRules(db: Queryable): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from (select from ledger_entry group by transaction_id having sum(amount) <> 0) t)
        as "ledger transactions out of balance",
      (select count(*)::int from (select from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        group by t.currency having sum(e.amount) <> 0) t) as "currencies out of balance",
      (select count(*)::int from (select from payment_report where payment_id is not null
        and outcome not in ('refunded', 'reversed') group by payment_id having count(*) > 1) t)
        as "payments that were reported twice",
      (select count(*)::int from (select from card_charge where state = 'approved' and debit_id is not null
        group by debit_id having count(*) > 1) t) as "debits that were charged twice",
      (select count(*)::int from sandbox_payment s where s.submissions > 1 and s.state = 'approved'
        and s.reference not in (select reference from card_charge)) as "charges that nobody has written down",
      (select count(*)::int from (select a.payment_id from payment_allocation a
        where not exists (select from payment_reversal v where v.payment_id = a.payment_id)
        group by a.payment_id, a.instalment, a.component having sum(a.amount) < 0) t)
        as "payments that cover less than nothing",
      (select count(*)::int from (select from loan where state in ('send', 'preapproved', 'approved')
        and reopened_at is null group by customer_id having count(*) > 1) t) as "customers with two new loans",
      (select count(*)::int from (select from payment_request_instalment where is_open
        group by loan_id, instalment, is_owners having count(*) > 1) t) as "instalments in two open payments",
      (select count(*)::int from loan l
        cross join lateral (
          select -coalesce(sum(e.amount), 0) as tax from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
          where t.loan_id = l.id and e.account = 'tax-payable' and t.kind not like 'membership-%') books
        cross join lateral (
          select coalesce(sum(p.tax), 0) as tax, count(*) filter (where kind = 'origination') > 0 as has_origin
          from tax_points p where p.loan_id = l.id) points
        where books.tax <> points.tax + case when points.has_origin or l.state = 'canceled' then 0
          else coalesce((l.terms->'originationFee'->>'tax')::bigint, 0) end)
        as "loans whose tax points are not their tax payable",
      (select count(*)::int from loan l cross join lateral (select rare_facts(l.id)::jsonb as facts) f
        where not l.may_have_rare_facts and (f.facts - 'membershipDue' <> '{"changedPlan": null, "actions": null,
           "writeOff": null, "withdrawal": null, "membershipPayments": null}'
          or f.facts->>'membershipDue' <> '0'))
        as "loans with rare facts that are not marked"`.execute(db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, count]) => count !== 0));
}
