import type { Selectable } from 'kysely';
import { OTHER_CITY_ID } from '../../../countries/identifiers/address.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { provincesOf } from '../../../countries/lists.ts';
import { localitiesOf } from '../../../countries/localities.ts';
import type { Address, BankAccount, Card, Customer } from '../../platform/database-types.ts';

/** @param locality city name from the database, if it differs from the shipped list */
export function addressModel(
  country: CountryCode,
  row: Selectable<Address>,
  locality: string | null | undefined,
) {
  const provinceId = String(row.province_id);
  const cityId = String(row.city_id);
  const listed = locality ?? localitiesOf(country, provinceId)?.[cityId] ?? '';
  return {
    country_id: row.country_id,
    province_id: row.province_id,
    province: provincesOf(country)[provinceId] ?? '',
    city_id: row.city_id,
    city: cityId === OTHER_CITY_ID ? row.state : listed,
    street: row.street,
    street_number: row.street_number,
    floor: row.floor,
    office: row.office,
    zipcode: row.zipcode,
    state: row.state,
  };
}

export function contactsModel(
  customer: Pick<Selectable<Customer>, 'cellphone' | 'cellphone_prefix' | 'email'>,
) {
  return {
    cellphone: customer.cellphone,
    cellphone_prefix: customer.cellphone_prefix,
    email_address: customer.email,
  };
}

export function bankAccountModel(country: CountryCode, row: Selectable<BankAccount>) {
  return {
    bankId: row.bank_id,
    bankName: row.bank_name,
    accountNumber: row.account_number,
    cbu: packOf(country).hasLegalNumber ? row.account_number : '',
    holderIdentityNumber: row.legal_number,
    bank: row.bank_name,
    account_holder: row.account_holder,
    legal_number: row.legal_number,
  };
}

export function cardModel(row: Selectable<Card>) {
  return {
    card_type: 'debit',
    brand: row.brand,
    number: `**** ${row.last_four}`,
    holder: row.holder,
    expiration_date: `${String(row.expires_month).padStart(2, '0')}/${String(row.expires_year).slice(-2)}`,
  };
}
