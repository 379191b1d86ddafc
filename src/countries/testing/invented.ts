import { CURRENCIES, CURRENCY_CODES, type Currency, type CurrencyFacts } from '../../domain/currency.ts';
import { COUNTRIES, type CountryCode } from '../countries.ts';
import type { Country, DocumentNumber } from '../country.ts';
import type { PriceList } from '../price-list.ts';
import type { AccountNumber } from '../banking.ts';
import { BANKING_ENTRIES } from '../banking-entries.ts';
import { LAWS } from '../law/laws.ts';
import { ENTRIES } from '../entries.ts';
import { PROMISSORY_NOTES } from '../papers/promissory-note.ts';
import { HOLIDAY_ROWS } from '../holidays.ts';
import { accepted, refused } from '../identifiers/checked.ts';
import { SERVER_ENTRIES } from '../server-entries.ts';

/** An invented country: summer time, no check digit, no postal code, sums of seven digits. */
export const INVENTED = 'XX' as CountryCode;

/** A currency without decimals. */
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
    membership: { ...uruguay.pack.membership, price: 250_000 },
    amounts: { drawPrize: 300_000, referralReward: 200_000, savingsTagAbove: 40_000 },
    offer: { minAmount: 50_000, maxAmount: 2_500_000, step: 10_000 },
    mainDocument: 'Cédula de Fantasía',
    maxLengthMainDocument: 6,
    deliveryTypes: ['bank-transfer'],
    applicationSteps: uruguay.pack.applicationSteps.filter(({ name }) => name !== 'delivery'),
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
    national: (digits) => /^(?:999)?(7\d{6})$/.exec(digits)?.[1],
    e164Prefix: '+999',
  },
};

const uruguayan = SERVER_ENTRIES.UY.priceList;
const priceList: PriceList = {
  ...uruguayan,
  ...entry.pack.offer,
  country: INVENTED,
  version: 'xx-1',
  variants: {
    membership: { ...uruguayan.variants.membership, currency: INVENTED_CURRENCY },
    no_membership: { ...uruguayan.variants.no_membership, currency: INVENTED_CURRENCY },
  },
  segments: uruguayan.segments.map((each) => ({ ...each, maxAmount: each.maxAmount * 100 })),
};

/** Adds the invented country to every table. @returns a function that removes it */
export function addInventedCountry(): () => void {
  const from = <Value>(table: Readonly<Record<CountryCode, Value>>, value: Value) => {
    const open = table as Record<CountryCode, Value>;
    open[INVENTED] = value;
    return () => Reflect.deleteProperty(open, INVENTED);
  };
  const currencies = CURRENCIES as Record<string, CurrencyFacts>;
  currencies[INVENTED_CURRENCY] = money;
  const currencyCodes = CURRENCY_CODES as Currency[];
  currencyCodes.push(INVENTED_CURRENCY);
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
      priceList,
      datedSources: [],
      localities: [[515, 'Capital', 1]],
      provinces: [[1, 'Capital']],
      sample: {
        documents: [11, 12, 13, 14, 15, 16, 17, 18, 19].map((start) => `${start}0008`),
        phone: '755500',
        deliveries: ['bank-transfer'],
        zipcode: '',
        account: { bankId: '1', number: '12345' },
      },
    }),
    from(BANKING_ENTRIES, {
      ...BANKING_ENTRIES.UY,
      accounts: {
        kind: 'of-a-bank',
        parse: (_bank, input) =>
          /^\d{5}$/.test(input) ? accepted(input as AccountNumber) : refused('5 números.'),
        formatOf: () => ({ minDigits: 5, maxDigits: 5, hint: '5 números.' }),
      },
      banks: [['1', 'Banco de Fantasía']],
    }),
    from(LAWS, LAWS.UY),
    from(PROMISSORY_NOTES, (facts) => ({
      title: 'Pagaré de Fantasía',
      version: 'xx-1',
      paragraphs: [facts.amount],
    })),
    from(HOLIDAY_ROWS, [['2026-05-18', 'Día de Fantasía']]),
  ];
  return () => {
    codes.pop();
    currencyCodes.pop();
    Reflect.deleteProperty(currencies, INVENTED_CURRENCY);
    for (const each of undo) each();
  };
}
