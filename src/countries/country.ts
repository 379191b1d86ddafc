import type { CountryPack } from './country-pack.ts';
import type { AccountNumber } from './banking.ts';
import type { Cuit } from './identifiers/cuit.ts';
import type { Cedula } from './identifiers/cedula.ts';
import type { Parsed } from './identifiers/checked.ts';
import type { Dni } from './identifiers/dni.ts';
import type { PickupPointId } from './server-country.ts';

/** The main document of any country. */
export type DocumentNumber = Dni | Cedula;
/** A person's number with the tax office, where the country asks for it. */
export type LegalNumber = Cuit;

/** Owner of a payout: their tax number, or the main document if they gave none. */
export type HolderNumber = LegalNumber | DocumentNumber;
/** Destination of a loan's money: an account, a pickup point, or cash on showing the document. */
export type Destination = AccountNumber | PickupPointId | DocumentNumber;

/** The main document's number: how it is read and how it is printed. */
export interface DocumentRule {
  readonly parse: (input: string) => Parsed<DocumentNumber>;
  /** A whole number as it is printed. */
  readonly format: (document: DocumentNumber) => string;
  /** Digits with the marks of the printed form, as far as they are typed. */
  readonly show: (digits: string) => string;
}

/** National mobile numbers. */
export interface PhoneRule {
  /** The national number in digits that are dialled, at home or from abroad; undefined where they are none. */
  readonly national: (digits: string) => string | undefined;
  readonly e164Prefix: string;
}

/** Country as needed by every page; docs/product/countries.md#one-entry lists all its parts. */
export interface Country {
  readonly pack: CountryPack;
  /**
   * True if a host belongs to the country.
   * @param host in lower case, without port and final dot
   */
  readonly ownsHost: (name: string) => boolean;
  /** Address of the product for the country on a local machine. */
  readonly localHost: string;
  readonly document: DocumentRule;
  readonly phone: PhoneRule;
  /** Absent where addresses have none. */
  readonly parsePostalCode?: (input: string) => Parsed<string>;
}
