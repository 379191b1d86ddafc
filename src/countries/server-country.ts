import type { DeliveryType } from './country-pack.ts';
import type { CheckedText, Parsed } from './identifiers/checked.ts';
import type { CollectionAccount, Lender } from './lender.ts';
import type { CountryDocuments } from './papers/legal-document.ts';
import type { PriceList } from './price-list.ts';

export type PickupPointId = CheckedText<'PickupPointId'>;

/** A retail pickup point (docs/product/application.md#delivery). */
export interface PickupPoint {
  readonly id: PickupPointId;
  readonly name: string;
  readonly address: string;
  readonly city: string;
}

/** Sample person of demo and tests, valid under the country's own checks. */
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

/** Values published again and again by law or an institute, each from a day on. */
export interface DatedSource {
  /** The index unit that charges are counted in, or the legal ceiling of ordinary or of default rates. */
  readonly kind: 'unit' | 'ceiling' | 'default-ceiling';
  /** Days for which a value is reliable; the staff is warned this long before. */
  readonly lastsDays: number;
  readonly warnDays: number;
}

/** A country as only the server needs it: heavy lists, legal texts, prices. */
export interface ServerCountry {
  readonly terms: CountryDocuments;
  /** The price list that a new database begins with. */
  readonly priceList: PriceList;
  /** Price list values maintained by the staff. */
  readonly datedSources: readonly DatedSource[];
  /** Id, name and province of each, and its code in the public register where it has one. */
  readonly localities: readonly (readonly (string | number)[])[];
  /** Id and name of each province or department. */
  readonly provinces: readonly (readonly (string | number)[])[];
  readonly pickupPoints: readonly PickupPoint[];
  /** Id and code in the public register of each province; absent where no register is read. */
  readonly provinceCodes?: readonly (readonly [id: string, code: string])[];
  /** Reads the barcode of the document; absent where it has none (docs/product/application.md#document-barcode). */
  readonly readDocument?: (barcode: string) => DocumentData | undefined;
  /** Source of a person's debts elsewhere; 'none' without a bureau. */
  readonly bureau: 'bcra' | 'none';
  /** The wallet's name of the country. */
  readonly walletSite: string;
  /** Language code of the registered WhatsApp templates. */
  readonly whatsappLanguage: string;
  /** Defaults of these settings. */
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
    /** Company named outside production, where no real one lends. */
    readonly demonstration: Lender;
    readonly demonstrationAccount: CollectionAccount;
  };
  readonly sample: SampleData;
}

/** Barcode content of an identity document. */
export interface DocumentData {
  readonly documentNumber: string;
  readonly lastName: string;
  readonly firstName: string;
  /** `YYYY-MM-DD`. */
  readonly birthdate: string;
  /** 'M', 'F' or 'X'; '' when the code has none. */
  readonly gender: string;
}
