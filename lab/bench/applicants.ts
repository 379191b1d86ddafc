import type { BenchDatabase } from './postgres.ts';
import { first, offerHashOf, tokenOf } from './statements.ts';
import type { Shot } from './wire.ts';

/** Currency units; a maximum of the first price list. */
const amount = 100_000;

/**
 * Adds customers of Argentina with a session, an offer, an account and every verification: one step before the loan.
 */
export async function addApplicants({ fill }: Pick<BenchDatabase, 'fill'>, count: number): Promise<void> {
  const each = `from generate_series(1, ${count}) n`;
  await fill(`
    insert into customer (id, hash, country, email, first_name, last_name, document_number, legal_number, cellphone,
      cellphone_prefix, birthdate, address_verified, avatar_verified, front_document_verified,
      back_document_verified, banking_verified, credit_card_verified, contact_data_verified, created_at)
    overriding system value
    select ${first.customer} + n, 'applicant-' || n, 'AR', 'applicant' || n || '@example.com', 'Ana', 'Prueba',
      (50000000 + n)::text, '', '1150000000', '54', '1990-01-01', 1, 1, 1, 1, 1, 1, 1, now() ${each}`);
  await fill(`
    insert into address (customer_id, country_id, province_id, city_id, street, street_number, floor, office, zipcode,
      state, updated_at)
    select ${first.customer} + n, 858, 1, 515, 'Corrientes', '1234', '-', '-', '1043', '', now() ${each}`);
  await fill(`
    insert into session (digest, customer_id, country, method, created_at, fresh_at, last_used_at, expires_at)
    select sha256(('bench-token-' || lpad(n::text, 8, '0'))::bytea), ${first.customer} + n, 'AR', 'password', now(), now(),
      now(), now() + interval '30 days' ${each}`);
  await fill(`
    insert into bank_account (id, customer_id, bank_id, bank_name, account_number, legal_number, account_holder, created_at)
    overriding system value
    select ${first.account} + n, ${first.customer} + n, '285', 'Banco Macro', '2850590940090418135201', '20500000018', '', now() ${each}`);
  await fill(`
    insert into decision (id, country, customer_id, inputs, rule, outcome, at)
    overriding system value
    select ${first.offer} + n, 'AR', ${first.customer} + n, '{}', 'bench', '{}', now() ${each}`);
  await fill(`
    insert into offer (id, hash, country, customer_id, decision_id, price_list_id, segment, min_amount, max_amount,
      created_at, expires_at)
    overriding system value
    select ${first.offer} + n, 'bench-offer-' || lpad(n::text, 8, '0'), 'AR', ${first.customer} + n, ${first.offer} + n,
      (select id from price_list where country = 'AR' order by id desc limit 1), 'sin-registro', 300000, ${amount * 100},
      now(), now() + interval '30 days' ${each}`);
  await fill(`alter sequence loan_id_seq restart with ${first.loan}`);
  await fill(`alter sequence message_id_seq restart with ${first.message}`);
  await fill('vacuum (analyze) customer, address, session, bank_account, decision, offer');
  await fill('create sequence bench_applicant');
  await fill('grant all on sequence bench_applicant to cuota');
}

/** Applicant `n` confirms the loan. */
export function confirmation(n: number): Shot {
  const id = `${offerHashOf(n)}.${amount}.n`;
  return {
    method: 'POST',
    path: '/api/v3/finish-new',
    headers: {
      authorization: `Bearer ${tokenOf(n)}`,
      'idempotency-key': `bench-key-${String(n).padStart(8, '0')}`,
      'x-forwarded-for': addressOf(n),
      'user-agent': 'Mozilla/5.0 (bench)',
    },
    body: JSON.stringify({
      deliveryPoint: '',
      accountNumber: '',
      referrer: '',
      parameter: '',
      creditStructure: { selectedId: id, maxId: id, installmentsQuantity: 12 },
      isMembershipIncluded: false,
    }),
  };
}

/** Private-range address, different for each of sixteen million requests; neighbours are in different networks. */
export function addressOf(n: number): string {
  return `10.${n & 255}.${(n >> 8) & 255}.${(n >> 16) & 255}`;
}
