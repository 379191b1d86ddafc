import { createHash } from 'node:crypto';
import { changeProfile, lockCustomer } from '../service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { scheduleDocumentCheck } from '../documents/service.ts';
import { photoStored } from '../identity/service.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import {
  callerOf,
  type Commit,
  type Identity,
  type Origin,
  type UploadedFile,
} from '../../platform/http/route.ts';
import { overLimit } from '../../platform/limits/limits.ts';
import { decodeInTurn, type DecodedImage } from './decoding.ts';
import { signedImageUrl } from './image-addresses.ts';
import {
  cleanupAfterSeconds,
  enqueueCleanup,
  replacedAfterSeconds,
  fullKeyOf,
  thumbKeyOf,
} from './image-cleanup.ts';
import type { ImageKind } from './queries.ts';

const dayS = 86_400;

/** Least short and long side of an identity photo, pixels; a document on a smaller one is illegible. */
const MIN_SHORT_SIDE = 240;
const MIN_LONG_SIDE = 320;

const isTooSmall = ({ width, height }: DecodedImage): boolean =>
  Math.min(width, height) < MIN_SHORT_SIDE || Math.max(width, height) < MIN_LONG_SIDE;

interface ImageAnswer {
  readonly model: { readonly url: string; readonly thumb: string };
}

interface UploadCall {
  readonly file: UploadedFile | undefined;
  readonly country: CountryCode;
  readonly identity: Identity | undefined;
  readonly origin: Origin;
  readonly commit: Commit<ImageAnswer>;
}

/** Checks and re-encodes a photo, stores it, and makes it the current one of its kind. */
export async function uploadImage(
  deps: Dependencies,
  call: UploadCall,
  kind: ImageKind,
): Promise<Result<ImageAnswer>> {
  const { customerId } = callerOf(call);
  const limit = { key: `images:${customerId}`, max: deps.config.LIMIT_IMAGES_DAY, windowSeconds: dayS };
  const wait = await overLimit(deps.db, limit, deps.clock.now());
  if (wait !== undefined) return fail('image_quota', { retryAfterSeconds: wait });
  const image = call.file ? await decodeInTurn(call.file.bytes) : fail('image_type');
  if (!image.ok) return image;
  if (isTooSmall(image.value)) return fail('image_small');
  const id = deps.random.token();
  // Enqueued before the files exist, so that files without a row are found and deleted.
  await transaction(deps.db, (tx) => enqueueCleanup(tx, deps, id, cleanupAfterSeconds));
  await deps.ports.images.put(fullKeyOf(id), image.value.full);
  await deps.ports.images.put(thumbKeyOf(id), image.value.thumb);
  return call.commit(async (tx) => {
    await saveImage(tx, deps, { id, kind, customerId, image: image.value });
    await recordEvent(tx, {
      at: deps.clock.now(),
      country: call.country,
      kind: 'image-uploaded',
      customerId,
      requestId: call.origin.requestId,
      address: call.origin.address,
      detail: { image: id, kind },
    });
    return ok({ model: { url: signedImageUrl(deps, id, 'full'), thumb: signedImageUrl(deps, id, 'thumb') } });
  });
}

interface NewImage {
  readonly id: string;
  readonly kind: ImageKind;
  readonly customerId: number;
  readonly image: DecodedImage;
}

async function saveImage(
  tx: Tx,
  deps: Dependencies,
  { id, kind, customerId, image }: NewImage,
): Promise<void> {
  const now = deps.clock.now();
  // Serializes concurrent uploads of a kind, so that the second replaces the first.
  await lockCustomer(tx, customerId);
  const replaced = await tx
    .updateTable('image')
    .set({ replaced_at: now })
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .where('replaced_at', 'is', null)
    .returning('id')
    .execute();
  for (const earlier of replaced) await enqueueCleanup(tx, deps, earlier.id, replacedAfterSeconds(deps));
  await tx
    .insertInto('image')
    .values({
      id,
      customer_id: customerId,
      kind,
      storage_key: fullKeyOf(id),
      thumb_key: thumbKeyOf(id),
      sha256: createHash('sha256').update(image.full).digest(),
      width: image.width,
      height: image.height,
      bytes: image.full.length,
      created_at: now,
    })
    .execute();
  if (kind !== 'avatar') await scheduleDocumentCheck(tx, deps.jobs, id);
  await changeProfile(tx, customerId, verifiedBy[kind]);
  await photoStored(tx, { customerId, kind, at: now });
}

/** Marks set by an upload (docs/product/application.md#marks). */
const verifiedBy = {
  avatar: { avatar_verified: 1 },
  front_document: { front_document_verified: 1 },
  back_document: { back_document_verified: 1 },
} as const satisfies Record<ImageKind, object>;
