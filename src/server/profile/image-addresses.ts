import type { Dependencies } from '../dependencies.ts';
import { after } from '../platform/clock.ts';

export type ImageVariant = 'full' | 'thumb';

const purpose = 'image-address';
/** At most five minutes (docs/security.md#photos): as long as a page needs to show it. */
const lifetimeMinutes = 5;
const thumbSuffix = '.thumb';

/**
 * The short-lived address of a private image, below this site. Give it only to the image's owner: who
 * holds it sees the image until it ends.
 */
export function signedImageUrl(
  { vault, clock }: Pick<Dependencies, 'vault' | 'clock'>,
  imageId: string,
  variant: ImageVariant,
): string {
  const name = variant === 'thumb' ? imageId + thumbSuffix : imageId;
  const expires = String(after(clock.now(), lifetimeMinutes, 'minutes').getTime());
  const query = new URLSearchParams({ expires, signature: vault.sign(purpose, `${name}.${expires}`) });
  return `/api/files/${name}?${query.toString()}`;
}

/** The image that an address names, or undefined when it was forged or has ended. */
export function imageOfAddress(
  { vault, clock }: Pick<Dependencies, 'vault' | 'clock'>,
  address: { readonly name: string; readonly expires: string; readonly signature: string },
): { readonly imageId: string; readonly variant: ImageVariant } | undefined {
  const { name, expires, signature } = address;
  if (!vault.verify(purpose, `${name}.${expires}`, signature)) return undefined;
  if (Number(expires) <= clock.now().getTime()) return undefined;
  return name.endsWith(thumbSuffix)
    ? { imageId: name.slice(0, -thumbSuffix.length), variant: 'thumb' }
    : { imageId: name, variant: 'full' };
}
