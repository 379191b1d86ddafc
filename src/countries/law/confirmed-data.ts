import { CLOSE_ACCOUNTS, type CloseAccount } from '../../domain/month-close.ts';

/**
 * Field kinds of data that the law or an accountant decides, unconfirmed as shipped
 * (docs/product/books.md#data-to-be-confirmed).
 */
export type ConfirmedKind = 'percent' | 'days' | 'account' | 'switch';

const ofAll = <Key extends string>(keys: readonly Key[], kind: ConfirmedKind) =>
  Object.fromEntries(keys.map((key) => [key, kind])) as Readonly<Record<Key, ConfirmedKind>>;

const chart: Readonly<Record<CloseAccount, ConfirmedKind>> = ofAll(CLOSE_ACCOUNTS, 'account');

const classes: Readonly<Record<'1' | '2' | '3' | '4' | '5', ConfirmedKind>> = ofAll(
  ['1', '2', '3', '4', '5'],
  'percent',
);

export const CONFIRMED_FIELDS = {
  /** Percentage of the debt by class, 1 (best) to 5. */
  provisions: classes,
  /** Least days late that stop interest from counting as income. */
  'interest-suspension': { days: 'days' },
  /** Number of each account in the lender's chart. */
  'chart-of-accounts': chart,
  /** 'on' if VAT falls due at the due date, although not yet paid. */
  'tax-at-due-date': { applies: 'switch' },
  /** Rate on each fiscal document, and the days that it may be dated back. */
  invoicing: { rate: 'percent', 'backdated-days': 'days' },
} as const satisfies Record<string, Readonly<Record<string, ConfirmedKind>>>;

export type ConfirmedName = keyof typeof CONFIRMED_FIELDS;
export type ConfirmedValues<Name extends ConfirmedName = ConfirmedName> = Readonly<
  Record<keyof (typeof CONFIRMED_FIELDS)[Name], string>
>;

export interface ShippedData<Name extends ConfirmedName = ConfirmedName> {
  /** Origin of the figures and what must be confirmed, in Spanish, for the staff. */
  readonly source: string;
  readonly fields: ConfirmedValues<Name>;
}

export type ShippedEntries = { readonly [Name in ConfirmedName]: ShippedData<Name> };

/** Chart of accounts for demonstrations, until a lender enters its own. */
export const EXAMPLE_CHART: ShippedData<'chart-of-accounts'> = {
  source: 'Un plan de ejemplo, para la demostración. Falta el del contador.',
  fields: {
    'principal-receivable': '1.3.01.01',
    'interest-receivable': '1.3.01.02',
    'default-interest-receivable': '1.3.01.03',
    'fee-receivable': '1.3.01.04',
    'membership-receivable': '1.3.02.01',
    'tax-receivable': '1.3.03.01',
    bank: '1.1.02.01',
    collections: '1.1.03.01',
    'disbursement-in-transit': '2.1.04.01',
    'customer-credit': '2.1.05.01',
    'unidentified-payments': '2.1.05.02',
    'tax-payable': '2.1.06.01',
    'interest-income': '4.1.01.01',
    'default-interest-income': '4.1.01.02',
    'fee-income': '4.1.02.01',
    'membership-income': '4.1.02.02',
    'promotion-cost': '5.1.03.01',
    'principal-waived': '5.1.02.01',
    'written-off': '5.1.02.02',
    'recovery-income': '4.1.03.01',
    'accrued-interest': '1.3.01.05',
    'accrued-default-interest': '1.3.01.06',
    'accrued-fees': '1.3.01.07',
    'accrued-interest-income': '4.1.01.03',
    'accrued-default-interest-income': '4.1.01.04',
    'accrued-fees-income': '4.1.02.03',
    provision: '1.3.09.01',
    'provision-expense': '5.1.01.01',
  },
};

/** Error text for a field's value, in Spanish; undefined if it is valid. */
export function wrongField(kind: ConfirmedKind, value: string): string | undefined {
  switch (kind) {
    case 'percent':
      return /^\d{1,3}(\.\d{1,4})?$/.test(value) && Number(value) <= 100
        ? undefined
        : 'Escribí un porcentaje entre 0 y 100, con punto para los decimales.';
    case 'days':
      return /^[1-9]\d{0,3}$/.test(value) ? undefined : 'Escribí los días, entre 1 y 9999.';
    case 'account':
      return /^([\dA-Za-z][\w.\-/]{0,29})?$/.test(value)
        ? undefined
        : 'Escribí el número de la cuenta sin espacios, hasta 30 letras, números, puntos y guiones.';
    case 'switch':
      return value === 'on' || value === 'off' ? undefined : 'Elegí sí o no.';
  }
}

/** Fields that are missing, unknown or wrong, with their Spanish sentences. */
export function wrongFields(
  name: ConfirmedName,
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const kinds: Readonly<Record<string, ConfirmedKind>> = CONFIRMED_FIELDS[name];
  const wrong: Record<string, string> = {};
  for (const [key, kind] of Object.entries(kinds)) {
    const sentence = wrongField(kind, fields[key] ?? (kind === 'account' ? '' : '?'));
    if (sentence !== undefined) wrong[key] = sentence;
  }
  for (const key of Object.keys(fields)) if (!Object.hasOwn(kinds, key)) wrong[key] = 'Ese dato no existe.';
  return wrong;
}
