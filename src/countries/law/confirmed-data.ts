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
