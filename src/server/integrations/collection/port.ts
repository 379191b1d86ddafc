import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Centavos } from '../../../domain/money.ts';

/** One line of a settlement file. */
export interface CollectedLine {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  readonly kind: 'payment' | 'reversal';
  readonly reportId: string;
  readonly amount: Centavos;
  readonly paidOn: CalendarDate;
  /** What leads to our reference: one of the three, as the network has it; '' otherwise. */
  readonly barcode: string;
  readonly reference: string;
  readonly text: string;
}

export interface CollectionFile {
  readonly settledOn: CalendarDate;
  readonly lines: readonly CollectedLine[];
  /** Sum of the amounts of all lines. */
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

/** Who sends settlement files. */
export interface CollectionNetwork {
  readonly country: CountryCode;
  /** The name under which its payments are kept. */
  readonly source: string;
  readonly read: (content: string) => ReadFile;
}

/** The networks and banks whose settlement files are known, by the name the command takes. */
export type CollectionNetworks = Readonly<Record<string, CollectionNetwork>>;
