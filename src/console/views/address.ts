/** Filters of a list by their names in its address. */
export type Filters = Readonly<Record<string, string>>;

/** Filters set in an address. */
export function filtersOf(search: URLSearchParams): Filters {
  return Object.fromEntries([...search].filter(([, value]) => value !== ''));
}

/** Address of a list with these filters: the same for any order of choosing them. */
export function addressOf(list: string, filters: Filters): string {
  const sorted = new URLSearchParams(Object.entries(filters));
  sorted.sort();
  const search = sorted.toString();
  return search ? `${list}?${search}` : list;
}
