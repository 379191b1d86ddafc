/** Filters of a list by their names in its address. */
export type Filters = Readonly<Record<string, string>>;

/** What of an address is set. */
export function filtersOf(search: URLSearchParams): Filters {
  return Object.fromEntries([...search].filter(([, value]) => value !== ''));
}

/** Where a list shows these filters: the same ones are the same address, in whatever order they were chosen. */
export function addressOf(list: string, filters: Filters): string {
  const sorted = new URLSearchParams(Object.entries(filters));
  sorted.sort();
  const search = sorted.toString();
  return search ? `${list}?${search}` : list;
}
