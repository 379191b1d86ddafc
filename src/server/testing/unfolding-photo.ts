import { once } from 'node:events';
import { createDeflate } from 'node:zlib';
import { pngOf } from './photos.ts';

/** First column and row, and steps of both, of the seven passes of an interlaced PNG (Adam7). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A valid PNG of `side` × `side` pixels in RGBA of 16 bits, interlaced: at 7,000 some 600 kB that unfold to 392 MB. */
export async function unfoldingPhoto(side: number): Promise<Buffer> {
  const bytesOfPixel = 8;
  const deflate = createDeflate({ level: 9 });
  const pieces: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => pieces.push(piece));
  for (const [column, row, across, down] of passes) {
    const width = Math.ceil((side - column) / across);
    const line = Buffer.alloc(1 + width * bytesOfPixel);
    for (let n = Math.ceil((side - row) / down); n > 0; n -= 1)
      if (!deflate.write(line)) await once(deflate, 'drain');
  }
  deflate.end();
  await once(deflate, 'end');
  const colours = { depth: 16, type: 6, interlace: 1 } as const;
  return pngOf(side, colours, Buffer.concat(pieces));
}
