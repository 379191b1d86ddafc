import { deviceStorage, type KeyValue, readObject, writeObject } from './storage.ts';

/** Origin of a visitor, as sent with calls (docs/product/shell.md#campaigns). */
export interface Attribution {
  readonly referrer: string;
  readonly parameter: string;
}

const key = 'cuota.attribution';
const marks = ['utm_campaign', 'utm', 'utm_source', 'utm_medium'];
/** The contract's limit for each of the two. */
const maxLength = 2000;

/** True if a query has one of the four campaign parameters. */
function isCampaign(search: string): boolean {
  const query = new URLSearchParams(search);
  return marks.some((mark) => query.has(mark));
}

/** Keeps referrer and query with the moment they were last seen; a query without a mark changes nothing. */
export function noteVisit(
  visit: { search: string; referrer: string; now: Date },
  storage: KeyValue = deviceStorage,
): void {
  if (!isCampaign(visit.search)) return;
  writeObject(storage, key, {
    referrer: visit.referrer.slice(0, maxLength),
    parameter: visit.search.replace(/^\?/, '').slice(0, maxLength),
    last_seen: visit.now.toISOString(),
  });
}

/** `referrer` and `parameter` of calls; empty strings without a campaign. */
export function attribution(storage: KeyValue = deviceStorage): Attribution {
  const stored = readObject(storage, key);
  return {
    referrer: typeof stored?.referrer === 'string' ? stored.referrer : '',
    parameter: typeof stored?.parameter === 'string' ? stored.parameter : '',
  };
}
