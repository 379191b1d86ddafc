import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrationFiles } from '../platform/schema/migrate.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

test('an update from before 0037 keeps every charge, those under way to be queried', async () => {
  const name = `charges_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: product.databaseUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = Object.assign(new URL(product.databaseUrl), { pathname: `/${name}` }).href;
  const filesBefore = async (number: string) => (await migrationFiles()).filter((file) => file.name < number);
  await migrate(url, undefined, await filesBefore('0037'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(chargesOfBefore);
    await migrate(url, undefined, await filesBefore('0101'));
    await client.query(firstPaymentsOfBefore);
    await migrate(url);
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
  } finally {
    await client.end();
    await admin.query(`drop database ${name}`);
    await admin.end();
  }
}, 120_000);

/** Rows with the columns that the migrations read. Foreign keys are dropped, because they would require more rows. */
const chargesOfBefore = `
  do $$
  declare belonging record;
  begin
    for belonging in select conrelid::regclass as name, conname from pg_constraint
      where contype = 'f' and confrelid::regclass::text in ('customer', 'acceptance')
    loop
      execute format('alter table %s drop constraint %I', belonging.name, belonging.conname);
    end loop;
  end $$;
  insert into loan (id, public_id, country, customer_id, currency, state, principal, amount_delivered, instalment_count,
    instalment_amount, final_amount, is_membership, terms, rates, original, delivery_type, interest_from, created_at)
  overriding system value
  select n, 'l-' || n, 'AR', n, 'ARS', 'approved', 1, 1, 1, 1, 1, false, '{}', '{}', '{}', 'bank-transfer', now(), now()
  from generate_series(1, 2) n;
  insert into instalment (loan_id, number, due_date, principal, interest, tax, fee, fee_tax)
  select 1, n, now(), 1, 0, 0, 0, 0 from generate_series(1, 3) n;
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
    (2, 'AR', now(), 'm-2', 'charging', 1, '', now(), now(), now());`;

const firstPaymentsOfBefore = `
  alter table card_registration drop constraint card_registration_customer_id_fkey;
  insert into card_registration (id, country, customer_id, reference, amount, currency, brand, last_four, state,
    provider_id, created_at, changed_at)
  overriding system value
  values (1, 'AR', 1, 'f-1', 100, 'ARS', 'visa', '4905', 'sent', '', now(), now()),
    (2, 'AR', 1, 'f-2', 100, 'ARS', 'visa', '4905', 'returned', 'p', now(), now()),
    (3, 'AR', 1, 'f-3', 100, 'ARS', 'visa', '4905', 'declined', 'p', now(), now());`;
