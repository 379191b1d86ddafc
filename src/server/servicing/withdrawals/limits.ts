import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { addressFactor, type Limit, overAny } from '../../platform/limits/limits.ts';
import { digestOf } from '../../platform/secrets.ts';

const hour = 3600;
const quarterHour = 900;

type Needs = Pick<Dependencies, 'db' | 'clock' | 'config'>;

/**
 * Limits requests per address and per document, known or unknown: each may send an e-mail. The owner's own
 * requests are counted separately, so that strangers cannot use them up.
 */
export async function overRequestLimit(
  deps: Needs,
  country: CountryCode,
  document: DocumentNumber,
  address: string,
  by: 'document' | 'owner' = 'document',
): Promise<number | undefined> {
  const { config } = deps;
  const max = config.LIMIT_LINKS_ADDRESS * addressFactor(config);
  const person = digestOf(`${country} ${document}`).toString('base64url');
  const limits = [
    ...addressLimits('withdrawal', address, { max, windowSeconds: hour }),
    { key: `withdrawal-${by}:${person}`, max: config.LIMIT_LINKS_PERSON, windowSeconds: hour },
  ];
  return overAny(deps.db, limits, deps.clock.now());
}

/** Limit on wrong links per address, against guessing; the same with the sandbox on. */
export function guessLimits({ config }: Needs, address: string): Limit[] {
  const max = config.LIMIT_PASSWORD_ADDRESS;
  return addressLimits('withdrawal-link', address, { max, windowSeconds: quarterHour });
}
