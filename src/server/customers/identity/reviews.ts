import { sql, type UpdateObject } from 'kysely';
import type { PhotoKind, PhotoReason } from '../../../countries/identity-reasons.ts';
import type { DB } from '../../platform/database-types.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, type Failure } from '../../platform/http/result.ts';
import type { ClaimQueue } from '../../platform/work/claims.ts';

export type ReviewState = 'waiting' | 'asked' | 'approved' | 'rejected' | 'ended';

/** Photo that the borrower has to take again. */
export interface AskedPhoto {
  readonly kind: PhotoKind;
  readonly reason: PhotoReason;
  /** Id of the rejected photo. */
  readonly image: string;
  /** A new photo has been uploaded. */
  readonly done: boolean;
}

export type PhotoIds = Readonly<Partial<Record<PhotoKind, string>>>;

/** Latest change of a review, in Spanish, as reported to a person with an older version. */
const CHANGES = {
  opened: 'puso esta solicitud en la cola',
  retaken: 'subió otra foto',
  asked: 'pidió fotos de nuevo',
  approved: 'aprobó esta identidad',
  rejected: 'rechazó esta identidad',
  ended: 'canceló esta solicitud',
} as const;

export type ReviewChange = keyof typeof CHANGES;

/** Locks a review. To lock its loan too, lock the loan first. */
export async function lockReview(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('identity_review')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && reviewOf(row);
}

interface StoredReview {
  readonly country: string;
  readonly state: string;
  readonly asked: unknown;
  readonly images: unknown;
}

function reviewOf<Row extends StoredReview>(row: Row) {
  return {
    ...row,
    country: row.country,
    state: row.state as ReviewState,
    asked: row.asked as readonly AskedPhoto[],
    images: row.images as PhotoIds,
  };
}

export type Review = NonNullable<Awaited<ReturnType<typeof lockReview>>>;

export async function reviewById(db: Queryable, id: number): Promise<Review | undefined> {
  const row = await db.selectFrom('identity_review').selectAll().where('id', '=', id).executeTakeFirst();
  return row && reviewOf(row);
}

/** Fails if the review changed since it was seen, naming author and kind of the change. */
export function refuseStale(
  review: Pick<Review, 'version' | 'changed_by' | 'last_change'>,
  seen: number | undefined,
): Failure | undefined {
  if (review.version === seen) return undefined;
  const what = CHANGES[review.last_change as ReviewChange] ?? 'cambió esta revisión';
  const who = review.changed_by === '' ? 'La persona que pide el préstamo' : review.changed_by;
  return fail('changed_meanwhile', {
    message: `${who} ${what} mientras la mirabas. Actualizá la página y revisala.`,
  });
}

interface Changed {
  readonly what: ReviewChange;
  /** Employee; '' for the borrower. */
  readonly by: string;
}

/** Updates a review, which increments its version and ends its claim. */
export async function changeReview(
  tx: Tx,
  id: number,
  { what, by }: Changed,
  set: UpdateObject<DB, 'identity_review'>,
): Promise<void> {
  await tx
    .updateTable('identity_review')
    .set({
      claimed_by: null,
      claimed_until: null,
      ...set,
      version: sql`version + 1`,
      changed_by: by,
      last_change: what,
    })
    .where('id', '=', id)
    .execute();
}

/** Reviews that wait for a person. */
export const reviewQueue: ClaimQueue = { table: 'identity_review', isOpen: () => sql`true` };
