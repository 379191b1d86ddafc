import type { Metadata } from 'sharp';

/** Larger than any phone's photo. */
export const maxPixels = 50_000_000;

/** Most memory a decoder may hold for one image: 96 MB, as for a WEBP of 24 megapixels. */
export const maxHeldBytes = 96 * 1024 * 1024;

/**
 * Bytes that a decoder holds before the first row comes out, estimated from the header. Baseline JPEG and
 * plain PNG come row by row; the others are held whole, and a few hundred kilobytes can unfold to a gigabyte.
 */
export function heldBytes(
  header: Pick<
    Metadata,
    'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling'
  >,
): number {
  const pixels = header.width * header.height;
  if (header.format === 'webp') return pixels * 4;
  // Coefficients have two bytes; halved colour has a quarter of them.
  if (header.format === 'jpeg' && header.isProgressive)
    return pixels * (header.chromaSubsampling === '4:2:0' ? 3 : header.channels * 2);
  if (header.format === 'png') return pixels * header.channels * (header.depth === 'ushort' ? 2 : 1);
  return 0;
}
