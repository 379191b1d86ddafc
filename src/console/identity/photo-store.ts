import type { Review } from '../../words/identity.ts';

/**
 * Pictures of the review at hand and of the next one, kept as objects of this page: none of them may stay in the
 * browser's cache, and the next review has to be there at once.
 */
const pictures = new Map<string, Promise<string>>();

async function load(address: string): Promise<string> {
  const response = await fetch(address, { credentials: 'same-origin', cache: 'no-store' });
  if (!response.ok) throw new Error(`the photo answered ${response.status}`);
  return URL.createObjectURL(await response.blob());
}

/** The address of a photo within this page; each is asked for, and recorded, once. */
export function pictureOf(customer: string, image: string): Promise<string> {
  const known = pictures.get(image);
  if (known) return known;
  const coming = load(`/api/staff/customers/${customer}/images/${image}`);
  pictures.set(image, coming);
  coming.catch(() => pictures.delete(image));
  return coming;
}

/** Brings the photos that count before they are looked at. */
export function prefetch({ customer, photos }: Review): void {
  for (const { id } of photos) pictureOf(customer, id).catch(() => undefined);
}

/** Forgets all but these reviews' photos. */
export function keepOnly(reviews: readonly (Review | null | undefined)[]): void {
  const kept = new Set(
    reviews.flatMap((review) =>
      (review?.photos ?? []).flatMap(({ id, earlier }) => [id, ...earlier.map((each) => each.id)]),
    ),
  );
  for (const [id, picture] of pictures) {
    if (kept.has(id)) continue;
    pictures.delete(id);
    picture.then((address) => URL.revokeObjectURL(address)).catch(() => undefined);
  }
}
