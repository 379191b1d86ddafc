/** Facts about a currency. Amounts are always in hundredths of the unit (`Centavos`). */
export interface CurrencyFacts {
  /** Decimals in formatted amounts. */
  readonly exponent: 0 | 2;
  readonly symbol: string;
  /** Name of the unit after a number. */
  readonly word: { readonly one: string; readonly many: string };
  /** Smallest amount in use, in hundredths of the unit. */
  readonly smallestStep: number;
}

const peso = { exponent: 2, symbol: '$', word: { one: 'peso', many: 'pesos' }, smallestStep: 1 } as const;

/** Keyed by ISO 4217 code; add new currencies here. */
export const CURRENCIES = { ARS: peso, UYU: peso } as const satisfies Readonly<Record<string, CurrencyFacts>>;

export type Currency = keyof typeof CURRENCIES;

export const CURRENCY_CODES = Object.keys(CURRENCIES) as readonly Currency[];

export function isCurrency(code: string | undefined): code is Currency {
  return CURRENCY_CODES.some((known) => known === code);
}
