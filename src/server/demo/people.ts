import type { CountryCode, DeliveryType } from '../../countries/country-pack.ts';

/** What a demo customer shows (docs/product/providers.md#demo-customers). */
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
  readonly documentNumber: string;
  readonly cellphone: string;
  readonly delivery: DeliveryType;
}

/** Every demo customer's password. */
export const demoPassword = 'Demo-2026';

const kinds: readonly (readonly [DemoKind, address: string, firstName: string, lastName: string])[] = [
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

/** The stand-in of the bureau decides by the last digit: a good record in all of them. */
const documents: Readonly<Record<CountryCode, readonly string[]>> = {
  AR: [
    '30100018',
    '30200028',
    '30300038',
    '30400048',
    '30500058',
    '30600068',
    '30700078',
    '30800088',
    '30900098',
  ],
  UY: [
    '41001013',
    '41002023',
    '41003033',
    '41004043',
    '41005053',
    '41006063',
    '41007073',
    '41008083',
    '41009093',
  ],
};

const phones: Readonly<Record<CountryCode, string>> = { AR: '114500000', UY: '9900000' };

/** Uruguayan customers take turns with both ways to receive the money. */
const deliveries: Readonly<Record<CountryCode, readonly DeliveryType[]>> = {
  AR: ['bank-transfer'],
  UY: ['bank-transfer', 'red-pagos'],
};

/** The demo customers, the same in every database. */
export const demoPeople: readonly DemoPerson[] = (['AR', 'UY'] as const).flatMap((country) =>
  kinds.map(([kind, address, firstName, lastName], index) => ({
    kind,
    country,
    firstName,
    lastName,
    email: `${address}@${country.toLowerCase()}.demo.example`,
    documentNumber: documents[country][index] ?? '',
    cellphone: `${phones[country]}${index + 1}`,
    delivery: deliveries[country][index % deliveries[country].length] ?? 'bank-transfer',
  })),
);
