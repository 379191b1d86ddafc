import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Dependencies } from '../../../dependencies.ts';
import { transaction, type Queryable, type Tx } from '../../../platform/database.ts';
import type { JobKind, JobSender } from '../../../platform/work/jobs.ts';

export const settlementQueue = 'settlement-file';
export const previewQueue = 'settlement-preview';
const settlementCleanUp = 'clean-up-settlement';

/** Digest that identifies a file. */
export const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

interface CleanUp {
  readonly sha256: string;
}

export const storageKeyOf = (sha256: string) => `settlement-${sha256}.txt`;
/** Storage key of the preview, kept for the approver. */
export const seenKeyOf = (sha256: string) => `settlement-${sha256}-lines.json`;

const daySeconds = 86_400;

/**
 * Schedules the deletion check of an uploaded file for the end of the retention of replaced photos, even if
 * the file was refused.
 */
export function enqueueCleanUp(
  tx: Tx,
  {
    jobs,
    config,
  }: { readonly jobs: JobSender; readonly config: Pick<Dependencies['config'], 'IMAGE_REPLACED_DAYS'> },
  sha256: string,
): Promise<void> {
  const data: CleanUp = { sha256 };
  return jobs.send(tx, settlementCleanUp, data, { afterSeconds: config.IMAGE_REPLACED_DAYS * daySeconds });
}

/** True while a file may still be approved, or is not fully booked. */
async function isNeeded(db: Queryable, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    select from staff_approval where state = 'pending' and action = 'POST /api/staff/money/files'
      and request->'body'->>'sha256' = ${sha256}
    union all
    select from jobs.job where name = ${settlementQueue} and state in ('created', 'retry', 'active', 'failed')
      and data->>'sha256' = ${sha256}
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Deletes an uploaded file that was booked, refused or never approved; its lines keep the data. */
export async function cleanUpSettlement(
  deps: Pick<Dependencies, 'db' | 'jobs' | 'config' | 'ports'>,
  { sha256 }: CleanUp,
): Promise<void> {
  if (!(await isNeeded(deps.db, sha256))) {
    await deps.ports.images.delete(seenKeyOf(sha256));
    return deps.ports.images.delete(storageKeyOf(sha256));
  }
  await transaction(deps.db, (tx) => enqueueCleanUp(tx, deps, sha256));
}

export const cleanUpJob = (deps: Dependencies): JobKind<CleanUp> => ({
  name: settlementCleanUp,
  shown: ['sha256'],
  // As for photos: a store may be down for an afternoon.
  policy: { retryLimit: 10, retryDelaySeconds: 60, retryDelayMaxSeconds: 3600, expireSeconds: 60 },
  run: (data) => cleanUpSettlement(deps, data),
});
