import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { takeFromBudget } from '../../platform/limits/limits.ts';
import type { OutgoingCalls } from '../outgoing.ts';
import { bcraBureau } from './bcra.ts';
import { bcraBudget, type CreditBureau } from './port.ts';
import { withFile } from './with-file.ts';

/**
 * Bureau for a country without a public one (Uruguay): there are no records, so everybody gets the smallest
 * segment.
 */
export function noBureau(): CreditBureau {
  return { report: async () => ({ source: 'none', standing: 'none', facts: {} }) };
}

/** Sandbox bureau if the sandbox is on; otherwise the public bureau of the person's country. */
export async function createBureau({
  config,
  db,
  calls,
}: {
  readonly config: Config;
  readonly db: Database;
  readonly calls?: OutgoingCalls;
}): Promise<CreditBureau> {
  // Monitors the bureau itself, because behind the file fallback an outage would look healthy.
  const watched = (bureau: CreditBureau) => calls?.watch('bureau', bureau) ?? bureau;
  if (config.SANDBOX) return watched((await import('./sandbox.ts')).sandboxBureau());
  // System time, because the bureau's minute does not follow the business clock.
  const spend = (requests: number) => takeFromBudget(db, bcraBudget(config), requests, systemClock.now());
  const central = watched(bcraBureau({ baseUrl: config.BCRA_BASE_URL, spend }));
  const bcra = withFile({ bureau: central, db, now: () => systemClock.now() });
  const bureaus = { bcra, none: noBureau() } as const;
  return { report: (subject) => bureaus[SERVER_ENTRIES[subject.country].bureau].report(subject) };
}
