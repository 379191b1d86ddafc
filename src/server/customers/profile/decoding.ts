import { fail, ok, type Result } from '../../platform/http/result.ts';
import { boundedLine, OverloadedError } from '../../platform/work/bounded-line.ts';
import { processOf, ProcessKilledError } from '../../platform/work/process.ts';

export interface DecodedImage {
  readonly full: Buffer;
  readonly thumb: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Decoded photo, or the reason for refusing the bytes. */
export type Decoded = DecodedImage | 'not-an-image' | 'too-large';

/**
 * Memory limit. A photo within the 96 MB that its header may declare (`decoded-size.ts`) stays below 200 MB;
 * only one with a false header exceeds the limit.
 */
const decoder = processOf<Decoded>(new URL('decode-process.ts', import.meta.url), {
  timeoutMs: 20_000,
  maxMegabytes: 230,
});

/**
 * Decodes the whole photo and re-encodes it as JPEG (docs/security.md#photos): rotated according to its EXIF
 * data, and without EXIF, location, colour profile or hidden content. Runs one at a time, in a process that
 * is killed if it takes too much time or memory.
 */
export async function decodePhoto(bytes: Uint8Array): Promise<Decoded> {
  // Refuses other formats before any decoder reads them, because SVG and PDF can reference other files.
  if (!hasPhotoSignature(bytes)) return 'not-an-image';
  try {
    const decoded = await decoder.run(bytes);
    if (typeof decoded === 'string') return decoded;
    return { ...decoded, full: Buffer.from(decoded.full), thumb: Buffer.from(decoded.thumb) };
  } catch (error) {
    if (error instanceof ProcessKilledError) return 'too-large';
    throw error;
  }
}

function hasPhotoSignature(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP'))
  );
}

/** Decoding takes a core and up to 200 MB for a moment: one at a time; twenty more may wait. */
const inLine = boundedLine(1, 20);

/** {@link decodePhoto} in its turn, as an answer of a call: `image_type`, `image_size` or `unavailable`. */
export async function decodeInTurn(bytes: Uint8Array): Promise<Result<DecodedImage>> {
  const decoded = await inLine(() => decodePhoto(bytes)).catch((error: unknown) => {
    if (error instanceof OverloadedError) return undefined;
    throw error;
  });
  if (decoded === undefined) return fail('unavailable', { retryAfterSeconds: 5 });
  if (decoded === 'not-an-image') return fail('image_type');
  if (decoded === 'too-large') return fail('image_size');
  return ok(decoded);
}

/** Re-encodes an image as a JPEG. */
export async function recodeImage(bytes: Uint8Array): Promise<Result<Buffer>> {
  const decoded = await decodeInTurn(bytes);
  return decoded.ok ? ok(decoded.value.full) : decoded;
}
