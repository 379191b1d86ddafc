import type { Dependencies } from '../../dependencies.ts';
import { route, type Route, type Origin, type RawAnswer } from '../../platform/http/route.ts';
import { saveAddress } from './addresses.ts';
import { addBankAccount, listBankAccounts, removeBankAccount } from './bank-accounts.ts';
import { cardInfo, saveCard } from './cards.ts';
import { saveDeliveryType } from './delivery.ts';
import { uploadImage } from './image-upload.ts';
import { checkPhoneCode, sendPhoneCode } from './phone-codes.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { readWhole } from '../../integrations/images/port.ts';
import { recordEvent } from '../../platform/events.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { imageOfAddress } from './image-addresses.ts';

interface ViewCall {
  readonly params: { readonly id: string };
  readonly query: { readonly expires: string; readonly signature: string };
  readonly country: CountryCode;
  readonly origin: Origin;
}

/**
 * Serves an image by its signed address; each view is recorded (docs/security.md#photos). Forged, expired and
 * unknown addresses get the same response.
 */
async function viewImage(
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

export function profileRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/v3/upload_avatar', (call) => uploadImage(deps, call, 'avatar')),
    route('POST /api/v3/upload', (call) => uploadImage(deps, call, call.fields.type)),
    route('GET /api/files/{id}', (call) => viewImage(deps, call)),
    route('POST /api/v3/address', (call) => saveAddress(deps, call)),
    route('POST /api/bank-accounts', (call) => addBankAccount(deps, call)),
    route('GET /api/v3/bank', (call) => listBankAccounts(deps, call)),
    route('DELETE /api/bank-accounts', (call) => removeBankAccount(deps, call)),
    route('POST /api/v3/delivery-type', (call) => saveDeliveryType(deps, call)),
    route('POST /api/v3/sendcode', (call) => sendPhoneCode(deps, call)),
    route('POST /api/v3/checkcode', (call) => checkPhoneCode(deps, call)),
    route('POST /api/v3/info_credit_card', (call) => cardInfo(deps, call)),
    route('POST /api/v3/card-validation', (call) => saveCard(deps, call)),
  ];
}
