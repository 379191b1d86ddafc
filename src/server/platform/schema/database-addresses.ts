import type { Config } from '../config.ts';

/** Addresses of one database, all equal unless configured. */
export interface DatabaseAddresses {
  /** For statements of calls and work; may be a pooler. */
  readonly url: string;
  /** For notifications, which need their own session. */
  readonly directUrl: string;
  /** For reports; may be a replica. */
  readonly reportsUrl: string;
  /** For migrations, as the owner of the tables. */
  readonly ownerUrl: string;
}

/** @param url DATABASE_URL, or the address of the embedded database */
export function addressesOf(
  config: Pick<Config, 'DATABASE_DIRECT_URL' | 'DATABASE_REPORTS_URL' | 'DATABASE_OWNER_URL'>,
  url: string,
): DatabaseAddresses {
  const directUrl = config.DATABASE_DIRECT_URL ?? url;
  return {
    url,
    directUrl,
    reportsUrl: config.DATABASE_REPORTS_URL ?? directUrl,
    ownerUrl: config.DATABASE_OWNER_URL ?? directUrl,
  };
}
