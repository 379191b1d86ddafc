import type { InvoiceKind } from '../domain/invoicing.ts';
import type { NegativeInformationTerms } from '../domain/negative-information.ts';
import type { DeliveryType } from './country-pack.ts';
import type { CheckedText, Parsed } from './identifiers/checked.ts';
import type { CollectionAccount, Lender } from './lender.ts';
import type { ShippedEntries } from './law/confirmed-data.ts';
import type { PriceList } from './price-list.ts';

export type PickupPointId = CheckedText<'PickupPointId'>;

/** A retail pickup point (docs/product/application.md#delivery). */
export interface PickupPoint {
  readonly id: PickupPointId;
  readonly name: string;
  readonly address: string;
  readonly city: string;
}

/** Sample person for demo and tests, valid under the country's own checks. */
export interface SampleData {
  /** Nine document numbers; the simulated bureau decides by the last digit, 8 and 3 have a good record. */
  readonly documents: readonly string[];
  /** First digits of mobile numbers; one digit follows. */
  readonly phone: string;
  /** Assigned to demo customers in rotation. */
  readonly deliveries: readonly DeliveryType[];
  readonly zipcode: string;
  readonly account: { readonly bankId: string; readonly number: string };
}

/** Values that a law or institute publishes repeatedly, each valid from a day on. */
export interface DatedSource {
  /** Index unit of charges, or the legal ceiling of ordinary or default rates. */
  readonly kind: 'unit' | 'ceiling' | 'default-ceiling';
  /** Days that a value stays reliable, and days of advance warning to the staff. */
  readonly lastsDays: number;
  readonly warnDays: number;
}

/** Limit on telling others about arrears (docs/product/collections.md#negative-information). */
export interface NegativeInformationLaw {
  /** Oldest first. */
  readonly terms: readonly NegativeInformationTerms[];
  readonly rule: string;
  /** Open points that counsel must confirm. */
  readonly unconfirmed: string;
}

/** Fiscal documents of tax points (docs/product/invoices.md). */
export interface InvoicingTerms {
  /** Adapter of the authority; 'none' issues nothing. */
  readonly provider: 'arca' | 'cfe' | 'none';
  /** Printed names. */
  readonly names: Readonly<Record<InvoiceKind, string>>;
  /** Printed name of the authorisation code. */
  readonly codeName: string;
}

/** Country data that only the server needs: large lists, legal texts, prices. */
export interface ServerCountry {
  readonly terms: CountryDocuments;
  /** Price list of a new database. */
  readonly priceList: PriceList;
  /** Price list values maintained by the staff. */
  readonly datedSources: readonly DatedSource[];
  /** Values in use until two people confirm them. */
  readonly confirmedData: ShippedEntries;
  readonly negativeInformation: NegativeInformationLaw;
  readonly invoicing: InvoicingTerms;
  /** Id, name and province of each, and its code in the public register if it has one. */
  readonly localities: readonly (readonly (string | number)[])[];
  readonly provinces: readonly (readonly (string | number)[])[];
  readonly pickupPoints: readonly PickupPoint[];
  /** Id and public register code of each province; absent if no register is used. */
  readonly provinceCodes?: readonly (readonly [id: string, code: string])[];
  /**
   * Parses the document's barcode; absent if documents have none
   * (docs/product/application.md#document-barcode).
   */
  readonly readDocument?: (barcode: string) => DocumentData | undefined;
  /** Source of a person's debts elsewhere; 'none' without a bureau. */
  readonly bureau: 'bcra' | 'none';
  /** List against which customers are matched; 'none' where the country is not covered. */
  readonly watchList: 'repet' | 'none';
  /** Wallet's code for the country. */
  readonly walletSite: string;
  /** Language code of the registered WhatsApp templates. */
  readonly whatsappLanguage: string;
  /** Default values of these settings. */
  readonly settings: {
    /** A WhatsApp number in digits. */
    readonly supportPhone: string;
    /** Largest zero-rate advance for members, currency units. */
    readonly zeroRateAdvanceLimit: number;
    /** Default interest of a loan that one person waives alone in a month, units. */
    readonly waiverLimit: number;
  };
  /** Minimum amount, in currency units, that needs two staff members to match. */
  readonly fourEyesFrom: number;
  readonly lender: {
    /** Validates the tax number and returns it formatted as printed. */
    readonly parseTaxNumber: (input: string) => Parsed<string>;
    /** Company named outside production, where no real one lends. */
    readonly demonstration: Lender;
    readonly demonstrationAccount: CollectionAccount;
  };
  readonly sample: SampleData;
}

export interface DocumentData {
  readonly documentNumber: string;
  readonly lastName: string;
  readonly firstName: string;
  /** `YYYY-MM-DD`. */
  readonly birthdate: string;
  /** 'M', 'F' or 'X'; '' when the code has none. */
  readonly gender: string;
}

/**
 * Legal text in sections. `{brand}` is replaced by the brand setting, `{lender}` and `{lenderContact}` by the
 * company's.
 */
export interface LegalDocument {
  readonly title: string;
  /** Changes with every change of wording; stored on acceptance (docs/product/confirmation.md#acceptance). */
  readonly version: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

/** Slugs of `/v3/terms/{slug}`; the first two have pages of their own. */
export const LEGAL_SLUGS = ['terminos', 'privacidad', 'membresia', 'sorteo', 'referidos'] as const;
export type LegalSlug = (typeof LEGAL_SLUGS)[number];

/** Texts that each country words itself. */
export type CountryDocuments = Readonly<Record<'terminos' | 'privacidad', LegalDocument>>;
