import { parseAccount } from '../../../countries/banking-entries.ts';
import { known } from '../../../countries/identifiers/checked.ts';
import type { Optional } from '../../platform/column-types.ts';
import type { LegalNumber } from '../../../countries/country.ts';
import { cuitsOfDni, parseDni } from '../../../countries/identifiers/cuit.ts';
import { packOf } from '../../../countries/index.ts';
import { banksOf } from '../../../countries/lists.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { addCustomer } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { storeAddress, storeBankAccount } from '../../customers/profile/service.ts';
import { demoBirthdate, type DemoPerson } from './people.ts';

export type Progress = 'nothing' | 'half' | 'all';

/** Inserts a registered customer with a password and application data. @returns the id */
export async function insertDemoCustomer(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  person: DemoPerson,
  given: { readonly passwordHash: string; readonly progress: Progress },
): Promise<number> {
  const { country } = person;
  const isHalf = given.progress !== 'nothing' ? 1 : 0;
  const isAll = given.progress === 'all' ? 1 : 0;
  const hasAccount = isAll === 1 && person.delivery === 'bank-transfer';
  const added = await addCustomer(tx, {
    hash: random.token(),
    country,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    document_number: person.documentNumber,
    legal_number: hasAccount ? legalNumberOf(person) : '',
    cellphone: person.cellphone,
    cellphone_prefix: packOf(country).prefix,
    birthdate: demoBirthdate,
    password_hash: given.passwordHash,
    delivery_type: isAll ? person.delivery : null,
    avatar_verified: isHalf,
    front_document_verified: isHalf,
    back_document_verified: isHalf,
    address_verified: isHalf,
    personal_reference: isHalf ? 2 : 0,
    banking_verified: hasAccount ? 1 : 0,
    contact_data_verified: isAll,
    email_proved_at: clock.now(),
    email_proved_by: 'link',
    phone_proved_at: isAll ? clock.now() : null,
    origin: 'web',
    created_at: clock.now(),
  });
  if (!added) throw new Error(`the demo customer ${person.email} is there already`);
  const { id } = added;
  if (isHalf) await insertAddress(tx, country, id, clock.now());
  if (hasAccount) await insertAccount(tx, person, id, clock.now());
  return id;
}

function legalNumberOf({ country, documentNumber }: DemoPerson): Optional<LegalNumber> {
  const dni = parseDni(documentNumber);
  return packOf(country).hasLegalNumber && dni.ok ? (cuitsOfDni(dni.value)[0] ?? '') : '';
}

async function insertAddress(tx: Tx, country: CountryCode, customerId: number, now: Date): Promise<void> {
  const { countryId } = packOf(country);
  await storeAddress(tx, {
    customer_id: customerId,
    country_id: countryId,
    province_id: 1,
    city_id: 515,
    street: 'San Martín',
    street_number: '1234',
    floor: '2',
    office: 'B',
    zipcode: SERVER_ENTRIES[country].sample.zipcode,
    state: '',
    updated_at: now,
  });
}

async function insertAccount(tx: Tx, person: DemoPerson, customerId: number, now: Date): Promise<void> {
  const { bankId, number } = SERVER_ENTRIES[person.country].sample.account;
  await storeBankAccount(tx, {
    customer_id: customerId,
    bank_id: bankId,
    bank_name: banksOf(person.country)[bankId] ?? bankId,
    account_number: known(parseAccount(person.country, bankId, number)),
    legal_number: legalNumberOf(person),
    account_holder: `${person.firstName} ${person.lastName}`,
    created_at: now,
  });
}
