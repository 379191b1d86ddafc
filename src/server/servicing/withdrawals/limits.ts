import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addressFactor, overLimit, type Limit } from '../../platform/limits/limits.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { digestOf } from '../../platform/secrets.ts';

const hour = 3600;
const quarterHour = 900;

type Needs = Pick<Dependencies, 'db' | 'clock' | 'config'>;

/**
 * Requests per address, and per document whether we know it or not: each one may send an e-mail. The owner's own are
 * counted apart, so that nobody uses them up.
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
  const byAddress = { key: keyOf('address', networkOf(address)), max, windowSeconds: hour };
  const wait = await overLimit(deps.db, byAddress, deps.clock.now());
  if (wait !== undefined) return wait;
  const key = keyOf(by, `${country} ${document}`);
  return overLimit(deps.db, { key, max: config.LIMIT_LINKS_PERSON, windowSeconds: hour }, deps.clock.now());
}

/** Wrong links per address: a guessing limit, the same with the sandbox on. */
export function guessLimit({ config }: Needs, address: string): Limit {
  const key = keyOf('link', networkOf(address));
  return { key, max: config.LIMIT_PASSWORD_ADDRESS, windowSeconds: quarterHour };
}

function keyOf(what: string, whom: string): string {
  return `withdrawal-${what}:${digestOf(whom).toString('base64url')}`;
}
