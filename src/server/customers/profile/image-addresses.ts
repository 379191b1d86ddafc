import type { Dependencies } from '../../dependencies.ts';
import { isSigned, signedQuery } from '../../platform/signed-address.ts';

export type ImageVariant = 'full' | 'thumb';

const purpose = 'image-address';
const thumbSuffix = '.thumb';

/**
 * Short-lived address of a private image, on this site. Give it only to the image's owner: anyone with it
 * sees the image until it expires.
 */
export function signedImageUrl(
  deps: Pick<Dependencies, 'vault' | 'clock'>,
  imageId: string,
  variant: ImageVariant,
): string {
  const name = variant === 'thumb' ? imageId + thumbSuffix : imageId;
  return `/api/files/${name}?${signedQuery(deps, purpose, name)}`;
}

/** Image named by an address; undefined if the address was forged or has expired. */
export function imageOfAddress(
  deps: Pick<Dependencies, 'vault' | 'clock'>,
  address: { readonly name: string; readonly expires: string; readonly signature: string },
): { readonly imageId: string; readonly variant: ImageVariant } | undefined {
  const { name } = address;
  if (!isSigned(deps, purpose, name, address)) return undefined;
  return name.endsWith(thumbSuffix)
    ? { imageId: name.slice(0, -thumbSuffix.length), variant: 'thumb' }
    : { imageId: name, variant: 'full' };
}
