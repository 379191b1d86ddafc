import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimRows } from '../platform/work/row-queue.ts';
import { confirmationOf, signUpAndVerify } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { payoutRows } from './payout-record.ts';

/** A worker of the release before jobs became rows runs alongside this one; its statements are copied verbatim. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

async function planned(): Promise<number> {
  const person = await signUpAndVerify(product);
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const { id } = await product.deps.db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', String(body.result.id))
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks of the old worker on a payout: for a due step, and for a cancellation. */
const lockAsBefore = async (loanId: number) => {
  const { rows } = await sql<{ state: string; is_due: boolean }>`
    select d.loan_id, l.public_id, l.country, l.currency, l.customer_id, l.state as loan_state, d.state,
      l.principal, d.amount, l.terms, l.interest_from, l.delivery_type, d.reference, d.holder, d.legal_number,
      d.bank_id, d.destination, d.tries, d.is_on_hold, d.next_step_at <= clock_timestamp() as is_due,
      c.email, c.first_name, c.disabled_at is not null as is_customer_disabled
    from disbursement d
    join loan l on l.id = d.loan_id
    join customer c on c.id = l.customer_id
    where d.loan_id = ${loanId}
    for update of d, l
  `.execute(product.deps.db);
  return rows[0];
};

describe('a worker of the former release', () => {
  test('takes no payout that is due for this one', async () => {
    const id = await planned();
    const { db } = product.deps;
    // The old API still cancels with this statement.
    expect(await lockAsBefore(id)).toMatchObject({ state: 'planned', is_due: false });
    const { rows } = await sql<{ due_in_seconds: number }>`
      select greatest(0, ceil(extract(epoch from next_step_at - now())))::int as due_in_seconds
      from disbursement where loan_id = ${id} and state in ('planned', 'sent', 'unknown')`.execute(db);
    expect(rows[0]?.due_in_seconds).toBeGreaterThan(1_000_000_000);
    expect(await claimRows(db, payoutRows, sql`loan_id = ${id}`, 1)).toEqual([id]);
  });

  test('cannot begin a step of one, whatever it believes', async () => {
    const id = await planned();
    const postpone = sql`update disbursement set tries = 1, next_step_at = now() + make_interval(secs => 1)
      where loan_id = ${id}`.execute(product.deps.db);
    await expect(postpone).rejects.toThrow('disbursement_not_for_older_workers');
  });
});

test('an order that an API of the former release writes without a country has that of its loan', async () => {
  const id = await planned();
  const { db } = product.deps;
  const order = sql`rail, amount, holder, legal_number, bank_id, destination, state, created_at, changed_at`;
  // Locks the loan in the same statement, as the old release does.
  await sql`
    with new_loan as (
      insert into loan overriding system value
      select copy.* from loan l,
        jsonb_populate_record(l, '{"id": 900001, "public_id": "written-before", "state": "canceled"}') copy
      where l.id = ${id}
    ), accepted as (
      insert into acceptance (loan_id, at, address, device, documents)
      select 900001, at, address, device, documents from acceptance where loan_id = ${id}
    )
    insert into disbursement (loan_id, reference, ${order})
    select 900001, 'written-before', ${order} from disbursement where loan_id = ${id}`.execute(db);
  const rows = await db
    .selectFrom('disbursement')
    .select('loan_country')
    .where('loan_id', 'in', [id, 900_001])
    .execute();
  expect(rows).toEqual([{ loan_country: 'AR' }, { loan_country: 'AR' }]);
});
