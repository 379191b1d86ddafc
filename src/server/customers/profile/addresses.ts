import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode, CountryPack } from '../../../countries/country-pack.ts';
import { FORM_MESSAGES } from '../../../countries/fields/form-messages.ts';
import { cityOfProvince, OTHER_CITY_ID } from '../../../countries/identifiers/address.ts';
import { plainText } from '../../../countries/identifiers/printable.ts';
import { packOf } from '../../../countries/index.ts';
import { provincesOf } from '../../../countries/lists.ts';
import { validateField, type FieldName } from '../../../countries/fields/validation.ts';
import { changeProfile } from '../service.ts';
import { offeredLocalities } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { forgetDrafts } from '../drafts/service.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { Call } from '../../platform/http/route.ts';
import { callerOf } from '../../platform/http/route.ts';
import { addressModel, contactsModel } from './models.ts';
import { storeAddress } from './stored.ts';

const key = 'POST /api/v3/address';
type Body = ParsedOf<typeof key, 'body'>;
type Answer = OutputOf<typeof key>;

const CITY_REQUIRED = 'Seleccionar una ciudad.';

/** Saves the address (docs/product/application.md#address). */
export async function saveAddress(deps: Dependencies, call: Call<typeof key>): Promise<Result<Answer>> {
  const { body, country } = call;
  const { customerId } = callerOf(call);
  const city = cityFor(country, body);
  const localities = await offeredLocalities(deps.db, country, body.province_id);
  const fields = wrongFields(deps, country, body, city, localities);
  if (Object.keys(fields).length > 0)
    return fail('invalid', { message: FORM_MESSAGES.addressInvalid, fields });
  const row = rowOf(packOf(country), body, city);
  return call.commit(async (tx) => {
    const saved = await storeAddress(tx, { ...row, customer_id: customerId, updated_at: deps.clock.now() });
    const customer = await changeProfile(tx, customerId, { address_verified: 1, personal_reference: 2 });
    await forgetDrafts(tx, customerId, ['address']);
    await recordEvent(tx, {
      at: deps.clock.now(),
      country,
      kind: 'address-saved',
      customerId,
      requestId: call.origin.requestId,
      address: call.origin.address,
    });
    const address = addressModel(country, saved, localities?.[city]);
    return ok({ model: { address, contacts: contactsModel(customer) } });
  });
}

/** City to store: 515 in province 1; a missing one becomes 'other city' if the province has that. */
function cityFor(country: CountryCode, body: Body): string {
  const given = body.city_id ?? '';
  const orOther = given === '' && packOf(country).hasOtherCity ? OTHER_CITY_ID : given;
  return cityOfProvince(body.province_id, orOther);
}

function wrongFields(
  deps: Dependencies,
  country: CountryCode,
  body: Body,
  city: string,
  localities: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const context = {
    country,
    today: localDate(deps.clock.now(), country),
    values: { province_id: body.province_id, city_id: city },
  };
  const fields: Record<string, string> = {};
  const check = (wireName: string, rule: FieldName, value: string) => {
    const message = validateField(rule, value, context);
    if (message !== undefined) fields[wireName] = message;
  };
  check('province_id', 'province_id', body.province_id);
  check('street', 'street', body.street);
  check('street_number', 'street_number', body.street_number);
  // Optional because a house has neither, but not blank (docs/product/countries.md#fields).
  if (body.floor != null) check('floor', 'floor', String(body.floor));
  if (body.office != null) check('office', 'office', String(body.office));
  check('zipcode', 'zipcode', body.zipcode);
  if (fields['province_id'] !== undefined) return fields;
  if (!Object.hasOwn(provincesOf(country), body.province_id) || !localities) {
    return { ...fields, province_id: 'Seleccionar una provincia.' };
  }
  if (!Object.hasOwn(localities, city)) return { ...fields, city_id: CITY_REQUIRED };
  check('state', 'city_name', body.state);
  if (fields['state'] !== undefined && !body.city_id) {
    // Neither chosen nor typed, so the choice is reported as missing.
    delete fields['state'];
    fields['city_id'] = CITY_REQUIRED;
  }
  return fields;
}

function rowOf(pack: CountryPack, body: Body, city: string) {
  return {
    country_id: pack.countryId,
    province_id: Number(body.province_id),
    city_id: Number(city),
    street: textOf(body.street),
    street_number: textOf(body.street_number),
    floor: textOf(body.floor),
    office: textOf(body.office),
    zipcode: pack.hasPostalCode ? body.zipcode.toUpperCase() : '',
    state: city === OTHER_CITY_ID ? textOf(body.state) : '',
  };
}

/** Text of an optional field, normalised as its rule does. */
function textOf(value: string | number | null | undefined): string {
  return value == null ? '' : plainText(String(value)).trim();
}
