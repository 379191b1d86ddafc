import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Centavos } from '../../../domain/money.ts';
import type { TextEncoding } from '../../platform/text/decode-text.ts';

/** One line of a settlement file that is understood whole. */
export interface MoneyLine {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  readonly kind: 'payment' | 'reversal';
  readonly reportId: string;
  readonly amount: Centavos;
  readonly paidOn: CalendarDate;
  /** Fields that can identify our reference: the network fills one of the three and leaves the others ''. */
  readonly barcode: string;
  readonly reference: string;
  readonly text: string;
}

/**
 * Reasons for an unreadable line. Stored with the line; the console has the Spanish text for each (`words/money.ts`).
 */
export type UnreadReason =
  | 'it is no line of a payment'
  | 'it has more columns than the layout'
  | 'its movement is not a word of the network'
  | 'its date is not understood'
  | 'its amount is not understood'
  | 'its number is not understood'
  | 'its reference is not understood';

/** Line with an unreadable field: never booked as money, it waits for a person. */
export interface UnreadLine {
  readonly line: number;
  readonly kind: 'unread';
  readonly reason: UnreadReason;
  /** The value that is not understood, at most 60 characters. */
  readonly said: string;
  /** The fields that are understood; '' and undefined otherwise. */
  readonly reportId: string;
  readonly amount: Centavos | undefined;
  readonly paidOn: CalendarDate | undefined;
}

export type CollectedLine = MoneyLine | UnreadLine;

export interface CollectionFile {
  readonly settledOn: CalendarDate;
  readonly lines: readonly CollectedLine[];
  /** Sum of the amounts of all lines, as the trailer has it. */
  readonly total: Centavos;
}

/** A whole file, or why none of it counts. */
export type ReadFile =
  | { readonly ok: true; readonly file: CollectionFile }
  | {
      readonly ok: false;
      /** For the log, */
      readonly reason: string;
      /** and what is wrong with it in the words of who sent it. */
      readonly told: string;
    };

/** Senders of settlement files. */
export interface CollectionNetwork {
  readonly country: CountryCode;
  /** Source under which its payments are stored. */
  readonly source: string;
  /** Reads the bytes by the encoding that they are in. */
  readonly read: (bytes: Uint8Array) => ReadFile & { readonly encoding: TextEncoding };
}

/** Networks and banks with a known settlement file layout, by their name in the command. */
export type CollectionNetworks = Readonly<Record<string, CollectionNetwork>>;
