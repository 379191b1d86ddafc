import type { Config } from '../config.ts';

/** The ways to one database; all the same where nothing else is set. */
export interface DatabaseAddresses {
  /** For the statements of calls and work; may be a pooler. */
  readonly url: string;
  /** For what needs a session of its own: notifications. */
  readonly directUrl: string;
  /** For reports; may be a replica. */
  readonly reportsUrl: string;
  /** For migrations, as the owner of the tables. */
  readonly ownerUrl: string;
}

/** @param url of DATABASE_URL, or of the embedded database */
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
