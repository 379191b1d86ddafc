import type { DocumentNumber } from '../../countries/country.ts';
import { asChecked } from './as-checked.ts';
import { calendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { openSession } from '../customers/sessions/service.ts';
import { requestRenewal } from '../origination/offers/service.ts';
import type { TestProduct } from './product.ts';

export interface TestCustomer {
  readonly id: number;
  readonly country: CountryCode;
  readonly token: string;
  readonly documentNumber: DocumentNumber;
}

/** Leads' documents begin with 30 (people.ts). */
let count = 0;

/** A registered and logged-in customer; by default nothing is proved. */
export async function newCustomer(
  { deps }: TestProduct,
  country: CountryCode = 'AR',
  given: {
    readonly documentNumber?: string;
    readonly legalNumber?: string;
    readonly isEmailProved?: boolean;
  } = {},
): Promise<TestCustomer> {
  count += 1;
  const documentNumber = asChecked<DocumentNumber>(given.documentNumber ?? String(36_000_000 + count));
  const row = await deps.db
    .insertInto('customer')
    .values({
      hash: deps.random.token(),
      country,
      email: `persona-${country}-${documentNumber}@example.com`,
      first_name: 'Ana',
      last_name: 'Prueba',
      document_number: documentNumber,
      legal_number: asChecked(given.legalNumber ?? ''),
      cellphone: asChecked('1150000000'),
      cellphone_prefix: '54',
      birthdate: calendarDate('1990-01-02'),
      ...(given.isEmailProved ? { email_proved_at: deps.clock.now(), email_proved_by: 'link' } : {}),
      created_at: deps.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { token } = await deps.db.transaction().execute(async (tx) => {
    await requestRenewal(tx, deps, row.id);
    return openSession(tx, deps, { customerId: row.id, country, method: 'password', origin: { device: '' } });
  });
  return { id: row.id, country, token, documentNumber };
}

/** The customer's verification marks. */
export function marksOf({ deps }: TestProduct, { id }: TestCustomer) {
  return deps.db
    .selectFrom('customer')
    .select([
      'address_verified',
      'avatar_verified',
      'front_document_verified',
      'back_document_verified',
      'banking_verified',
      'credit_card_verified',
      'contact_data_verified',
      'personal_reference',
      'delivery_type',
      'legal_number',
      'cellphone',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
