import type { InputOf } from '../../contract/contract.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { cityOfProvince, OTHER_CITY_ID } from '../../countries/identifiers/address.ts';
import type { Rules } from '../forms/form-state.ts';
import { ruleOf } from '../forms/rule.ts';
import type { Profile } from '../profile.ts';

/** Label of the option 9999, also the field's text once chosen. */
const otherCityLabel = 'Otra ciudad';

/** Value for a home without a floor or flat. */
export const noneValue = '-';

/** State of the address form (docs/product/application.md#address). */
export interface AddressValues {
  readonly [name: string]: string;
  readonly province_id: string;
  /** The locality's id; '' while the text names none. */
  readonly city_id: string;
  /** Text of the locality field. */
  readonly city: string;
  /** The free text for 9999 'other city'. */
  readonly city_name: string;
  readonly street: string;
  readonly street_number: string;
  readonly floor: string;
  readonly office: string;
  readonly zipcode: string;
}

/** The form with the address that is already stored. */
export function addressValues(address: Profile['address']): AddressValues {
  const city = address ? String(address.city_id) : '';
  const isOther = city === OTHER_CITY_ID;
  return {
    province_id: address ? String(address.province_id) : '',
    city_id: city,
    city: isOther ? otherCityLabel : (address?.city ?? ''),
    city_name: isOther ? (address?.state ?? '') : '',
    street: address?.street ?? '',
    street_number: address?.street_number ?? '',
    floor: address?.floor ?? '',
    office: address?.office ?? '',
    zipcode: address?.zipcode ?? '',
  };
}

/** Every rule that the form has (docs/product/countries.md#fields). */
export function addressRules(pack: CountryPack): Rules<AddressValues> {
  return {
    province_id: ruleOf(pack, 'province_id'),
    city_id: ruleOf(pack, 'city_id'),
    city_name: ruleOf(pack, 'city_name'),
    street: ruleOf(pack, 'street'),
    street_number: ruleOf(pack, 'street_number'),
    floor: ruleOf(pack, 'floor'),
    office: ruleOf(pack, 'office'),
    zipcode: ruleOf(pack, 'zipcode'),
  };
}

/** The payload of `POST /v3/address`. */
export function addressBody(
  values: AddressValues,
  pack: CountryPack,
): InputOf<'POST /api/v3/address', 'body'> {
  const city = cityOfProvince(values.province_id, values.city_id);
  return {
    country_id: pack.countryId,
    province_id: values.province_id,
    city_id: city,
    street: values.street.trim(),
    street_number: values.street_number.trim(),
    floor: values.floor.trim(),
    office: values.office.trim(),
    zipcode: pack.hasPostalCode ? values.zipcode.trim() : '',
    state: city === OTHER_CITY_ID ? values.city_name.trim() : '',
  };
}
