import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import sharp, { type Sharp } from 'sharp';
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

interface Picture {
  /** RGBA. */
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

/** Texts of the PDF417 codes of a photo, which is decoded once for all tries. */
async function codesOf(photo: Uint8Array): Promise<string[]> {
  const upright = await pixelsOf(sharp(photo));
  if (isPlain(upright)) return [];
  for (const each of tries) {
    const { data, info } = each.turn === 0 && !('enlarge' in each) ? upright : await changed(upright, each);
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

const pixelsOf = (image: Sharp): Promise<Picture> =>
  image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });

function changed({ data, info: { width, height } }: Picture, { turn, enlarge }: Try): Promise<Picture> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  const turned = turn === 0 ? image : image.rotate(turn, { background: '#ffffff' });
  return pixelsOf(
    enlarge ? turned.resize({ width: Math.min(width * enlarge.times, enlarge.maxWidth) }) : turned,
  );
}

/** Least difference of brightness (0 to 255) that distinguishes bars from the paper. */
const leastContrast = 24;

/** Checks whether a picture is one surface, such as a covered lens, on which no code can be. */
function isPlain({ data }: Picture): boolean {
  let [darkest, brightest] = [255, 0];
  for (let at = 0; at < data.length; at += 4) {
    const green = data[at + 1] ?? 0;
    if (green < darkest) darkest = green;
    if (green > brightest) brightest = green;
    if (brightest - darkest >= leastContrast) return false;
  }
  return true;
}

async function answer(photo: Uint8Array): Promise<void> {
  parentPort?.postMessage(await codesOf(photo), []);
}

parentPort?.on('message', (photo: Uint8Array) => void answer(photo));
