import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3ImageStore } from '../integrations/images/create.ts';
import { newFolder } from '../testing/new-folder.ts';
import { startS3Server, type S3Server } from '../testing/s3-server.ts';
import { ConfigError, parseConfig } from './config.ts';
import { objectStoreOf } from './object-store.ts';

let server: S3Server;
let dataDir: string;
beforeAll(async () => {
  server = await startS3Server();
  dataDir = newFolder();
});
afterAll(() => server.close());

const configOf = (settings: Readonly<Record<string, string | undefined>>) =>
  parseConfig({ DATA_DIR: dataDir, ...server.settings, ...settings });

function storeOf(settings: Readonly<Record<string, string>> = {}) {
  const store = objectStoreOf(configOf(settings));
  if (!store) throw new Error('there is no store');
  return store;
}

test('keeps bytes under a key, and gives them back until they are deleted', async () => {
  const store = storeOf({ S3_PREFIX: 'one/' });
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_none, n) => n % 256));
  expect(await store.get('a bñ&.bin')).toBeUndefined();
  await store.put('a bñ&.bin', bytes);
  expect(bytes.equals((await store.get('a bñ&.bin')) ?? Buffer.alloc(0))).toBe(true);
  await store.put('a bñ&.bin', Buffer.from('other'));
  expect(await store.get('a bñ&.bin')).toEqual(Buffer.from('other'));
  expect((await store.list('a ')).map(({ key }) => key)).toEqual(['a bñ&.bin']);
  await store.delete('a bñ&.bin');
  await store.delete('a bñ&.bin');
  expect(await store.get('a bñ&.bin')).toBeUndefined();
});

test('lists what lies below a prefix, and nothing of other prefixes', async () => {
  const store = storeOf({ S3_PREFIX: 'two/' });
  await Promise.all(['x/1', 'x/2', 'y/1'].map((key) => store.put(key, Buffer.from(key))));
  await storeOf({ S3_PREFIX: 'three/' }).put('x/3', Buffer.from('x'));
  const found = await store.list('x/');
  expect(found.map(({ key }) => key)).toEqual(['x/1', 'x/2']);
  const [before] = found;
  expect(Math.abs(Date.now() - Number(before?.changedAt))).toBeLessThan(60_000);
  await store.put('x/1', Buffer.from('changed'));
  expect((await store.list('x/'))[0]?.etag).not.toBe(before?.etag);
});

/** The server above has no second page that works: two pages as the protocol has them. */
test('goes through a listing page by page', async () => {
  const pages = [
    '<Contents><Key>p/a+b</Key><LastModified>2026-01-01T00:00:00Z</LastModified><ETag>&quot;1&quot;</ETag></Contents><NextContinuationToken>n/1==</NextContinuationToken>',
    '<Contents><Key>p/c%2Bd</Key><LastModified>2026-01-02T00:00:00Z</LastModified><ETag>&quot;2&quot;</ETag></Contents>',
  ];
  let asked = 0;
  const paging = createServer((request, response) => {
    asked += 1;
    const token = new URL(request.url ?? '', 'http://x').searchParams.get('continuation-token');
    response.end(`<ListBucketResult>${token === 'n/1==' ? pages[1] : pages[0]}</ListBucketResult>`);
  });
  await new Promise<void>((resolve) => paging.listen(0, '127.0.0.1', resolve));
  const { port } = paging.address() as AddressInfo;
  const store = storeOf({ S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_PREFIX: 'p/' });
  expect(await store.list('')).toEqual([
    { key: 'a b', etag: '"1"', changedAt: new Date('2026-01-01T00:00:00Z') },
    { key: 'c+d', etag: '"2"', changedAt: new Date('2026-01-02T00:00:00Z') },
  ]);
  expect(asked).toBe(2);
  // More than the memory holds is had a page at a time.
  for await (const page of store.pages('')) {
    expect([page.length, asked]).toEqual([1, 3]);
    break;
  }
  paging.close();
});

describe('what is not a missing key is told', () => {
  test('a wrong key', async () => {
    const store = storeOf({ S3_ACCESS_KEY_ID: 'guess' });
    await expect(store.put('x', Buffer.from('x'))).rejects.toThrow(/403/);
    await expect(store.get('x')).rejects.toThrow(/403/);
  });

  test('a bucket that is not there', async () => {
    const store = storeOf({ S3_BUCKET: 'another' });
    await expect(store.get('x')).rejects.toThrow(/404 NoSuchBucket/);
    await expect(store.put('x', Buffer.from('x'))).rejects.toThrow(/404 NoSuchBucket/);
  });
});

test('a redirect is a failure, and nothing is asked of where it leads', async () => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isFirst = request.url !== '/elsewhere';
    response.writeHead(isFirst ? 307 : 200, isFirst ? { location: '/elsewhere' } : {}).end('not ours');
  });
  await new Promise<void>((resolve) => {
    elsewhere.listen(0, '127.0.0.1', resolve);
  });
  const { port } = elsewhere.address() as AddressInfo;
  const store = storeOf({ S3_ENDPOINT: `http://127.0.0.1:${port}` });
  await expect(store.get('one')).rejects.toThrow('fetch failed');
  expect(asked).not.toContain('/elsewhere');
  elsewhere.close();
});

test('images are kept below files/, under flat names only', async () => {
  const images = s3ImageStore(storeOf());
  await images.put('a-b.jpg', Buffer.from('photo'));
  expect(await storeOf().get('files/a-b.jpg')).toEqual(Buffer.from('photo'));
  for (const key of ['../out.jpg', 'a/b.jpg', '..', '.hidden', ''])
    await expect(images.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
});

test('images are listed by their names, without what others have left there', async () => {
  const settings = { S3_PREFIX: 'listed/' };
  const [store, images] = [storeOf(settings), s3ImageStore(storeOf(settings))];
  await images.put('a-b.jpg', Buffer.from('photo'));
  for (const key of ['files/', 'files/older/c.jpg', 'payouts/d']) await store.put(key, Buffer.from('x'));
  expect(await Array.fromAsync(images.list())).toEqual(['a-b.jpg']);
});

test.each([['S3_ENDPOINT'], ['S3_BUCKET'], ['S3_ACCESS_KEY_ID'], ['S3_SECRET_ACCESS_KEY']])(
  'half of the settings, without %s, stops the start',
  (name) => {
    expect(() => configOf({ [name]: undefined })).toThrow(ConfigError);
    expect(() => configOf({ [name]: undefined })).toThrow(name);
  },
);

test('payouts in the store need it', () => {
  expect(() => parseConfig({ DATA_DIR: dataDir, PAYOUT_STORE: 's3' })).toThrow('S3_BUCKET');
});
