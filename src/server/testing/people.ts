import { asChecked } from './as-checked.ts';
import type { DocumentNumber } from '../../countries/country.ts';
import type { CellPhone } from '../../countries/identifiers/phones.ts';
import { calendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { packOf } from '../../countries/index.ts';
import { testCountry } from '../../countries/testing/test-country.ts';
import type { InboxMessage } from '../messages/service.ts';
import { listMessages } from '../messages/service.ts';
import type { TestProduct } from './product.ts';
import { hashPassword } from '../customers/sessions/service.ts';

let count = 0;

export interface TestPerson {
  readonly id: number;
  readonly email: string;
  readonly cellphone: CellPhone;
  readonly documentNumber: DocumentNumber;
  readonly country: CountryCode;
}

/** A lead straight in the database, as sign-up leaves it. @returns its hash */
export async function addLead(
  { deps }: TestProduct,
  given: { country?: CountryCode; email?: string; documentNumber?: string; suitable?: number } = {},
): Promise<string> {
  const { country = 'AR', suitable = 1 } = given;
  count += 1;
  const number = String(count).padStart(6, '0');
  const hash = deps.random.token();
  await deps.db
    .insertInto('lead')
    .values({
      hash,
      country,
      first_name: 'Ana',
      last_name: 'Suárez',
      email: given.email ?? `lead${number}@example.com`,
      phone: asChecked(testCountry(country).made.leadPhone + number),
      document_number: asChecked(given.documentNumber ?? testCountry(country).made.leadDocument.join(number)),
      birthdate: calendarDate('1990-04-23'),
      origin: 'rappi',
      referrer: 'https://example.com',
      parameter: '?utm=a',
      suitable,
      created_at: deps.clock.now(),
    })
    .execute();
  return hash;
}

/** An offer of the lead; a rejection when there is no maximum. */
export async function addOffer(
  { deps }: TestProduct,
  leadHash: string,
  given: { maxAmount?: number | null; expiresAt?: Date } = {},
): Promise<void> {
  const { db, clock, random } = deps;
  const at = clock.now();
  const lead = await db.selectFrom('lead').selectAll().where('hash', '=', leadHash).executeTakeFirstOrThrow();
  const { id: decisionId } = await db
    .insertInto('decision')
    .values({ country: lead.country, lead_id: lead.id, inputs: '{}', rule: 'test', outcome: '{}', at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: priceListId } = await db
    .insertInto('price_list')
    .values({
      country: lead.country,
      valid_from: calendarDate('2020-01-01'),
      version: random.token(),
      data: '{}',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const maxAmount = given.maxAmount === undefined ? 100_000_00 : given.maxAmount;
  await db
    .insertInto('offer')
    .values({
      hash: random.token(),
      country: lead.country,
      lead_id: lead.id,
      decision_id: decisionId,
      price_list_id: priceListId,
      segment: 'test',
      min_amount: maxAmount === null ? null : 5_000_00,
      max_amount: maxAmount,
      created_at: at,
      expires_at: given.expiresAt ?? new Date(at.getTime() + 30 * 86_400_000),
    })
    .execute();
}

/** Inserts a customer with proved e-mail address and phone. */
export async function addPerson(
  { deps }: TestProduct,
  given: { country?: CountryCode; email?: string; password?: string; isProved?: boolean } = {},
): Promise<TestPerson> {
  const { country = 'AR', password, isProved = true } = given;
  count += 1;
  const number = String(count).padStart(6, '0');
  const person = {
    email: given.email ?? `Persona${number}@Example.com`,
    cellphone: asChecked<CellPhone>(testCountry(country).made.cellphone + number),
    documentNumber: asChecked<DocumentNumber>(testCountry(country).made.document.join(number)),
    country,
  };
  const at = deps.clock.now();
  const { id } = await deps.db
    .insertInto('customer')
    .values({
      hash: deps.random.token(),
      country,
      email: person.email,
      first_name: 'Beto',
      last_name: 'Gómez',
      document_number: person.documentNumber,
      cellphone: person.cellphone,
      cellphone_prefix: packOf(country).prefix,
      birthdate: calendarDate('1985-12-01'),
      ...(isProved ? { email_proved_at: at, email_proved_by: 'link', phone_proved_at: at } : {}),
      password_hash: password === undefined ? null : await hashPassword(password),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...person, id };
}

/** The newest message to somebody, waited for no longer than the two seconds it may take. */
export async function newestMessage(
  { deps }: TestProduct,
  to: string,
  isWanted = (_message: InboxMessage) => true,
): Promise<InboxMessage> {
  const deadline = Date.now() + 2_000;
  for (;;) {
    const found = (await listMessages(deps, to)).find(isWanted);
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`no message to ${to} within two seconds`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The message that `act` makes us send to somebody. */
export async function messageOf(
  product: TestProduct,
  to: string,
  act: () => Promise<unknown>,
): Promise<InboxMessage> {
  const before = new Set((await listMessages(product.deps, to)).map(({ id }) => id));
  await act();
  return newestMessage(product, to, ({ id }) => !before.has(id));
}

/** The secret of the first link of a message that leads below `path`. */
export function hashIn(message: InboxMessage, path: string): string {
  const match = new RegExp(`https?://[^/\\s]+/${path}/([\\w-]+)`).exec(message.text);
  if (!match?.[1]) throw new Error(`no link to /${path} in: ${message.text}`);
  return match[1];
}
