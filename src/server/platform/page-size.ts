/** Rows on a page of a console list. */
export const PAGE_SIZE = 50;

/**
 * Filters of a list, with a larger page for exports. API callers cannot set the size: contracts do not name
 * it, and unnamed members are stripped.
 */
export type Sized<Filter> = Filter & { readonly size?: number };

/** The row as shown, except that these columns keep their database type. */
export type Selected<Shown, Raw> = Omit<Shown, keyof Raw> & Readonly<Raw>;

/**
 * Builds a page from one row more than it shows.
 * @param placeOf cursor after a row, returned as `next`; `next` is '' on the last page
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
