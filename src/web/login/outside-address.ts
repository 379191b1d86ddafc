/**
 * A setting's address: a path when it is on this site, the whole address when it is on another, null when
 * it is none. Only the web's own schemes count.
 */
export function addressOf(setting: string | undefined, origin: string): string | null {
  if (!setting || !URL.canParse(setting, origin)) return null;
  const url = new URL(setting, origin);
  if (url.origin === origin) return `${url.pathname}${url.search}${url.hash}`;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** Adds a query to an address of this or another site. */
export function withQuery(address: string, query: Readonly<Record<string, string>>, origin: string): string {
  const url = new URL(address, origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return address.startsWith('/') ? `${url.pathname}${url.search}${url.hash}` : url.href;
}
