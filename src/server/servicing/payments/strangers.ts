import type { CountryCode } from '../../../countries/country-pack.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { Dependencies } from '../../dependencies.ts';
import { raiseAlarm } from '../../platform/alarm.ts';
import { failTooMany, type Failure, type Result } from '../../platform/http/result.ts';
import type { Origin } from '../../platform/http/route.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { countUses, uncount, type Limit } from '../../platform/limits/limits.ts';

const daySeconds = 86_400;

interface StrangersCall {
  readonly country: CountryCode;
  readonly origin: Pick<Origin, 'address' | 'requestId'>;
}

/**
 * Limits the payments that strangers open per day, by document, address and network range
 * (docs/product/payments.md#strangers). A failed opening does not count; a deleted payment does.
 */
export async function withinStrangersLimit<Opened>(
  deps: Pick<Dependencies, 'db' | 'clock' | 'config' | 'vault' | 'log'>,
  call: StrangersCall,
  documentNumber: DocumentNumber,
  open: () => Promise<Result<Opened>>,
): Promise<Result<Opened>> {
  const limits = limitsOf(deps, call, documentNumber);
  const { passed, counted } = await countUses(deps.db, limits, deps.clock.now());
  if (passed) {
    await uncount(
      deps.db,
      counted.filter((key) => key !== passed.key),
    );
    return stopped(deps, call, passed.key, passed.waitSeconds);
  }
  const opened = await open();
  if (!opened.ok) await uncount(deps.db, counted);
  return opened;
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

async function stopped(
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  { country, origin }: StrangersCall,
  key: string,
  wait: number,
): Promise<Failure> {
  const by = key.slice('strangers-payments-'.length).split(':')[0] ?? '';
  const { address, requestId } = origin;
  const event = { at: clock.now(), country, kind: 'strangers-payments-stopped', address, requestId };
  if (await raiseAlarm(db, key, { ...event, detail: { by } }))
    log.warn({ country, by }, "strangers' payments are stopped");
  return failTooMany(wait);
}
