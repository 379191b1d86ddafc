/** What may be wrong with a photo; never a reason to refuse it. */
export type PhotoTrouble = 'dark' | 'blurred';

/** Side of the sample that is looked at, pixels: enough for edges, quick on a cheap phone. */
const sampleSide = 256;
/** A picture smaller than this says nothing. */
const minSide = 64;
/** Mean brightness (0 to 255) below which a document is hard to read. */
const darkBelow = 55;
/** Variance of the edges (Laplacian) below which nothing in the picture is sharp. */
const blurredBelow = 12;

/** What is wrong with a picture of RGBA pixels, or null. */
export function troubleOf(rgba: Uint8ClampedArray, width: number, height: number): PhotoTrouble | null {
  if (Math.min(width, height) < minSide) return null;
  const grey = new Float32Array(width * height);
  let total = 0;
  for (let index = 0; index < grey.length; index += 1) {
    const at = index * 4;
    const value = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
    grey[index] = value;
    total += value;
  }
  if (total / grey.length < darkBelow) return 'dark';
  return edgeVariance(grey, width, height) < blurredBelow ? 'blurred' : null;
}

function edgeVariance(grey: Float32Array, width: number, height: number): number {
  const at = (index: number) => grey[index] ?? 0;
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

/** What is wrong with a photo; null as well where the browser cannot tell. */
export async function lookAt(file: File): Promise<PhotoTrouble | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, sampleSide / Math.max(bitmap.width, bitmap.height));
    const width = Math.round(bitmap.width * scale);
    const height = Math.round(bitmap.height * scale);
    if (Math.min(width, height) < minSide) return null;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const pixels = context?.getImageData(0, 0, width, height).data;
    return pixels ? troubleOf(pixels, width, height) : null;
  } catch {
    return null;
  }
}
