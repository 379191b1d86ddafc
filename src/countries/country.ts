import type { CountryPack } from './country-pack.ts';
import type { AccountNumber } from './banking.ts';
import type { Cuit, Dni } from './identifiers/cuit.ts';
import type { Cedula } from './identifiers/cedula.ts';
import type { Parsed } from './identifiers/checked.ts';
import type { PickupPointId } from './server-country.ts';

export type DocumentNumber = Dni | Cedula;
/** Tax number of a person, in countries that ask for it. */
export type LegalNumber = Cuit;

/** Payee of a payout: the tax number, or the main document without one. */
export type HolderNumber = LegalNumber | DocumentNumber;
/** Destination of a loan's money: an account, a pickup point, or cash on showing the document. */
export type Destination = AccountNumber | PickupPointId | DocumentNumber;

/** Parsing and formatting of the main document's number. */
export interface DocumentRule {
  readonly parse: (input: string) => Parsed<DocumentNumber>;
  /** Formats a complete number as printed. */
  readonly format: (document: DocumentNumber) => string;
  /** Adds the printed form's separators to a partly typed number. */
  readonly show: (digits: string) => string;
}

export interface PhoneRule {
  /** Extracts the national number from digits dialled at home or from abroad; undefined for anything else. */
  readonly national: (digits: string) => string | undefined;
  readonly e164Prefix: string;
}

/** Country data needed by every page; docs/product/countries.md#one-entry lists all parts. */
export interface Country {
  readonly pack: CountryPack;
  /** True if a host belongs to the country. @param host in lower case, without port and trailing dot */
  readonly ownsHost: (name: string) => boolean;
  /** Address of the country's site on a local machine. */
  readonly localHost: string;
  readonly document: DocumentRule;
  readonly phone: PhoneRule;
  /** Absent if addresses have no postal code. */
  readonly parsePostalCode?: (input: string) => Parsed<string>;
}
