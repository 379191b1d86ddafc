/** So many rows of a list stand on a page of the console. */
export const PAGE_SIZE = 50;

/**
 * Filters of a list, of whose rows more may be read at once by what takes them all away. No caller of the API can say it:
 * contracts do not name it, and what they do not name is stripped.
 */
export type Sized<Filter> = Filter & { readonly size?: number };
