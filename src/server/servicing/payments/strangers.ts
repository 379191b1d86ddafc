import type { CountryCode } from '../../../countries/country-pack.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { Dependencies } from '../../dependencies.ts';
import { raiseAlarm } from '../../platform/alarm.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { failTooMany, type Failure, type Result } from '../../platform/http/result.ts';
import type { Origin } from '../../platform/http/route.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { countsOf, countUses, type Limit } from '../../platform/limits/limits.ts';

const daySeconds = 86_400;

interface StrangersCall {
  readonly country: CountryCode;
  readonly origin: Pick<Origin, 'address' | 'requestId'>;
}

/** Admits a stranger's payment, or refuses it with the failure to answer. */
export interface Admission {
  /** Refuses if a limit is already reached; counts nothing. For effects outside of the transaction. */
  readonly check: (db: Queryable) => Promise<Failure | undefined>;
  /** Counts the payment in its own transaction, so that a failed opening does not count. */
  readonly count: (tx: Tx) => Promise<Failure | undefined>;
}

/**
 * Limits the payments that strangers open per day, by document, address and network range
 * (docs/product/payments.md#strangers). A failed opening does not count; a deleted payment does.
 */
export async function withinStrangersLimit<Opened>(
  deps: Pick<Dependencies, 'db' | 'clock' | 'config' | 'vault' | 'log'>,
  call: StrangersCall,
  documentNumber: DocumentNumber,
  open: (admission: Admission) => Promise<Result<Opened>>,
): Promise<Result<Opened>> {
  const limits = limitsOf(deps, call, documentNumber);
  const now = deps.clock.now();
  let exceeded: Exceeded | undefined;
  const refusal = (found: Exceeded | undefined) => {
    exceeded = found;
    return found && failTooMany(found.waitSeconds);
  };
  const opened = await open({
    check: async (db) => refusal(await firstReached(db, limits, now)),
    count: async (tx) => refusal((await countUses(tx, limits, now)).passed),
  });
  if (!opened.ok && exceeded) await reportStopped(deps, call, exceeded.key);
  return opened;
}

interface Exceeded {
  readonly key: string;
  readonly waitSeconds: number;
}

async function firstReached(
  db: Queryable,
  limits: readonly Limit[],
  now: Date,
): Promise<Exceeded | undefined> {
  const keys = limits.map(({ key }) => key);
  const counts = await countsOf(db, keys, daySeconds, now);
  const reached = limits.find(({ key, max }) => (counts.get(key)?.hits ?? 0) >= max);
  return reached && { key: reached.key, waitSeconds: counts.get(reached.key)?.waitSeconds ?? daySeconds };
}

function limitsOf(
  { config, vault }: Pick<Dependencies, 'config' | 'vault'>,
  { country, origin }: StrangersCall,
  documentNumber: DocumentNumber,
): Limit[] {
  const { LIMIT_STRANGERS_PAYMENTS_ADDRESS: most, LIMIT_STRANGERS_PAYMENTS_DOCUMENT: mostOfDocument } =
    config;
  const windowSeconds = daySeconds;
  const sealed = vault.seal('strangers-payments', `${country}:${documentNumber}`).toString('base64url');
  return [
    ...addressLimits('strangers-payments', origin.address, { max: most, windowSeconds }),
    { key: `strangers-payments-document:${sealed}`, max: mostOfDocument, windowSeconds },
  ];
}

async function reportStopped(
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  { country, origin }: StrangersCall,
  key: string,
): Promise<void> {
  const by = key.slice('strangers-payments-'.length).split(':')[0] ?? '';
  const { address, requestId } = origin;
  const event = { at: clock.now(), country, kind: 'strangers-payments-stopped', address, requestId };
  if (await raiseAlarm(db, key, { ...event, detail: { by } }))
    log.warn({ country, by }, "strangers' payments are stopped");
}
