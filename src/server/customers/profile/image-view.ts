import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readWhole } from '../../integrations/images/port.ts';
import { recordEvent } from '../../platform/events.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import type { Origin, RawAnswer } from '../../platform/http/route.ts';
import { imageOfAddress } from './image-addresses.ts';

interface ViewCall {
  readonly params: { readonly id: string };
  readonly query: { readonly expires: string; readonly signature: string };
  readonly country: CountryCode;
  readonly origin: Origin;
}

/**
 * The image of a signed address; each view is recorded (docs/security.md#photos). Forged, ended and
 * unknown addresses answer alike.
 */
export async function viewImage(
  deps: Dependencies,
  { params, query, country, origin }: ViewCall,
): Promise<Result<RawAnswer>> {
  const named = imageOfAddress(deps, { name: params.id, ...query });
  if (!named) return fail('not_found');
  const image = await deps.db
    .selectFrom('image')
    .innerJoin('customer', 'customer.id', 'image.customer_id')
    .select(['image.customer_id', 'image.kind', 'image.storage_key', 'image.thumb_key', 'image.sha256'])
    .where('image.id', '=', named.imageId)
    .where('customer.country', '=', country)
    .executeTakeFirst();
  if (!image) return fail('not_found');
  const stored =
    named.variant === 'thumb'
      ? { storageKey: image.thumb_key }
      : { storageKey: image.storage_key, sha256: image.sha256 };
  const bytes = await readWhole(deps, stored, { image: named.imageId });
  if (!bytes) return fail('unavailable');
  await recordEvent(deps.db, {
    at: deps.clock.now(),
    country,
    kind: 'image-viewed',
    customerId: image.customer_id,
    requestId: origin.requestId,
    address: origin.address,
    detail: { image: named.imageId, variant: named.variant },
  });
  return ok(fileAnswer({ type: 'image/jpeg', body: bytes, name: `${image.kind}.jpg` }));
}
