import { randomFillSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomer } from '../../testing/new-customer.ts';
import { photoForm } from '../../testing/photos.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { startRealProcess, type RealProcess } from '../../testing/real-process.ts';
import { sendRequest } from '../../testing/send-request.ts';
import { unfoldingPhoto } from '../../testing/unfolding-photo.ts';

/** A container of the API may have 1,024 (deploy/kubernetes/api.yaml). */
const mostMegabytes = 600;

let product: TestProduct;
let api: RealProcess;
beforeAll(async () => {
  product = await startProduct();
  api = await startRealProcess(product, { ROLE: 'api' });
});
afterAll(async () => {
  await api.stop();
  await product.close();
});

function residentOf(pid: string): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

/** The most megabytes that the process and those that it started hold together while something is done. */
async function peakWhile<T>(work: () => Promise<T>): Promise<{ peak: number; answer: T }> {
  let peak = 0;
  const look = () => {
    const started = readFileSync(`/proc/${api.pid}/task/${api.pid}/children`, 'utf8').trim().split(' ');
    peak = Math.max(
      peak,
      [String(api.pid), ...started].reduce((sum, pid) => sum + residentOf(pid), 0),
    );
  };
  const timer = setInterval(look, 5);
  const answer = await work();
  clearInterval(timer);
  return { peak, answer };
}

/** Uploads the same bytes several times at once. @returns status and code of each */
async function upload(bytes: Buffer, times: number): Promise<unknown[]> {
  const { token } = await newCustomer(product);
  const form = new Request('http://ar.localhost/', { method: 'POST', body: photoForm(bytes) });
  const payload = Buffer.from(await form.arrayBuffer());
  const headers = {
    ...Object.fromEntries(form.headers),
    authorization: `Bearer ${token}`,
    host: 'ar.localhost',
  };
  const path = '/api/v3/upload_avatar';
  const one = async () => {
    const { status, body } = await sendRequest({ port: api.port, path, method: 'POST', headers }, payload);
    return body.code ?? status;
  };
  return Promise.all(Array.from({ length: times }, one));
}

const plain = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#336699' } });

/** A square photo that does not compress. */
const noise = (side: number) => {
  const raw = { width: side / 4, height: side / 4, channels: 3 as const };
  const bytes = randomFillSync(Buffer.alloc((side / 4) ** 2 * 3));
  return sharp(bytes, { raw }).resize(side, side).jpeg({ quality: 96 }).toBuffer();
};

test.each<[string, () => Promise<Buffer>, number, unknown[]]>([
  ['interlaced PNG of 16 bits', () => unfoldingPhoto(7_000), 4, ['image_size']],
  [
    'progressive JPEG',
    () => plain(7_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    4,
    ['image_size'],
  ],
  ['WEBP', () => plain(7_000).webp().toBuffer(), 4, ['image_size']],
  ['PNG that is just small enough', () => plain(4_800).ensureAlpha().png().toBuffer(), 4, [200]],
  [
    'turned JPEG of 49 megapixels',
    () => plain(7_000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    4,
    [200],
  ],
  ['JPEG of 14 MB', () => noise(4_640), 12, [200, 'unavailable']],
])(
  'uploads of a %s leave the process below 600 MB',
  { timeout: 120_000 },
  async (_what, make, times, allowed) => {
    const bytes = await make();
    const { peak, answer } = await peakWhile(() => upload(bytes, times));
    expect(allowed).toEqual(expect.arrayContaining([...new Set(answer)]));
    expect(answer).toContain(allowed[0]);
    expect(peak).toBeGreaterThan(100);
    expect(peak).toBeLessThan(mostMegabytes);
  },
);
