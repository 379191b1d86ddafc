/** So many rows of a list stand on a page of the console. */
export const PAGE_SIZE = 50;

/**
 * Filters of a list, of whose rows more may be read at once by what takes them all away. No caller of the API can say it:
 * contracts do not name it, and what they do not name is stripped.
 */
export type Sized<Filter> = Filter & { readonly size?: number };

/** A row that is selected under the names, and as what, it is shown as, but for these columns. */
export type Selected<Shown, Raw> = Omit<Shown, keyof Raw> & Readonly<Raw>;

/**
 * A page of a list, of which one row more was read than it shows.
 * @param placeOf where the next page goes on behind a row: its `next`, '' on the last page
 */
export function pageOf<Row, Shown>(
  rows: readonly Row[],
  size: number,
  shown: (row: Row) => Shown,
  placeOf: (last: Row) => string | number,
): { result: Shown[]; next: string } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { result: page.map(shown), next: rows.length > size && last ? String(placeOf(last)) : '' };
}
