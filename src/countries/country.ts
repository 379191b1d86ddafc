import type { CountryPack } from './country-pack.ts';
import type { AccountNumber } from './identifiers/bank-accounts.ts';
import type { Cuit } from './identifiers/cuit.ts';
import type { Cedula } from './identifiers/cedula.ts';
import type { Parsed } from './identifiers/checked.ts';
import type { Dni } from './identifiers/dni.ts';
import type { PickupPointId } from './lists.ts';

/** The main document of any country. */
export type DocumentNumber = Dni | Cedula;
/** A person's number with the tax office, where the country asks for it. */
export type LegalNumber = Cuit;

/** Whose money a payout is: the number with the tax office, or the main document of whoever has given none. */
export type HolderNumber = LegalNumber | DocumentNumber;
/** Where the money of a loan goes: an account, a point where it is picked up, or cash for who shows the document. */
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

/**
 * A country as every page needs it; the whole list of what a country is stands in
 * docs/product/countries.md#one-entry.
 */
export interface Country {
  readonly pack: CountryPack;
  /** Whether a host is the country's: its name in small letters, without port and final dot. */
  readonly ownsHost: (name: string) => boolean;
  /** Where the product serves the country on the machine it runs on. */
  readonly localHost: string;
  readonly document: DocumentRule;
  readonly phone: PhoneRule;
  /** Absent where addresses have none. */
  readonly parsePostalCode?: (input: string) => Parsed<string>;
}
