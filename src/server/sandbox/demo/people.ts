import { calendarDate } from '../../../domain/calendar-date.ts';
import { parseDocument } from '../../../countries/identifiers/document.ts';
import { known } from '../../../countries/identifiers/checked.ts';
import { type CellPhone, parseCellPhone } from '../../../countries/identifiers/phones.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { demoEmailOf, type DEMO_ADDRESSES } from '../../demo-emails.ts';
import type { DeliveryType } from '../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';

/** Demo customers and their cases (docs/product/providers.md#demo-customers). */
export type DemoKind =
  | 'new'
  | 'half-done'
  | 'in-send'
  | 'current'
  | 'delayed-10'
  | 'delayed-45'
  | 'finished'
  | 'canceled'
  | 'membership';

export interface DemoPerson {
  readonly kind: DemoKind;
  readonly country: CountryCode;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly documentNumber: DocumentNumber;
  readonly cellphone: CellPhone;
  readonly delivery: DeliveryType;
}

export const demoBirthdate = calendarDate('1988-04-12');

export const demoPassword = 'Demo-2026';

const kinds: readonly (readonly [
  DemoKind,
  address: (typeof DEMO_ADDRESSES)[number],
  firstName: string,
  lastName: string,
])[] = [
  ['new', 'nueva', 'Nadia', 'Nievas'],
  ['half-done', 'mitad', 'Mateo', 'Medina'],
  ['in-send', 'enviando', 'Elena', 'Escobar'],
  ['current', 'aldia', 'Alicia', 'Duarte'],
  ['delayed-10', 'demora10', 'Darío', 'Diez'],
  ['delayed-45', 'demora45', 'Cora', 'Cuello'],
  ['finished', 'pagado', 'Pedro', 'Pagani'],
  ['canceled', 'cancelado', 'Carla', 'Cancela'],
  ['membership', 'membresia', 'Marta', 'Miembro'],
];

/** Demo customers, the same in every database. */
export const demoPeople: readonly DemoPerson[] = COUNTRIES.flatMap((country) => {
  const { documents, phone, deliveries } = SERVER_ENTRIES[country].sample;
  return kinds.map(([kind, address, firstName, lastName], index) => ({
    kind,
    country,
    firstName,
    lastName,
    email: demoEmailOf(address, country),
    documentNumber: known(parseDocument(country, documents[index] ?? '')),
    cellphone: known(parseCellPhone(country, `${phone}${index + 1}`)),
    delivery: deliveries[index % deliveries.length] ?? 'bank-transfer',
  }));
});
