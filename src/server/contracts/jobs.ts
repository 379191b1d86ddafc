import type { Dependencies } from '../dependencies.ts';
import { after } from '../platform/clock.ts';
import { transaction } from '../platform/database.ts';
import type { JobKind } from '../platform/jobs.ts';
import { loansWithoutDocket } from './queries.ts';
import { docketQueue, scheduleDocket, type DocketJob } from './service.ts';
import { writeDocket } from './write-docket.ts';

export function contractJobs(deps: Dependencies): JobKind<never>[] {
  const write: JobKind<DocketJob> = {
    name: docketQueue,
    policy: {
      // Nobody waits at the screen: an hour of tries outlasts a full or absent store; the next start tries again.
      retryLimit: 10,
      retryDelaySeconds: 2,
      retryDelayMaxSeconds: 600,
      // Twice what typesetting may take.
      expireSeconds: 60,
    },
    onStart: () => resumeDockets(deps),
    run: ({ loanId }) => writeDocket(deps, loanId),
  };
  return [write];
}

const newest = 1000;
const days = 7;

/** Enqueues the papers of recent loans that have none: what exhausted retries left behind. */
async function resumeDockets({
  db,
  jobs,
  clock,
}: Pick<Dependencies, 'db' | 'jobs' | 'clock'>): Promise<void> {
  const loans = await loansWithoutDocket(db, after(clock.now(), -days, 'days'), newest);
  if (loans.length === 0) return;
  await transaction(db, async (tx) => {
    for (const loanId of loans) await scheduleDocket(tx, jobs, loanId);
  });
}
