import { useSyncExternalStore } from 'react';

/** Page location: path and filters are in the address, so that it can be bookmarked and shared. */
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}
addEventListener('popstate', tell);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Goes to another page, or to the same one with other filters in its place. */
export function go(address: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  tell();
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

function setFilter(name: string, value: string): void {
  const next = new URLSearchParams(location.search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  const text = next.toString();
  go(text ? `${location.pathname}?${text}` : location.pathname, { replace: true });
}

/** An address's filters, of these names. */
export interface Filters<Name extends string = string> extends URLSearchParams {
  get(name: Name): string | null;
}

/** Filters of the address and a setter; empty ones are omitted. */
export function useFilters<Name extends string = string>(): [
  filters: Filters<Name>,
  set: (name: Name, value: string) => void,
] {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return [new URLSearchParams(search), setFilter];
}

/**
 * Query of a call from these filters.
 * @param members names in the call
 */
export function queryOf<Name extends string>(
  filters: Filters<Name>,
  members: Readonly<Partial<Record<Name, string>>>,
): Record<string, string> {
  return Object.fromEntries(
    (Object.entries(members) as [Name, string][]).flatMap(([name, member]) => {
      const value = filters.get(name);
      return value ? [[member, value]] : [];
    }),
  );
}
