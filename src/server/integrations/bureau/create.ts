import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { takeFromBudget } from '../../platform/limits/limits.ts';
import { bcraBureau } from './bcra.ts';
import { noBureau } from './no-bureau.ts';
import type { CreditBureau } from './port.ts';
import { withFile } from './with-file.ts';

/** The BCRA allows an address about 100 requests a minute, whatever their process. */
const bcraBudget = { key: 'bcra', max: 100, windowSeconds: 60 };

/** The stand-in with the sandbox on; else the public bureau of the person's country. */
export async function createBureau({
  config,
  db,
}: {
  readonly config: Config;
  readonly db: Database;
}): Promise<CreditBureau> {
  if (config.SANDBOX) return (await import('./sandbox.ts')).sandboxBureau();
  // Real time: the business clock may be moved, the bureau's minute is not.
  const spend = (requests: number) => takeFromBudget(db, bcraBudget, requests, systemClock.now());
  const central = bcraBureau({ baseUrl: config.BCRA_BASE_URL, spend });
  const bcra = withFile({ bureau: central, db, now: () => systemClock.now() });
  const bureaus = { bcra, none: noBureau() } as const;
  return { report: (subject) => bureaus[SERVER_ENTRIES[subject.country].bureau].report(subject) };
}
