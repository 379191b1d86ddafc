/** Filters of a list by their names in its address. */
export type Filters = Readonly<Record<string, string>>;

/** What of an address is set; in one order, so that the same filters are the same address. */
export function filtersOf(search: URLSearchParams): Filters {
  return Object.fromEntries([...search].filter(([, value]) => value !== '').toSorted());
}

/** Where a list shows these filters. */
export function addressOf(list: string, filters: Filters): string {
  const search = new URLSearchParams(Object.entries(filters).toSorted()).toString();
  return search ? `${list}?${search}` : list;
}
