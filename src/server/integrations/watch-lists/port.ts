import type { Listed } from '../../../domain/list-match.ts';

/** Person or entity of a public list. */
export interface ListedEntry extends Listed {
  /** The list's own number of the entry, unique within the list. */
  readonly id: string;
  /** Part of the list, such as `UN List`. */
  readonly part: string;
  readonly programme: string;
  readonly reference: string;
  readonly comments: string;
}

/** Current version of the list. */
export interface WatchListFile {
  /** SHA-256 of the files, hexadecimal. */
  readonly digest: string;
  readonly entries: readonly ListedEntry[];
}

/** Public list of persons barred from business (docs/product/screening.md#public-list). */
export interface WatchList {
  /** @throws WatchListError if the list is unreachable or any part of it is not understood */
  read(): Promise<WatchListFile>;
}

export class WatchListError extends Error {
  override readonly name = 'WatchListError';
}
