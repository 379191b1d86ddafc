import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holidaysOf } from '../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../countries/law/debits.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import { migrationFiles } from '../platform/schema/migrate.ts';
import { migrate } from '../platform/schema/migrate.ts';
import { announceDebits } from '../servicing/debits/announce.ts';
import { debtor, dueDatesOf, goTo, todayOf } from '../servicing/debits/testing/debtor.ts';
import type { Borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** Processes of the release before 0037 run beside this one; their statements are given as they were. */

let product: TestProduct;
let one: Borrower;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  one = await debtor(product);
});
afterAll(() => product.close());

test('a worker cannot begin a debit, and leaves alone what this release charges', async () => {
  const { db } = product.deps;
  const [due] = await dueDatesOf(product, one);
  await goTo(product, debitAnnouncedOn(due as CalendarDate, holidaysOf('AR')));
  await announceDebits(product.deps, { country: 'AR', date: todayOf(product) });
  await goTo(product, debitAttemptOn(due as CalendarDate, holidaysOf('AR')));
  const { id, card_id } = await db
    .selectFrom('instalment_debit')
    .select(['id', 'card_id'])
    .where('loan_id', '=', one.loanId)
    .executeTakeFirstOrThrow();
  const { hash } = (await one.ask([2], 'rapipago')).body.result;
  const request = sql`(select id from payment_request where hash = ${hash})`;
  const begin = (sentAt: unknown) =>
    sql`
    update instalment_debit d set state = 'charging', request_id = ${request}, card_id = given.card_id,
      amount = given.amount, sent_at = ${sentAt}, changed_at = now()
    from unnest(${[id]}::bigint[], ${[card_id]}::bigint[], ${[100]}::bigint[]) as given (id, card_id, amount)
    where d.id = given.id`.execute(db);
  await expect(begin(sql`now()`)).rejects.toThrow('instalment_debit_not_for_older_workers');
  // As this release notes it: seconds since it was sent are null for them, and they waited for sixty.
  await begin(null);
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - d.sent_at)::float8 as seconds from instalment_debit d
    where d.state = 'charging' and d.id = ${id}`.execute(db);
  expect(Number(rows[0]?.seconds) < 60).toBe(true);
  const claim = await sql`update instalment_debit set sent_at = now()
    where id = ${id} and state = 'charging' and sent_at < now() - make_interval(secs => 60)`.execute(db);
  expect(claim.numAffectedRows).toBe(0n);
});

test('an API charges the card of a payment, which this release asks for', async () => {
  const { db } = product.deps;
  const { hash } = (await one.ask([3], 'debit-card')).body.result;
  const charge = await sql<{ id: number }>`
    insert into card_charge (request_id, reference, brand, last_four, submission, created_at, changed_at)
    select id, 'older-1', 'visa', '4905', null, now(), now() from payment_request where hash = ${hash}
    returning id`.execute(db);
  const { rows } = await sql`
    select c.country, c.purpose, c.amount = r.amount as is_amount, c.currency, c.tries,
      c.due_at between now() + interval '50 seconds' and now() + interval '60 seconds' as is_due
    from card_charge c join payment_request r on r.id = c.request_id where c.id = ${charge.rows[0]?.id}`.execute(
    db,
  );
  expect(rows).toEqual([
    { country: 'AR', purpose: 'payment', is_amount: true, currency: 'ARS', tries: 0, is_due: true },
  ]);
});

test('an API makes the first payment of a card, which this release asks for', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into card_registration (country, customer_id, reference, amount, currency, brand, last_four, created_at,
      changed_at)
    select 'AR', customer_id, 'card-older', 100, 'ARS', 'visa', '4905', now(), now() from loan where id = ${one.loanId}
    returning id`.execute(product.deps.db);
  const charges = await sql`
    select registration_id as id, country, purpose, amount::int, currency,
      due_at between now() + interval '50 seconds' and now() + interval '60 seconds' as is_due
    from card_charge where reference = 'card-older'`.execute(product.deps.db);
  const charge = { country: 'AR', purpose: 'registration', amount: 100, currency: 'ARS', is_due: true };
  expect(charges.rows).toEqual([{ ...rows[0], ...charge }]);
});

describe('the migrations', () => {
  test('keep every charge, those under way to be asked for', async () => {
    const name = `charges_${process.pid}_${Date.now()}`;
    await sql`create database ${sql.id(name)}`.execute(product.deps.db);
    const url = Object.assign(new URL(product.databaseUrl), { pathname: `/${name}` }).href;
    const moving = /^(?:003[789]|0101|0104|0116)-/;
    const before = (await migrationFiles()).filter((file) => !moving.test(file.name));
    await migrate(url, undefined, before);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(rowsOfBefore);
      expect((await migrate(url)).filter((file) => moving.test(file))).toHaveLength(6);
      const { rows } = await client.query(`
        select reference, purpose, coalesce(request_id, debit_id, membership_id, registration_id)::int as subject, state, amount::int,
          currency, card_id::int, provider_id, due_at is not null as is_due from card_charge order by reference`);
      const payment = { purpose: 'payment', subject: 1, amount: 500, currency: 'ARS', card_id: null };
      const debit = { purpose: 'instalment', amount: 700, currency: 'ARS', card_id: 1 };
      const membership = { purpose: 'membership', amount: 900, currency: 'ARS', card_id: 1 };
      const first = {
        purpose: 'registration',
        amount: 100,
        currency: 'ARS',
        card_id: null,
        provider_id: 'p',
      };
      expect(rows).toEqual([
        { reference: 'd-1', ...debit, subject: 1, state: 'sent', provider_id: '', is_due: true },
        { reference: 'd-2', ...debit, subject: 2, state: 'declined', provider_id: 'p', is_due: false },
        { reference: 'f-1', ...first, subject: 1, state: 'sent', provider_id: '', is_due: true },
        { reference: 'f-2', ...first, subject: 2, state: 'approved', is_due: false },
        { reference: 'f-3', ...first, subject: 3, state: 'declined', is_due: false },
        { reference: 'm-1', ...membership, subject: 1, state: 'approved', provider_id: 'p', is_due: false },
        { reference: 'm-2', ...membership, subject: 2, state: 'sent', provider_id: '', is_due: true },
        { reference: 'p-1', ...payment, state: 'approved', provider_id: 'p', is_due: false },
        { reference: 'p-2', ...payment, state: 'sent', provider_id: '', is_due: true },
      ]);
      // What a worker of before has under way it may end, as it would have.
      await client.query(`update instalment_debit set state = 'approved', provider_id = 'x' where id = 1`);
    } finally {
      await client.end();
      await sql`drop database ${sql.id(name)}`.execute(product.deps.db);
    }
  }, 60_000);
});

/** Only what the migrations look at: foreign keys would ask for more. */
const rowsOfBefore = `
  do $$
  declare belonging record;
  begin
    for belonging in select conrelid::regclass as name, conname from pg_constraint where contype = 'f' loop
      execute format('alter table %s drop constraint %I', belonging.name, belonging.conname);
    end loop;
  end $$;
  insert into loan (id, public_id, country, customer_id, currency, state, principal, amount_delivered, instalment_count,
    instalment_amount, final_amount, is_membership, terms, rates, original, delivery_type, interest_from, created_at)
  overriding system value
  select n, 'l-' || n, 'AR', n, 'ARS', 'approved', 1, 1, 1, 1, 1, false, '{}', '{}', '{}', 'bank-transfer', now(), now()
  from generate_series(1, 2) n;
  insert into card (id, customer_id, gateway, token, brand, last_four, holder, expires_month, expires_year, created_at)
  overriding system value values (1, 1, 'sandbox', 't', 'visa', '4905', 'A', 12, 2099, now());
  insert into payment_request (id, hash, country, loan_id, method, kind, amount, priced_on, due_date, reference, created_at)
  overriding system value values (1, 'h', 'AR', 1, 'debit-card', 'card', 500, now(), now(), 'r', now());
  insert into card_charge (request_id, reference, state, brand, last_four, provider_id, created_at, changed_at)
  values (1, 'p-1', 'approved', 'visa', '4905', 'p', now(), now()), (1, 'p-2', 'sent', 'visa', '4905', '', now(), now());
  insert into instalment_debit (id, country, loan_id, instalment, customer_id, card_id, due_date, attempt_on, reference,
    state, reason, amount, request_id, provider_id, announced_at, sent_at, changed_at)
  overriding system value values
    (1, 'AR', 1, 1, 1, 1, now(), now(), 'd-1', 'charging', '', 700, 1, '', now(), now(), now()),
    (2, 'AR', 1, 2, 1, 1, now(), now(), 'd-2', 'declined', '', 700, 1, 'p', now(), now(), now()),
    (3, 'AR', 1, 3, 1, 1, now(), now(), 'd-3', 'skipped', 'paid', null, null, '', now(), null, now());
  insert into membership (loan_id, country, customer_id, currency, price, tax, agreed_at)
  select n, 'AR', 1, 'ARS', 900, 1, now() from generate_series(1, 2) n;
  insert into membership_charge (loan_id, country, charge_on, reference, state, card_id, provider_id, sent_at, created_at,
    changed_at)
  values (1, 'AR', now(), 'm-1', 'approved', 1, 'p', now(), now(), now()),
    (2, 'AR', now(), 'm-2', 'charging', 1, '', now(), now(), now());
  insert into card_registration (id, country, customer_id, reference, amount, currency, brand, last_four, state,
    provider_id, created_at, changed_at)
  overriding system value
  values (1, 'AR', 1, 'f-1', 100, 'ARS', 'visa', '4905', 'sent', '', now(), now()),
    (2, 'AR', 1, 'f-2', 100, 'ARS', 'visa', '4905', 'returned', 'p', now(), now()),
    (3, 'AR', 1, 'f-3', 100, 'ARS', 'visa', '4905', 'declined', 'p', now(), now());`;
