import { z } from 'zod';
import { centavos } from '../../../domain/money.ts';
import type { ListedPayment, ListedState, Listing } from '../listed.ts';

const listedView = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  site_transaction_id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  date: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
});
const pageView = z.object({ results: z.array(listedView) });

const states: Readonly<Record<string, ListedState>> = {
  approved: 'taken',
  refunded: 'given-back',
  annulled: 'given-back',
  rejected: 'not-taken',
};

function listedStateOf(status: string): ListedState {
  return states[status] ?? 'open';
}

const stateView = z.object({ results: z.array(z.object({ status: z.string() })) });

/** @param get reads from `/payments` */
export function paywayListing(get: (search: Record<string, string>) => Promise<unknown>): Listing {
  const page = async (offset: number, size: number) =>
    pageView.parse(await get({ offset: String(offset), pageSize: String(size) }));
  return {
    list: (from, to) => listUntil(page, from, to),
    async stateOf(reference) {
      const [found] = stateView.parse(await get({ siteOperationId: reference, pageSize: '1' })).results;
      return found && listedStateOf(found.status);
    },
  };
}

const pageSize = 100;
/** Page limit: enough for a hundred thousand charges of a day, and later arrivals. */
const maxPages = 5_000;

/**
 * Reads the gateway's list, newest first and without a date filter, back to the time `from`.
 * @param page reads one page
 * @throws if the list is in another order, since its end could not be recognised
 */
async function listUntil(
  page: (offset: number, pageSize: number) => Promise<z.output<typeof pageView>>,
  from: Date,
  to: Date,
): Promise<readonly ListedPayment[]> {
  const listed: ListedPayment[] = [];
  let newest = Infinity;
  for (let number = 0; number < maxPages; number += 1) {
    const { results } = await page(number * pageSize, pageSize);
    for (const view of results) {
      const at = new Date(view.date);
      // Compared with a minute's tolerance: payments of one minute come in any order, and pages shift while
      // payments arrive.
      if (at.getTime() > newest + 60_000) throw new Error('the list of the card gateway is not newest first');
      newest = Math.min(newest, at.getTime());
      if (at >= from && at < to) listed.push(listedOf(view, at));
    }
    if (results.length < pageSize || newest < from.getTime()) return listed;
  }
  throw new Error('the list of the card gateway does not end');
}

function listedOf(view: z.output<typeof listedView>, at: Date): ListedPayment {
  return {
    key: view.site_transaction_id,
    providerId: view.id,
    state: listedStateOf(view.status),
    amount: centavos(view.amount),
    currency: view.currency.toUpperCase(),
    at,
  };
}
