import type { Dependencies } from '../dependencies.ts';
import { sweepErasures } from '../rights/service.ts';
import { sweptReplies } from '../platform/http/idempotency.ts';
import { sweptLimits } from '../platform/limits/limits.ts';
import { removeSwept } from '../platform/swept-rows.ts';
import { sweptClaims } from '../origination/claims/service.ts';
import { sweptSessions } from '../customers/sessions/service.ts';
import { sweptEvents } from '../partners/events/service.ts';
import { sweptPasskeyRows } from '../staff/passkeys/service.ts';
import { expireApprovals } from '../staff/actions/service.ts';
import { sweptViews } from '../staff/data-views/service.ts';
import { sweptStaff } from '../staff/team/service.ts';

/** Rows deleted per transaction: locks are held briefly, and the worker can stop in between. */
const batch = 5_000;

type Swept = Pick<Dependencies, 'db' | 'clock'>;

/** Rows to delete, as declared by their features. */
const sweeps = [
  sweptReplies,
  ...sweptSessions,
  ...sweptClaims,
  ...sweptStaff,
  ...sweptViews,
  ...sweptPasskeyRows,
  sweptLimits,
  sweptEvents,
];

/**
 * Deletes expired rows in batches until none is left. Safe to run at any time, in several workers at once.
 * @param limit rows per batch
 * @returns rows deleted
 * @throws AggregateError at the end, with every table that failed
 */
export async function sweep(
  deps: Swept,
  {
    limit = batch,
    isStopped = () => false,
  }: { readonly limit?: number; readonly isStopped?: () => boolean } = {},
): Promise<number> {
  let removed = 0;
  const errors: Error[] = [];
  for (const each of sweeps) {
    try {
      for (let last = limit; last >= limit && !isStopped();) {
        last = await removeSwept(deps.db, each, deps.clock.now(), limit);
        removed += last;
      }
    } catch (error) {
      errors.push(new Error(`${each.table} was not swept`, { cause: error }));
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join(', '));
  return removed;
}

const hourMs = 3_600_000;
/** Delay of the first run, so that waiting requests are served first. */
const firstMs = 10_000;

/** Sweeps soon and every hour until stopped; a failure is logged and the next hour tries again. */
export function startSweeping(deps: Dependencies): () => void {
  let isStopped = false;
  let isSweeping = false;
  const run = async () => {
    if (isSweeping) return;
    isSweeping = true;
    const [removed, erased, rewrapped, expired] = await Promise.allSettled([
      sweep(deps, { isStopped: () => isStopped }),
      sweepErasures(deps),
      deps.ports.images.takeKeysOver(() => isStopped),
      expireApprovals(deps),
    ]);
    for (const each of [removed, erased, rewrapped, expired])
      if (each.status === 'rejected') deps.log.error({ err: each.reason }, 'sweeping failed');
    if (rewrapped.status === 'fulfilled' && rewrapped.value.isUnreadable)
      deps.log.error(
        'there are files whose key no accepted secret opens (APP_SECRETS_ACCEPTED), or whose key was altered',
      );
    if (removed.status === 'fulfilled' && erased.status === 'fulfilled')
      deps.log.info({ removed: removed.value, erased: erased.value }, 'swept');
    isSweeping = false;
  };
  const first = setTimeout(() => void run(), firstMs);
  const timer = setInterval(() => void run(), hourMs);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    isStopped = true;
  };
}
