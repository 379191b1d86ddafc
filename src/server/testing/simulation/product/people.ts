import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { packOf } from '../../../../countries/index.ts';
import { SERVER_ENTRIES } from '../../../../countries/server-entries.ts';
import type { Product } from './stage.ts';

/** A customer one step before the loan, and what they call with. */
export interface Customer {
  readonly id: number;
  readonly country: CountryCode;
  readonly token: string;
  readonly documentNumber: string;
  readonly offerHash: string;
  /** Currency units. */
  readonly most: number;
}

/** Long before and after everything that is played. */
const [before, behind] = ['2020-01-01T12:00:00Z', '2090-01-01T12:00:00Z'];

/**
 * Customers straight in the database, as sign-up and every step of the application leave them: with an account, an
 * offer that does not run out and a session that stays fresh.
 */
export async function addCustomers(
  { deps: { db } }: Product,
  from: number,
  countries: readonly CountryCode[],
): Promise<readonly Customer[]> {
  const people = countries.map((country, index) => personOf(country, from + index));
  const of = <T>(pick: (person: (typeof people)[number]) => T): T[] => people.map(pick);
  const ids = of(({ id }) => id);
  await sql`
    insert into customer (id, hash, country, email, first_name, last_name, document_number, legal_number, cellphone,
      cellphone_prefix, birthdate, address_verified, avatar_verified, front_document_verified,
      back_document_verified, banking_verified, credit_card_verified, contact_data_verified, delivery_type,
      has_membership_enabled, email_proved_at, email_proved_by, created_at)
    overriding system value
    select n.id, 'player-' || n.id, n.country, 'player' || n.id || '@example.com', 'Ana', 'Prueba', n.document, '',
      '1150000000', '54', '1990-01-01', 1, 1, 1, 1, 1, 1, 1, 'bank-transfer', true,
      ${before}::timestamptz, 'link', ${before}::timestamptz
    from unnest(${ids}::bigint[], ${of(({ country }) => country)}::text[],
      ${of(({ documentNumber }) => documentNumber)}::text[]) as n (id, country, document)`.execute(db);
  await sql`
    insert into address (customer_id, country_id, province_id, city_id, street, street_number, floor, office, zipcode,
      state, updated_at)
    select id, 858, 1, 515, 'Corrientes', '1234', '-', '-', '1043', '', ${before}::timestamptz
    from unnest(${ids}::bigint[]) as id`.execute(db);
  await sql`
    insert into session (digest, customer_id, country, method, created_at, fresh_at, last_used_at, expires_at)
    select decode(n.digest, 'hex'), n.id, n.country, 'password', ${before}::timestamptz, ${behind}::timestamptz,
      ${behind}::timestamptz, ${behind}::timestamptz
    from unnest(${ids}::bigint[], ${of(({ country }) => country)}::text[],
      ${of(({ token }) => createHash('sha256').update(token).digest('hex'))}::text[])
      as n (id, country, digest)`.execute(db);
  await sql`
    insert into bank_account (customer_id, bank_id, bank_name, account_number, legal_number, account_holder, created_at)
    select n.id, n.bank, 'Banco', n.account, '', '', ${before}::timestamptz
    from unnest(${ids}::bigint[], ${of(({ country }) => SERVER_ENTRIES[country].sample.account.bankId)}::text[],
      ${of(({ country }) => SERVER_ENTRIES[country].sample.account.number)}::text[]) as n (id, bank, account)`.execute(
    db,
  );
  await sql`
    insert into decision (id, country, customer_id, inputs, rule, outcome, at)
    overriding system value
    select n.id, n.country, n.id, '{}', 'simulation', '{}', ${before}::timestamptz
    from unnest(${ids}::bigint[], ${of(({ country }) => country)}::text[]) as n (id, country)`.execute(db);
  await sql`
    insert into offer (hash, country, customer_id, decision_id, price_list_id, segment, min_amount, max_amount,
      created_at, expires_at)
    select n.hash, n.country, n.id, n.id,
      (select p.id from price_list p where p.country = n.country order by p.id desc limit 1), 'simulation',
      n.least, n.most, ${before}::timestamptz, ${behind}::timestamptz
    from unnest(${ids}::bigint[], ${of(({ country }) => country)}::text[],
      ${of(({ offerHash }) => offerHash)}::text[], ${of(({ least }) => least * 100)}::bigint[],
      ${of(({ most }) => most * 100)}::bigint[]) as n (id, country, hash, least, most)`.execute(db);
  return people;
}

function personOf(country: CountryCode, n: number): Customer & { readonly least: number } {
  const { minAmount: least, maxAmount: most } = SERVER_ENTRIES[country].priceList;
  const padded = String(n).padStart(6, '0');
  return {
    id: 500_000_000 + n,
    country,
    token: `simulation-token-${padded}`,
    documentNumber: documentOf(country, n),
    offerHash: `simulation-offer-${padded}`,
    least,
    most,
  };
}

/** A number that the country takes: the last digit of a cédula follows from the others. */
function documentOf(country: CountryCode, n: number): string {
  const body = String(2_000_000 + n).padStart(7, '0');
  if (packOf(country).hasLegalNumber) return `${body}5`;
  const sum = [2, 9, 8, 7, 6, 3, 4].reduce((total, weight, at) => total + weight * Number(body[at]), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** Saves a card as the card step does; the stand-in of the gateway treats its charges by `kind`. */
export async function saveCard(
  { deps: { db, clock } }: Product,
  { id }: Customer,
  kind: 'approved' | 'declined' | 'lost',
): Promise<void> {
  await db
    .insertInto('card')
    .values({
      customer_id: id,
      gateway: 'payway',
      token: `${kind}-${id}-${Math.random()}`,
      stored_token: `${kind}-stored-${id}`,
      bin: '450799',
      brand: 'visa',
      last_four: '4905',
      holder: 'ANA PRUEBA',
      expires_month: 12,
      expires_year: 2089,
      created_at: clock.now(),
    })
    .execute();
}
