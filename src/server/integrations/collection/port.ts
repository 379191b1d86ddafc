import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Centavos } from '../../../domain/money.ts';
import type { TextEncoding } from '../../platform/text/decode-text.ts';

/** Line of a settlement file with every field parsed. */
export interface MoneyLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly kind: 'payment' | 'reversal';
  readonly reportId: string;
  readonly amount: Centavos;
  readonly paidOn: CalendarDate;
  /** Fields that can contain our reference. Each network fills one; the others are ''. */
  readonly barcode: string;
  readonly reference: string;
  readonly text: string;
}

/**
 * Reasons for an unreadable line. Stored with the line; the console has the Spanish text for each
 * (`words/money.ts`).
 */
export type UnreadReason =
  | 'it is no line of a payment'
  | 'it has more columns than the layout'
  | 'its movement is not a word of the network'
  | 'its date is not understood'
  | 'its amount is not understood'
  | 'its number is not understood'
  | 'its reference is not understood';

/** Line with an unreadable field: never booked as money, but left to a person. */
export interface UnreadLine {
  readonly line: number;
  readonly kind: 'unread';
  readonly reason: UnreadReason;
  /** Unreadable value, at most 60 characters. */
  readonly said: string;
  /** Fields that could be parsed; the others are '' or undefined. */
  readonly reportId: string;
  readonly amount: Centavos | undefined;
  readonly paidOn: CalendarDate | undefined;
}

export type CollectedLine = MoneyLine | UnreadLine;

export interface CollectionFile {
  readonly settledOn: CalendarDate;
  readonly lines: readonly CollectedLine[];
  /** Sum of all lines' amounts according to the trailer. */
  readonly total: Centavos;
}

/** Parsed file, or the reason why none of it counts. */
export type ReadFile =
  | { readonly ok: true; readonly file: CollectionFile }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Spanish description for the sender of the file. */
      readonly told: string;
    };

export interface CollectionNetwork {
  readonly country: CountryCode;
  /** Source stored with its payments. */
  readonly source: string;
  /** Reads the bytes after detecting their encoding. */
  readonly read: (bytes: Uint8Array) => ReadFile & { readonly encoding: TextEncoding };
}

/** Networks and banks with a known settlement file layout, by the name used in the command. */
export type CollectionNetworks = Readonly<Record<string, CollectionNetwork>>;
