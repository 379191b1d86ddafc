import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../../countries/law/debits.ts';
import { calendarDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { askForDue, longAgo } from '../../charges/testing/ask.ts';
import type { Dependencies } from '../../dependencies.ts';
import { receivePayment } from '../../loans/books/service.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { announceDebits } from './announce.ts';
import { attemptDebits } from './attempt.ts';
import { copiesOf } from './testing/copies.ts';
import { debtor, dueDatesOf, goTo, todayOf } from './testing/debtor.ts';

/** docs/security.md#daily-work: what the day's debits come to is what one statement over all loans says. */

let product: TestProduct;
let due: CalendarDate;
let loans: readonly number[];
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  const model = await debtor(product);
  loans = await copiesOf(product, model, 89);
  due = calendarDate((await dueDatesOf(product, model))[0] ?? '');
}, 60_000);
afterAll(() => product.close());

const day = () => ({ country: 'AR', date: todayOf(product) }) as const;
/** The loans of every ninth kind. */
const every = (kind: number) => loans.filter((_, index) => index % 9 === kind);

async function pay(loanId: number, amount: number): Promise<void> {
  const payment = { loanId, source: 'test', reference: `t-${loanId}`, valueDate: todayOf(product) };
  await transaction(product.deps.db, (tx) =>
    receivePayment(tx, product.deps, { ...payment, amount: centavos(amount), instalments: [1] }),
  );
}

/** Between announcement and attempt most of the loans change. */
async function upset(): Promise<void> {
  const { db, clock } = product.deps;
  const now = clock.now();
  const { total } = await db
    .selectFrom('instalment')
    .select(sql<number>`principal + interest + tax + fee + fee_tax`.as('total'))
    .where('loan_id', '=', loans[0] ?? 0)
    .where('number', '=', 1)
    .executeTakeFirstOrThrow();
  for (const id of every(1)) await pay(id, 12_345);
  for (const id of every(2)) await pay(id, total);
  for (const id of every(3)) await pay(id, total - 1);
  await sql`
    with asked as (
      insert into payment_request (hash, country, loan_id, method, kind, amount, priced_on, due_date, reference, is_owners,
        created_at)
      select 'upset-' || id, 'AR', id, 'rapipago', 'coupon', 1, ${todayOf(product)}::date, ${due}::date, 'upset-' || id, true, ${now}
      from unnest(${every(4)}::bigint[]) as id returning id, loan_id)
    insert into payment_request_instalment (request_id, loan_id, instalment, is_owners)
    select id, loan_id, 1, true from asked
  `.execute(db);
  const ofCustomers = (kind: number) =>
    sql`(select customer_id from loan where id = any(${every(kind)}::bigint[]))`;
  await sql`update contact_preference set debits_off_at = ${now} where customer_id in ${ofCustomers(5)}`.execute(
    db,
  );
  await sql`update card set removed_at = ${now} where customer_id in ${ofCustomers(6)}`.execute(db);
  await sql`update loan set state = 'finished', finished_at = ${now} where id = any(${every(7)}::bigint[])`.execute(
    db,
  );
  await sql`
    insert into withdrawal (code, country, kind, document_number, email, state, customer_id, loan_id, return_amount,
      return_until, requested_at, confirmed_at)
    select 'upset-' || id, 'AR', 'loan', '', '', 'return-due', customer_id, id, 1, ${due}::date, ${now}, ${now}
    from loan where id = any(${every(8)}::bigint[])
  `.execute(db);
}

interface Debited {
  readonly loan: number;
  readonly instalment: number;
  readonly amount: number;
}

/** The whole work of the day in one statement: what is to be debited of whom. */
async function expected(): Promise<readonly Debited[]> {
  const { date } = day();
  const { rows } = await sql<Debited>`
    select i.loan_id as loan, i.number as instalment,
      (i.principal + i.interest + i.tax + i.fee + i.fee_tax - coalesce(paid.amount, 0))::bigint as amount
    from instalment i
    join loan l on l.id = i.loan_id and l.country = 'AR' and l.state = 'approved'
    left join (
      select p.loan_id, a.instalment, sum(a.amount) as amount from payment_allocation a join payment p on p.id = a.payment_id
      group by 1, 2) as paid on paid.loan_id = i.loan_id and paid.instalment = i.number
    where i.due_date = ${due} and i.due_date >= ${date}
      and i.principal + i.interest + i.tax + i.fee + i.fee_tax > coalesce(paid.amount, 0)
      and exists (select from card k where k.customer_id = l.customer_id and k.removed_at is null)
      and not exists (select from contact_preference c where c.customer_id = l.customer_id and c.debits_off_at is not null)
      and not exists (select from withdrawal w where w.loan_id = l.id and w.state = 'return-due')
      and not exists (
        select from payment_request_instalment o where o.loan_id = i.loan_id and o.instalment = i.number and o.is_open)
    order by 1
  `.execute(product.deps.db);
  return rows;
}

async function debited(): Promise<readonly Debited[]> {
  const { rows } = await sql<Debited>`
    select loan_id as loan, instalments[1]::int as instalment, amount from payment
    where source = 'instalment-debit' order by 1
  `.execute(product.deps.db);
  return rows;
}

class Killed extends Error {}

/** Charged, and dead before anything of it was booked. */
function dying(): Dependencies {
  const { jobs } = product.deps;
  const wake = () => {
    throw new Killed();
  };
  return {
    ...product.deps,
    jobs: {
      send: (...given) => jobs.send(...given),
      sendMany: (...given) => jobs.sendMany(...given),
      wake,
    },
  };
}

test('killed and run again, the debits are those of one statement over all loans', async () => {
  await goTo(product, debitAnnouncedOn(due, holidaysOf('AR')));
  await announceDebits(product.deps, day());
  await upset();
  await goTo(product, debitAttemptOn(due, holidaysOf('AR')));
  const wanted = await expected();
  expect(wanted).toHaveLength(every(0).length + every(1).length + every(3).length);
  expect(new Set(wanted.map(({ amount }) => amount)).size).toBe(3);
  await expect(attemptDebits(dying(), day())).rejects.toThrow(Killed);
  expect(await debited()).toEqual([]);
  await attemptDebits(product.deps, day());
  await longAgo(product.deps);
  await askForDue(product.deps);
  expect(await debited()).toEqual(wanted);
  await attemptDebits(product.deps, day());
  expect(await debited()).toEqual(wanted);
}, 60_000);
