import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { raiseAlarm } from '../../platform/alarm.ts';
import {
  challengeFor,
  solutionHeader,
  solvedBy,
  spend,
  type Solved,
} from '../../platform/limits/challenge.ts';
import { fail, failTooMany, type Failure } from '../../platform/http/result.ts';
import type { Identity, Origin } from '../../platform/http/route.ts';
import { neighbourhoodFactor } from '../../platform/limits/address-limits.ts';
import { addressFactor, countUnlessSeen, uncount, type Counted } from '../../platform/limits/limits.ts';
import { neighbourhoodOf, networkOf } from '../../platform/limits/network.ts';

const windowSeconds = 3600;
/** Splits a country's counter so that concurrent requests do not wait for the same row. */
const shards = 16;

type Needs = Pick<Dependencies, 'db' | 'clock' | 'config' | 'vault' | 'log'>;

interface DocumentCall {
  readonly country: CountryCode;
  readonly origin: Pick<Origin, 'address'>;
  readonly identity: Identity | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Throttles callers that query many documents, and documents queried by many callers: first by proof of work
 * per further request, then completely (decision 0035). Repeating a document from the same address is free,
 * and so is one's own document. Known and unknown documents are treated alike.
 * @returns the failure to answer with, or undefined when the question may be answered
 */
export async function guardDocument(
  deps: Needs,
  call: DocumentCall,
  documentNumber: DocumentNumber,
): Promise<Failure | undefined> {
  if (await isOwnDocument(deps, call, documentNumber)) return undefined;
  const subject = `document:${call.country}:${documentNumber}`;
  const parts = { ...deps, work: deps.config.CHALLENGE_WORK };
  const solved = await solvedBy(parts, call.headers[solutionHeader], subject);
  const stop = await countQuestion(deps, call, documentNumber, solved);
  if (!stop) return undefined;
  await notifyThrottled(deps, call, stop);
  if (stop.wait !== undefined) return failTooMany(stop.wait);
  return fail('challenge_required', { challenge: await challengeFor(parts, subject) });
}

/** True when the caller is logged in as the document's owner. */
export async function isOwnDocument(
  { db }: Pick<Needs, 'db'>,
  { country, identity }: Pick<DocumentCall, 'country' | 'identity'>,
  documentNumber: DocumentNumber,
): Promise<boolean> {
  if (identity === undefined) return false;
  const own = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', identity.customerId)
    .where('country', '=', country)
    .where('document_number', '=', documentNumber)
    .executeTakeFirst();
  return own !== undefined;
}

interface Measure {
  /** Subject of the exceeded limit. */
  readonly by: 'address' | 'network' | 'document' | 'country';
  readonly key: string;
  /** Requests above this number need proof of work each. */
  readonly freely: number;
  /** Requests above this number are rejected. */
  readonly most: number;
}

/** Refusal: proof of work is missing, or the limit is reached (retry after `wait` seconds). */
interface Stop extends Pick<Measure, 'by' | 'key'> {
  readonly wait: number | undefined;
}

function measuresOf({ config }: Needs, call: DocumentCall, sealed: string): Measure[] {
  const factor = addressFactor(config);
  const { country, origin } = call;
  const shard = Buffer.from(sealed, 'base64url').readUInt8() % shards;
  return [
    {
      by: 'address',
      key: `balance:${networkOf(origin.address)}`,
      freely: config.LIMIT_CHALLENGE_DOCUMENTS * factor,
      most: config.LIMIT_BALANCE_DOCUMENTS * factor,
    },
    {
      by: 'network',
      key: `balance-network:${neighbourhoodOf(origin.address)}`,
      freely: config.LIMIT_CHALLENGE_NETWORK * factor,
      most: config.LIMIT_BALANCE_DOCUMENTS * factor * neighbourhoodFactor,
    },
    {
      by: 'document',
      key: `balance-document:${sealed}`,
      freely: config.LIMIT_CHALLENGE_ADDRESSES,
      most: config.LIMIT_BALANCE_ADDRESSES,
    },
    {
      by: 'country',
      key: `balance-country:${country}:${shard}`,
      freely: Math.ceil(config.LIMIT_CHALLENGE_COUNTRY / shards),
      most: Infinity,
    },
  ];
}

/** Counts an answered request; a rejected one leaves no trace. */
async function countQuestion(
  deps: Needs,
  call: DocumentCall,
  documentNumber: DocumentNumber,
  solved: Solved | undefined,
): Promise<Stop | undefined> {
  const { db, clock, vault } = deps;
  const now = clock.now();
  const sealed = vault.seal('balance-document', `${call.country}:${documentNumber}`).toString('base64url');
  const measures = measuresOf(deps, call, sealed);
  const seen = `balance-seen:${networkOf(call.origin.address)}:${sealed}`;
  const count = (isProved: boolean) => {
    const boundOf = ({ freely, most }: Measure) => (isProved ? most : Math.min(freely, most));
    const bounds = measures.map((measure) => ({ key: measure.key, max: boundOf(measure) }));
    return countUnlessSeen(db, seen, bounds, windowSeconds, now);
  };
  let counted = await count(false);
  const doubt = doubtOf(measures, counted);
  if (doubt?.wait !== undefined || (doubt && !solved)) return doubt;
  if (doubt && solved && !(await spend(db, solved, now))) return doubt;
  const isProved = doubt !== undefined;
  if (isProved) counted = await count(true);
  if (counted.isSeen) return undefined;
  // Concurrent requests may have reached the limit since the check.
  const late = isProved ? doubtOf(measures, counted) : undefined;
  if (late?.wait !== undefined) return late;
  const stop = stopOf(
    measures,
    (key) => counted.now.get(key)?.hits ?? 0,
    (key) => counted.now.get(key)?.waitSeconds,
  );
  if (!stop) return undefined;
  if (stop.wait === undefined && (isProved || (solved && (await spend(db, solved, now))))) return undefined;
  await uncount(
    db,
    measures.map(({ key }) => key),
  );
  return stop;
}

/** Checks the limits for a request that was not counted. */
function doubtOf(measures: readonly Measure[], { isSeen, before, now }: Counted): Stop | undefined {
  if (isSeen || now.size > 0) return undefined;
  const withThis = (key: string) => (before.get(key)?.hits ?? 0) + 1;
  return stopOf(measures, withThis, (key) => before.get(key)?.waitSeconds);
}

function stopOf(
  measures: readonly Measure[],
  hits: (key: string) => number,
  waitOf: (key: string) => number | undefined,
): Stop | undefined {
  const refused = measures.find(({ key, most }) => hits(key) > most);
  if (refused) return { ...refused, wait: waitOf(refused.key) ?? windowSeconds };
  const doubted = measures.find(({ key, freely }) => hits(key) > freely);
  return doubted && { ...doubted, wait: undefined };
}

/** Records the start of throttling, once an hour per exceeded limit. */
async function notifyThrottled({ db, clock, log }: Needs, call: DocumentCall, stop: Stop): Promise<void> {
  const measure = stop.wait === undefined ? 'challenged' : 'refused';
  const isNew = await raiseAlarm(db, `balance:${measure}:${stop.key}`, {
    at: clock.now(),
    country: call.country,
    kind: 'balance-enumeration',
    address: call.origin.address,
    detail: { by: stop.by, measure },
  });
  if (isNew) log.warn({ country: call.country, by: stop.by, measure }, 'questions by document are throttled');
}
