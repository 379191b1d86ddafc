import { packOf } from '../../../countries/index.ts';
import { localInstant } from '../../../countries/local-time.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ListedPayment, Listing } from '../../integrations/listed.ts';
import type { DailyJob, Day, DayFigures } from '../../platform/work/daily.ts';
import { transaction } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { cardBooks, payoutBooks, walletBooks, type Books } from './books.ts';
import { differenceOf, type Difference, type OurPayment } from './judge.ts';
import { closeMended, storeDifferences, storeRun, openOf } from './queries.ts';

export { differenceCommands, differencesPage } from './differences.ts';

interface Compared {
  readonly provider: string;
  readonly listing: Listing;
  readonly books: Books;
}

/** Providers with a list of their charges or payouts. */
function comparedOf({ ports }: Pick<Dependencies, 'ports'>): Compared[] {
  const { cardPayments, wallet, payouts } = ports;
  const all = [
    { provider: `card:${cardPayments.name}`, listing: cardPayments.listing, books: cardBooks },
    { provider: `wallet:${wallet.name}`, listing: wallet.listing, books: walletBooks(wallet.name) },
    ...Object.values(payouts).map(({ name, listing }) => ({
      provider: `payout:${name}`,
      listing,
      books: payoutBooks(name),
    })),
  ];
  return all.flatMap(({ listing, ...rest }) => (listing === undefined ? [] : [{ ...rest, listing }]));
}

/** Daily job: compares the previous day, which the providers' lists contain by then. */
export function reconciliationDays(deps: Dependencies): DailyJob[] {
  return [
    {
      name: 'reconciliation',
      run: (day) => reconcile(deps, { ...day, date: addDays(day.date, -1) }),
    },
  ];
}

/**
 * Compares a day of every provider with our books (docs/operations.md#reconciliation). It changes only the
 * differences, so it can be repeated at any time. @throws if a provider could not be queried, after all
 * others were compared
 */
export async function reconcile(deps: Dependencies, day: Day): Promise<DayFigures> {
  const ended = await Promise.allSettled(comparedOf(deps).map((one) => compare(deps, day, one)));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  const fresh = ended.map((end) => (end.status === 'fulfilled' ? end.value : 0));
  return { providers: ended.length, differences: fresh.reduce((sum, each) => sum + each, 0) };
}

async function compare(
  deps: Dependencies,
  day: Day,
  { provider, listing, books }: Compared,
): Promise<number> {
  const { country, date } = day;
  const { db } = deps;
  const { currency } = packOf(country);
  const [from, to] = [localInstant(date, 0, country), localInstant(addDays(date, 1), 0, country)];
  // Includes a day on either side, for the provider's clock and responses after midnight.
  const around = await listing.list(
    localInstant(addDays(date, -1), 0, country),
    localInstant(addDays(date, 2), 0, country),
  );
  const theirs = around.filter((listed) => listed.currency === currency || listed.currency === '');
  const waiting = await openOf(db, country, provider);
  const keys = [...new Set([...theirs.map(({ key }) => key), ...waiting.map(({ key }) => key)])];
  const known = new Map<string, OurPayment>();
  for (let low = 0; low < keys.length; low += batch)
    for (const our of await books(db, { keys: keys.slice(low, low + batch) })) known.set(our.key, our);
  const ours = await books(db, { country, from, to });
  const listed = new Map(theirs.map((their) => [their.key, their]));
  const differences = [
    ...theirs.flatMap((their) => differenceOf(their, known.get(their.key)) ?? []),
    ...(await unknownThere(listing, ours, listed)),
  ];
  const mended = await mendedOf(listing, waiting, known, listed);
  const now = deps.clock.now();
  const fresh = await transaction(db, async (tx) => {
    await closeMended(tx, mended, now);
    const found = await storeDifferences(tx, { provider, day, differences }, now);
    await storeRun(
      tx,
      { provider, day, theirs: theirs.length, ours: ours.length, differences: differences.length },
      now,
    );
    if (found > 0) {
      const detail = { provider, day: date, count: found };
      await recordEvent(tx, { at: now, country, kind: 'reconciliation-difference', detail });
    }
    return found;
  });
  if (fresh > 0)
    deps.log.error({ country, provider, day: date, count: fresh }, 'our books differ from a provider’s list');
  return fresh;
}

const batch = 5_000;

/**
 * Booked payments missing from the list; each is queried at the provider, since it may be in another day's
 * list.
 */
async function unknownThere(
  listing: Listing,
  ours: readonly OurPayment[],
  listed: ReadonlyMap<string, ListedPayment>,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const our of ours) {
    if (our.state !== 'taken' || listed.has(our.key)) continue;
    const state = await listing.stateOf(our.key);
    if (state === undefined) differences.push({ key: our.key, providerId: '', kind: 'unknown-there', our });
    else if (state !== 'taken')
      differences.push({
        key: our.key,
        providerId: '',
        kind: 'state',
        our,
        their: { state, amount: centavos(our.amount) },
      });
  }
  return differences;
}

/** Earlier differences that no longer exist. */
async function mendedOf(
  listing: Listing,
  waiting: Awaited<ReturnType<typeof openOf>>,
  known: ReadonlyMap<string, OurPayment>,
  listed: ReadonlyMap<string, ListedPayment>,
): Promise<number[]> {
  const mended: number[] = [];
  for (const { id, key, their_amount } of waiting) {
    if (listed.has(key)) {
      const their = listed.get(key);
      if (their && differenceOf(their, known.get(key)) === undefined) mended.push(id);
      continue;
    }
    const state = await listing.stateOf(key);
    const our = known.get(key);
    const amount = centavos(their_amount ?? our?.amount ?? 0);
    const their = state && { key, providerId: '', state, amount, currency: '', at: new Date(0) };
    const isSame = their ? differenceOf(their, our) === undefined : our?.state !== 'taken';
    if (isSame) mended.push(id);
  }
  return mended;
}
