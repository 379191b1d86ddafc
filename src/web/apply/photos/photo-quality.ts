/** Possible fault of a photo; never a reason to refuse it. */
export type PhotoTrouble = 'dark' | 'blurred' | 'empty';

/** Expected subject: a document fills the picture with print, a face does not. */
export type PhotoSubject = 'document' | 'face';

/** Side of the sample that is looked at, pixels: enough for edges, quick on a cheap phone. */
const sampleSide = 256;
/** A picture smaller than this says nothing. */
const minSide = 64;
/** Mean brightness (0 to 255) below which a document is hard to read. */
const darkBelow = 55;
/** Variance of the edges (Laplacian) below which nothing in the picture is sharp. */
const blurredBelow = 12;
/** Standard deviation of brightness below which a piece of the picture is a plain surface. */
const plainBelow = 6;
/** Pieces a side into which the middle of a picture is cut. */
const pieces = 8;
/** Part of those pieces that a document's print, picture and borders fill at least. */
const filledAtLeast = 0.25;

interface Grey {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Fault of a picture of RGBA pixels, or null. */
export function troubleOf(
  rgba: Uint8ClampedArray,
  width: number,
  height: number,
  subject: PhotoSubject = 'face',
): PhotoTrouble | null {
  if (Math.min(width, height) < minSide) return null;
  const grey = { values: greyOf(rgba, width * height), width, height };
  const mean = grey.values.reduce((total, value) => total + value, 0) / grey.values.length;
  if (mean < darkBelow) return 'dark';
  if (subject === 'document' && filledPart(grey) < filledAtLeast) return 'empty';
  return edgeVariance(grey) < blurredBelow ? 'blurred' : null;
}

function greyOf(rgba: Uint8ClampedArray, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => {
    const at = index * 4;
    return 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
  });
}

/** Fraction of the framed centre that is not a plain surface. */
function filledPart({ values, width, height }: Grey): number {
  const [left, top] = [Math.floor(width / 6), Math.floor(height / 6)];
  const [stepX, stepY] = [Math.floor((width - 2 * left) / pieces), Math.floor((height - 2 * top) / pieces)];
  let filled = 0;
  for (let piece = 0; piece < pieces * pieces; piece += 1) {
    const fromX = left + (piece % pieces) * stepX;
    const fromY = top + Math.floor(piece / pieces) * stepY;
    let sum = 0;
    let squares = 0;
    for (let y = fromY; y < fromY + stepY; y += 1) {
      for (let x = fromX; x < fromX + stepX; x += 1) {
        const value = values[y * width + x] ?? 0;
        sum += value;
        squares += value * value;
      }
    }
    const count = stepX * stepY;
    const deviation = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
    if (deviation >= plainBelow) filled += 1;
  }
  return filled / (pieces * pieces);
}

function edgeVariance({ values, width, height }: Grey): number {
  const at = (index: number) => values[index] ?? 0;
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const index = y * width + x;
      const edge = 4 * at(index) - at(index - 1) - at(index + 1) - at(index - width) - at(index + width);
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  }
  return squares / count - (sum / count) ** 2;
}

/** {@link troubleOf} the current image of a picture or a video. */
export function troubleIn(
  source: CanvasImageSource,
  size: { readonly width: number; readonly height: number },
  subject: PhotoSubject,
): PhotoTrouble | null {
  const scale = Math.min(1, sampleSide / Math.max(size.width, size.height));
  const width = Math.round(size.width * scale);
  const height = Math.round(size.height * scale);
  if (Math.min(width, height) < minSide) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(source, 0, 0, width, height);
  const pixels = context?.getImageData(0, 0, width, height).data;
  return pixels ? troubleOf(pixels, width, height, subject) : null;
}

/** Fault of a photo; also null if the browser cannot check it. */
export async function lookAt(file: File, subject: PhotoSubject): Promise<PhotoTrouble | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const found = troubleIn(bitmap, bitmap, subject);
    bitmap.close();
    return found;
  } catch {
    return null;
  }
}
