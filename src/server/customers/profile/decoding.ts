import sharp from 'sharp';

/** Larger than any phone's photo; a small file that unfolds to more is a decompression bomb. */
const maxPixels = 50_000_000;
const maxSide = 2000;
const thumbSide = 320;
const timeoutSeconds = 15;

// Photos of documents must not linger in a cache of the process.
sharp.cache(false);

export interface DecodedImage {
  readonly full: Buffer;
  readonly thumb: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes the whole photo and makes a new JPEG of it (docs/security.md#photos): turned as its EXIF says,
 * without EXIF, position, colour profile or anything that was hidden in the file.
 * @returns why the bytes are not a photo we take, when they are not
 */
export async function decodePhoto(bytes: Buffer): Promise<DecodedImage | 'not-an-image' | 'too-many-pixels'> {
  // Other formats are refused before any decoder sees them: SVG and PDF can reach for other files.
  if (!hasPhotoSignature(bytes)) return 'not-an-image';
  try {
    const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
    const { width, height, pages } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return 'too-many-pixels';
    if (pages !== undefined && pages > 1) return 'not-an-image';
    const full = await open()
      .timeout({ seconds: timeoutSeconds })
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

/** JPEG, PNG or WEBP by their first bytes. */
function hasPhotoSignature(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 12).toString('latin1');
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP'))
  );
}
