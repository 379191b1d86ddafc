import { CURRENCIES, type Currency, type CurrencyFacts } from '../../domain/currency.ts';
import { ACCOUNT_RULES } from '../bank-accounts.ts';
import { COUNTRIES, type CountryCode } from '../countries.ts';
import type { Country, DocumentNumber } from '../country.ts';
import { ENTRIES } from '../entries.ts';
import { HOLIDAYS } from '../holidays.ts';
import { accepted, refused } from '../identifiers/checked.ts';
import { PAYMENT_METHODS } from '../payment-methods.ts';
import { NOTES } from '../promissory-note.ts';
import { REMINDERS } from '../reminders.ts';
import { SERVER_ENTRIES } from '../server-entries.ts';

/** A country that is nowhere: summer time, no check digit, no postal code, a sum of seven digits. */
export const INVENTED = 'XX' as CountryCode;

/** Its money has no decimals. */
export const INVENTED_CURRENCY = 'XXM' as Currency;
const money: CurrencyFacts = {
  exponent: 0,
  symbol: 'ƒ',
  word: { one: 'florín', many: 'florines' },
  smallestStep: 100,
};

const uruguay = ENTRIES.UY;

const entry: Country = {
  pack: {
    ...uruguay.pack,
    code: INVENTED,
    country: 'Fantasía',
    locale: 'es-XX',
    currency: INVENTED_CURRENCY,
    timeZone: 'America/Santiago',
    offer: { minAmount: 50_000, maxAmount: 2_500_000, step: 10_000 },
    mainDocument: 'Cédula de Fantasía',
    maxLengthMainDocument: 6,
    prefix: '999',
    maxLengthCellPhone: 7,
    hintCellPhone: 'Ingresá los 7 números.',
  },
  ownsHost: (name) => name.endsWith('.xx') || name === 'xx.localhost',
  localHost: 'xx.localhost',
  document: {
    parse: (input) =>
      /^\d{6}$/.test(input) ? accepted(input as DocumentNumber) : refused('La cédula debe tener 6 números.'),
    format: (document) => `${document.slice(0, 3)} ${document.slice(3)}`,
    show: (digits) => [digits.slice(0, 3), digits.slice(3)].filter((part) => part !== '').join(' '),
  },
  phone: {
    pattern: /^7\d{6}$/,
    e164Prefix: '+999',
    national: (digits) => digits.replace(/^999/, ''),
  },
};

/** Puts the invented country into every table. @returns what takes it out again */
export function addInventedCountry(): () => void {
  const from = <Value>(table: Readonly<Record<CountryCode, Value>>, value: Value = table.UY) => {
    const open = table as Record<CountryCode, Value>;
    open[INVENTED] = value;
    return () => Reflect.deleteProperty(open, INVENTED);
  };
  const currencies = CURRENCIES as Record<string, CurrencyFacts>;
  currencies[INVENTED_CURRENCY] = money;
  const codes = COUNTRIES as unknown as CountryCode[];
  codes.push(INVENTED);
  const undo = [
    from(ENTRIES, entry),
    from(SERVER_ENTRIES, {
      ...SERVER_ENTRIES.UY,
      terms: {
        ...SERVER_ENTRIES.UY.terms,
        terminos: { ...SERVER_ENTRIES.UY.terms.terminos, title: 'Términos de Fantasía' },
      },
      priceList: { ...SERVER_ENTRIES.UY.priceList, country: INVENTED, version: 'xx-1' },
      localities: [[515, 'Capital', 1]],
    }),
    from(ACCOUNT_RULES, {
      kind: 'of-a-bank',
      parse: (_bank, input) => (/^\d{5}$/.test(input) ? accepted(input) : refused('5 números.')),
      formatOf: () => ({ minDigits: 5, maxDigits: 5, hint: '5 números.' }),
    }),
    from(NOTES, (facts) => ({ title: 'Pagaré de Fantasía', version: 'xx-1', paragraphs: [facts.amount] })),
    from(HOLIDAYS, new Set(['2026-05-18'])),
    from(PAYMENT_METHODS),
    from(REMINDERS),
  ];
  return () => {
    codes.pop();
    Reflect.deleteProperty(currencies, INVENTED_CURRENCY);
    for (const each of undo) each();
  };
}
