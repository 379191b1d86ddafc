import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Metadata } from 'sharp';
import { eachPiece } from '../../platform/work/process.ts';
import type { Decoded } from './decoding.ts';

/** Larger than any phone's photo. */
const maxPixels = 50_000_000;

/** Most memory that a decoder may hold for one image, bytes: 96 MB, enough for a WEBP of 24 megapixels. */
const maxHeldBytes = 96 * 1024 * 1024;

/**
 * Bytes that a decoder holds before it returns the first row, estimated from the header. Baseline JPEG and
 * plain PNG are decoded row by row; other images are held completely, and a few hundred kilobytes can expand
 * to a gigabyte.
 */
function heldBytes(
  header: Pick<
    Metadata,
    'format' | 'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling'
  >,
): number {
  const pixels = header.width * header.height;
  if (header.format === 'webp') return pixels * 4;
  // Two bytes per coefficient; subsampled colour has a quarter of the coefficients.
  if (header.format === 'jpeg' && header.isProgressive)
    return pixels * (header.chromaSubsampling === '4:2:0' ? 3 : header.channels * 2);
  if (header.format === 'png') return pixels * header.channels * (header.depth === 'ushort' ? 2 : 1);
  return 0;
}

const maxSide = 2000;
const thumbSide = 320;

// Photos of documents must not stay in a cache, and every further core holds rows of its own.
sharp.cache(false);
sharp.concurrency(1);
try {
  // If memory runs out anyway, Linux kills this process instead of the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux, or not permitted.
}

/** Re-encodes a photo as JPEG (docs/security.md#photos). */
async function decode(bytes: Uint8Array): Promise<Decoded> {
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata();
    const isTooLarge = header.width * header.height > maxPixels || heldBytes(header) > maxHeldBytes;
    if (isTooLarge) return 'too-large';
    if (header.pages !== undefined && header.pages > 1) return 'not-an-image';
    const full = await sharp(bytes, {
      limitInputPixels: maxPixels,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 85 })
      .toBuffer({ resolveWithObject: true });
    const thumb = await sharp(full.data)
      .resize({ width: thumbSide, height: thumbSide, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 75 })
      .toBuffer();
    return { full: full.data, thumb, width: full.info.width, height: full.info.height };
  } catch {
    // Truncated, damaged, or of another type than its first bytes claim.
    return 'not-an-image';
  }
}

eachPiece((bytes) => void decode(bytes).then((decoded) => process.send?.(decoded)));
