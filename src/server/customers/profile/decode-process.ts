import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { eachPiece } from '../../platform/work/process.ts';
import type { Decoded } from './decoding.ts';
import { heldBytes, maxHeldBytes, maxPixels } from './decoded-size.ts';

const maxSide = 2000;
const thumbSide = 320;

// Photos of documents must not linger in a cache, and each further core holds rows of its own.
sharp.cache(false);
sharp.concurrency(1);
try {
  // If memory runs out anyway, Linux kills this process and not the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Another system than Linux, or one that does not let it.
}

/** Makes a new JPEG of a photo, as docs/security.md#photos has it. */
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
    // Truncated, damaged or not what its first bytes say.
    return 'not-an-image';
  }
}

eachPiece((bytes) => void decode(bytes).then((decoded) => process.send?.(decoded)));
