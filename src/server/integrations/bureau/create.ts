import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { bcraBureau } from './bcra.ts';
import { noBureau } from './no-bureau.ts';
import type { CreditBureau } from './port.ts';
import { sandboxBureau } from './sandbox.ts';

/** The stand-in with the sandbox on; else the public bureau of the person's country. */
export function createBureau({
  config,
  clock,
}: {
  readonly config: Config;
  readonly clock: Clock;
}): CreditBureau {
  if (config.SANDBOX) return sandboxBureau();
  const bureaus = { bcra: bcraBureau({ baseUrl: config.BCRA_BASE_URL, clock }), none: noBureau() } as const;
  return { report: (subject) => bureaus[SERVER_ENTRIES[subject.country].bureau].report(subject) };
}
