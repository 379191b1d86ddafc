import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Loads the reader from the installed package; nothing is downloaded. */
const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

// Photos of documents must not stay in a cache of the process.
sharp.cache(false);

/**
 * Variants to try, since a barcode's rows must be nearly level and a distant card's bars are a pixel wide:
 * the photo unchanged, then rotated both ways, then enlarged as far as its resolution allows.
 */
const tries = [
  { turn: 0 },
  { turn: 5 },
  { turn: -5 },
  { turn: 10 },
  { turn: -10 },
  { turn: 0, enlarge: { times: 3, maxWidth: 3600 } },
] as const satisfies readonly Try[];

interface Try {
  /** Degrees. */
  readonly turn: number;
  readonly enlarge?: { readonly times: number; readonly maxWidth: number };
}

/** Texts of the PDF417 codes of a photo. */
async function codesOf(photo: Uint8Array): Promise<string[]> {
  for (const each of tries) {
    const { data, info } = await pixelsOf(photo, each);
    const pixels = {
      data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
      width: info.width,
      height: info.height,
    };
    const codes = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], {
      formats: ['PDF417'],
      tryHarder: true,
    });
    const texts = codes.filter(({ isValid }) => isValid).map(({ text }) => text);
    if (texts.length > 0) return texts;
  }
  return [];
}

async function pixelsOf(photo: Uint8Array, { turn, enlarge }: Try) {
  const turned = turn === 0 ? sharp(photo) : sharp(photo).rotate(turn, { background: '#ffffff' });
  const sized = enlarge ? turned.resize({ width: await enlargedWidth(photo, enlarge) }) : turned;
  return sized.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
}

async function enlargedWidth(photo: Uint8Array, { times, maxWidth }: NonNullable<Try['enlarge']>) {
  const { width } = await sharp(photo).metadata();
  return Math.min(width * times, maxWidth);
}

async function answer(photo: Uint8Array): Promise<void> {
  parentPort?.postMessage(await codesOf(photo), []);
}

parentPort?.on('message', (photo: Uint8Array) => void answer(photo));
