import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HolidaysTypes } from 'date-holidays';
import type { Currency } from '../../domain/currency.ts';
import { BANKING_ENTRIES } from '../banking-entries.ts';
import { COUNTRIES, type CountryCode } from '../countries.ts';
import { packOf } from '../index.ts';
import type { PaymentMethod } from '../payment-method.ts';

/** A text as typed, and the form that the page gives it. */
type Typed = readonly [typed: string, shown: string];

/**
 * Facts of one country that tests expect in so many words, or need to make people up. They are literal: a fact that a
 * test does not check comes from the pack.
 */
export interface TestCountry {
  readonly code: CountryCode;
  readonly currency: Currency;
  /** Fraction of interest and charges. */
  readonly taxRate: number;
  /** Amount from which matching money takes two people, currency units. */
  readonly fourEyesFrom: number;
  /** Bound of all loans that the contract states. */
  readonly statedBound: 'minAmount' | 'maxAmount';

  /** First digits of invented people's numbers; {@link madeNumber} fills the middle. */
  readonly made: Readonly<
    Record<'leadPhone' | 'cellphone', string> &
      Record<'leadDocument' | 'document', readonly [before: string, behind: string]>
  >;
  /** First digits of a mobile number that any further digits complete. */
  readonly mobileStart: string;
  /** Parts of a sign-up that differ; the simulated bureau gives its document an offer. */
  readonly visitor: Readonly<Record<'document_number' | 'phone', string>> & { readonly bank_code?: string };
  /** Valid body of the address call, with a locality outside the capital where possible. */
  readonly address: object;
  /** Parts of a bank account's call that follow from a tax number and a random number. */
  readonly account: (legalNumber: string, random: number) => object;

  readonly labels: Readonly<
    Record<'document' | 'documentInText' | 'province' | 'houseNumber' | 'account' | 'totalCost', string>
  >;
  /** Ends of the addresses of the steps 1 to 4. */
  readonly stepPlaces: readonly string[];
  readonly document: {
    readonly whole: Typed;
    readonly oneDigitMore: Typed;
    readonly twoDigitsMore: Typed;
    readonly refused: readonly (readonly [typed: string, message: string])[];
  };
  readonly phone: {
    readonly pasted: Typed;
    /** Ways to dial the number `dialled`. */
    readonly ways: readonly string[];
    readonly dialled: string;
    readonly wrong: Typed;
    readonly internationalPrefix: string;
  };
  readonly banks: {
    /** Code of the first usual bank at sign-up; '' if sign-up asks for none. */
    readonly atSignup: string;
    readonly usual: readonly string[];
    readonly byName: Typed;
    readonly shownAs: string;
  };
  /** Some of the lines that a transfer to the lender needs. */
  readonly transfer: readonly (readonly [label: string, value: string])[];
  /** Names of the cash networks, in display order. */
  readonly networks: readonly [string, ...string[]];
  /** Slugs of all methods offered, in display order. */
  readonly paymentMethods: readonly string[];

  /** Settings `LENDER_…` of a real lender, each unlike the fictitious one's. */
  readonly lender: Readonly<Record<string, string>>;
  readonly texts: {
    readonly personalDataLaw: RegExp;
    /** Rate in the footer, and on a card of an offer. */
    readonly footerRate: string;
    readonly planRate: RegExp;
    readonly grantRange: string;
    readonly withdrawalTerm: string;
    readonly invoiceTitle: string;
    /** Printed tax number of a lender whose number is 30-50001091-2. */
    readonly taxNumber: string;
    readonly register: string;
  };
  readonly localities: {
    /** Name of locality 515. */
    readonly capital: string;
    readonly other: string | undefined;
    readonly count: number;
  };
  /** Invoice series of the authority's stand-in. */
  readonly invoiceSeries: string;

  /** Rules by which `holidays-build.ts` makes the table of bank holidays. */
  readonly bankCalendar: {
    readonly closes: (holiday: HolidaysTypes.Holiday) => boolean;
    /** Names of holidays that last until Friday. */
    readonly weeks: readonly string[];
    /** Days of every year that the library does not list. */
    readonly more: readonly (readonly [monthAndDay: string, name: string])[];
  };
}

const folder = join(import.meta.dirname, '..');
const modules: readonly { readonly testCountry: TestCountry }[] = await Promise.all(
  globSync('*/testing/country.ts', { cwd: folder }).map(
    (file) => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href),
  ),
);
const entries = new Map(modules.map(({ testCountry: entry }) => [entry.code, entry]));

/** Facts of a country, from `<code>/testing/country.ts`. */
export function testCountry(code: CountryCode): TestCountry {
  const entry = entries.get(code);
  if (!entry) throw new Error(`src/countries/${code.toLowerCase()}/testing/country.ts is missing`);
  return entry;
}

/** Mobile number of a country with the given last digits. */
export function mobileOf(code: CountryCode, number: number): string {
  const { mobileStart } = testCountry(code);
  return mobileStart + String(number).padStart(packOf(code).maxLengthCellPhone - mobileStart.length, '0');
}

/** Another country than this. */
export function otherThan(code: CountryCode): CountryCode {
  const other = COUNTRIES.find((each) => each !== code);
  if (other === undefined) throw new Error('there is one country only');
  return other;
}

/** Methods offered without an agreement, in display order. */
const methodsOf = (code: CountryCode): readonly PaymentMethod[] =>
  BANKING_ENTRIES[code].paymentMethods.filter(({ isOptional }) => !isOptional);

/** Cash networks of a country, in display order. */
export const networksOf = (code: CountryCode): readonly PaymentMethod[] =>
  methodsOf(code).filter(({ kind }) => kind === 'coupon');

function firstOf(code: CountryCode, kinds: readonly PaymentMethod['kind'][]): string {
  const found = kinds.map((kind) => methodsOf(code).find((method) => method.kind === kind)).find(Boolean);
  if (!found) throw new Error(`no payment by ${kinds.join(' or ')} in ${code}`);
  return found.slug;
}

/** First cash network. */
export const cashIn = (code: CountryCode): string => firstOf(code, ['coupon']);
/** Way to pay from our page: by card, else by transfer. */
export const onlineIn = (code: CountryCode): string => firstOf(code, ['card', 'transfer']);
/** Way to pay any amount: by wallet, else by transfer. */
export const anyAmountIn = (code: CountryCode): string => firstOf(code, ['wallet', 'transfer']);
