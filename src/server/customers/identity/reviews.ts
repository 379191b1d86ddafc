import { sql, type UpdateObject } from 'kysely';
import type { PhotoKind, PhotoReason } from '../../../countries/identity-reasons.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { DB } from '../../platform/database-types.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, type Failure } from '../../platform/http/result.ts';

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

interface Wanted {
  readonly countries: readonly CountryCode[];
  /** Reviews already claimed by the person. */
  readonly held: readonly number[];
  readonly staffId: number;
  readonly now: Date;
  readonly until: Date;
}

/** Claims the oldest waiting review for a person; their own claims come first. */
export async function claimNext(
  tx: Tx,
  { countries, held, staffId, now, until }: Wanted,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update identity_review set claimed_by = ${staffId}, claimed_until = ${until}
    where id = (
      select id from identity_review
      where state = 'waiting' and country = any(${[...countries]}::text[])
        and id <> all(${[...held]}::bigint[])
        and (claimed_by is null or claimed_by = ${staffId} or claimed_until <= ${now})
      order by queued_at, id limit 1 for update skip locked
    )
    returning id
  `.execute(tx);
  return rows[0]?.id;
}

export async function storeClaims(
  tx: Tx,
  { held, staffId, until }: Pick<Wanted, 'held' | 'staffId' | 'until'>,
): Promise<void> {
  if (held.length === 0) return;
  await tx
    .updateTable('identity_review')
    .set({ claimed_until: until })
    .where('id', 'in', [...held])
    .where('claimed_by', '=', staffId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Releases a person's claim, so that others can take the review. */
export async function dropClaim(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('identity_review')
    .set({ claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .execute();
}
