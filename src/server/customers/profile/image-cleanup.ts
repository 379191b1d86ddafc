import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';

export const cleanupQueue = 'clean-up-image';

export interface CleanupData {
  readonly imageId: string;
}

/** Longer than any request can last: an upload that has no row by then has failed. */
export const cleanupAfterSeconds = 3600;
const dayS = 86_400;

export function replacedAfterSeconds({ config }: Pick<Dependencies, 'config'>): number {
  return config.IMAGE_REPLACED_DAYS * dayS;
}

export function enqueueCleanup(
  tx: Tx,
  { jobs }: Pick<Dependencies, 'jobs'>,
  imageId: string,
  afterSeconds: number,
): Promise<void> {
  return jobs.send(tx, cleanupQueue, { imageId } satisfies CleanupData, { afterSeconds });
}

/**
 * Removes an unneeded image: files without a committed upload, and images replaced longer ago than the retention
 * (docs/security.md#photos). Any other stays.
 */
export async function cleanUpImage(
  { db, clock, config, ports }: Pick<Dependencies, 'db' | 'clock' | 'config' | 'ports'>,
  { imageId }: CleanupData,
): Promise<void> {
  const row = await db.selectFrom('image').select('replaced_at').where('id', '=', imageId).executeTakeFirst();
  const isKept =
    row &&
    (row.replaced_at === null || after(row.replaced_at, config.IMAGE_REPLACED_DAYS, 'days') > clock.now());
  if (isKept) return;
  await ports.images.delete(fullKeyOf(imageId));
  await ports.images.delete(thumbKeyOf(imageId));
  // Last: while the row exists, a failed run can be repeated.
  await db.deleteFrom('image').where('id', '=', imageId).execute();
}

/** Removes all images of an erased customer regardless of retention; the worker deletes the files. */
export async function discardImages(
  tx: Tx,
  deps: Pick<Dependencies, 'jobs'>,
  customerId: number,
): Promise<void> {
  const rows = await tx
    .updateTable('image')
    .set({ replaced_at: new Date(0) })
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute();
  for (const { id } of rows) await enqueueCleanup(tx, deps, id, 0);
}

/** The store's key of an image; the server chose its id, nothing of the upload's name is kept. */
export function fullKeyOf(imageId: string): string {
  return `${imageId}.jpg`;
}

export function thumbKeyOf(imageId: string): string {
  return `${imageId}.thumb.jpg`;
}
