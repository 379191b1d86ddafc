import type { DeliveryType } from './country-pack.ts';
import type { Parsed } from './identifiers/checked.ts';
import type { DocumentData } from './identifiers/document-data.ts';
import type { CollectionAccount, Lender } from './lender.ts';
import type { CountryDocuments } from './papers/legal-document.ts';
import type { PriceList } from './price-list.ts';

/** A person of the demo and of the tests: what the country's own checks accept. */
export interface SampleData {
  /** Nine document numbers; the stand-in of the bureau decides by the last digit, 8 and 3 are a good record. */
  readonly documents: readonly string[];
  /** The first digits of mobile numbers; one digit follows. */
  readonly phone: string;
  /** Demo customers take turns with these. */
  readonly deliveries: readonly DeliveryType[];
  readonly zipcode: string;
  readonly account: { readonly bankId: string; readonly number: string };
}

/** What the law or an institute says anew again and again, from a day on. */
export interface DatedSource {
  /** The index unit that charges are counted in, or the legal ceiling of ordinary or of default rates. */
  readonly kind: 'unit' | 'ceiling' | 'default-ceiling';
  /** A value may be relied on for so many days; the staff is told this long before. */
  readonly lastsDays: number;
  readonly warnDays: number;
}

/** A country as only the server needs it: heavy lists, legal texts, prices. */
export interface ServerCountry {
  readonly terms: CountryDocuments;
  /** The price list that a new database begins with. */
  readonly priceList: PriceList;
  /** Which values of its price lists the staff keeps up to date. */
  readonly datedSources: readonly DatedSource[];
  /** Id, name and province of each, and its code in the public register where it has one. */
  readonly localities: readonly (readonly (string | number)[])[];
  /** Id and code in the public register of each province; absent where no register is read. */
  readonly provinceCodes?: readonly (readonly [id: string, code: string])[];
  /** Reads the barcode of the document; absent where it has none (docs/decisions/0023-document-barcode.md). */
  readonly readDocument?: (barcode: string) => DocumentData | undefined;
  /** Who tells what a person owes elsewhere; 'none' where no bureau is asked. */
  readonly bureau: 'bcra' | 'none';
  /** The wallet's name of the country. */
  readonly walletSite: string;
  /** Code of the language in which WhatsApp's templates are registered. */
  readonly whatsappLanguage: string;
  /** What these settings are until an operator changes them. */
  readonly settings: {
    /** A WhatsApp number in digits. */
    readonly supportPhone: string;
    /** Largest advance at zero rate for members, currency units. */
    readonly zeroRateAdvanceLimit: number;
  };
  /** Money of so much, currency units, is matched by two people of the staff. */
  readonly fourEyesFrom: number;
  readonly lender: {
    /** Checks the tax number and returns it as it is printed. */
    readonly parseTaxNumber: (input: string) => Parsed<string>;
    /** Named outside production, where nobody real lends. */
    readonly demonstration: Lender;
    readonly demonstrationAccount: CollectionAccount;
  };
  readonly sample: SampleData;
}
