import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vaultOf } from '../../platform/secrets.ts';
import { bareEnvironment } from '../../testing/bare-environment.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { directoryImageStore } from './directory.ts';
import { fileKeysOf, rewrapFileKeys } from './file-keys.ts';
import { sealedStore, sealStored } from './sealed.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const [before, now] = ['the-secret-until-now-of-some-length', 'the-secret-from-now-on-of-some-length'];
const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

/** A store of its own, as processes with these secrets see it. */
function storesIn(folder: string) {
  const plain = directoryImageStore(join(product.dataDir, folder));
  const keysBy = (secret: string, accepted: readonly string[] = []) =>
    fileKeysOf(product.deps.db, vaultOf(secret, accepted));
  const by = (secret: string, accepted?: readonly string[]) =>
    sealedStore(plain, keysBy(secret, accepted), true);
  return { plain, keysBy, by };
}

describe('stored files', () => {
  test('are unreadable in the store and in none of its copies once they are deleted', async () => {
    const { plain, by } = storesIn('deleted');
    const store = by(now);
    await store.put('deleted-1.jpg', photo);
    const stored = (await plain.get('deleted-1.jpg'))!;
    expect(stored.includes(photo.subarray(0, 4))).toBe(false);
    expect(await store.get('deleted-1.jpg')).toEqual(photo);
    await store.delete('deleted-1.jpg');
    expect(await plain.get('deleted-1.jpg')).toBeUndefined();
    // As a backup of the bucket would bring it back.
    await plain.put('deleted-1.jpg', stored);
    expect(await store.get('deleted-1.jpg')).toBeUndefined();
  });

  test('are unreadable from when they are to be deleted, also while the store is away', async () => {
    const { plain, keysBy } = storesIn('away');
    const state = { isAway: true };
    const store = sealedStore(
      {
        ...plain,
        delete: (name) =>
          state.isAway ? Promise.reject(new Error('the store is away')) : plain.delete(name),
      },
      keysBy(now),
      true,
    );
    await store.put('away-1.jpg', photo);
    await expect(store.delete('away-1.jpg')).rejects.toThrow('the store is away');
    expect(await plain.get('away-1.jpg')).toBeDefined();
    expect(await store.get('away-1.jpg')).toBeUndefined();
    state.isAway = false;
    await store.delete('away-1.jpg');
    expect(await plain.get('away-1.jpg')).toBeUndefined();
  });

  test('cannot be altered, nor put in the place of one another', async () => {
    const { plain, by } = storesIn('altered');
    const store = by(now);
    await store.put('altered-1.jpg', photo);
    await store.put('altered-2.jpg', Buffer.from('another'));
    const bytes = (await plain.get('altered-1.jpg'))!;
    await plain.put('altered-2.jpg', bytes);
    await expect(store.get('altered-2.jpg')).rejects.toThrow(/authenticate/);
    await plain.put('altered-1.jpg', Buffer.concat([bytes.subarray(0, -1), Buffer.of(bytes.at(-1)! ^ 1)]));
    await expect(store.get('altered-1.jpg')).rejects.toThrow(/authenticate/);
  });

  test('are one whole file when many store it at once', async () => {
    const { by } = storesIn('at-once');
    await Promise.all(Array.from({ length: 8 }, () => by(now).put('at-once-1.jpg', photo)));
    expect(await by(now).get('at-once-1.jpg')).toEqual(photo);
  });

  test('that were stored before are read as they are, and encrypted once by the command for them', async () => {
    const { plain, by, keysBy } = storesIn('earlier');
    await plain.put('earlier-1.jpg', photo);
    expect(await by(now).get('earlier-1.jpg')).toEqual(photo);
    const done = await Promise.all([1, 2, 3].map(() => sealStored(plain, keysBy(now), 'earlier-1.jpg')));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect((await plain.get('earlier-1.jpg'))!.includes(photo.subarray(0, 4))).toBe(false);
    expect(await by(now).get('earlier-1.jpg')).toEqual(photo);
    expect(await sealStored(plain, keysBy(now), 'earlier-1.jpg')).toBe(false);
    expect(await sealStored(plain, keysBy(now), 'earlier-none.jpg')).toBe(false);
  });

  test('that are deleted while they are being encrypted stay deleted', async () => {
    const { plain, by, keysBy } = storesIn('while');
    await plain.put('while-1.jpg', photo);
    const keys = keysBy(now);
    // The erasure comes after the key was made and before the file is written.
    const slow = {
      ...keys,
      keyFor: async (name: string) => {
        const key = await keys.keyFor(name);
        await by(now).delete(name);
        return key;
      },
    };
    expect(await sealStored(plain, slow, 'while-1.jpg')).toBe(false);
    expect(await plain.get('while-1.jpg')).toBeUndefined();
  });
});

test('another secret takes over the keys of all files, and the first one can be retired', async () => {
  const { by } = storesIn('rotated');
  const { db } = product.deps;
  await by(before).put('rotated-1.jpg', photo);
  await by(now, [before]).put('rotated-2.jpg', photo);
  expect(await by(now, [before]).get('rotated-1.jpg')).toEqual(photo);
  expect(await rewrapFileKeys(db, vaultOf(now))).toMatchObject({ isUnreadable: true });
  const taken = await rewrapFileKeys(db, vaultOf(now, [before]));
  expect(taken.rewrapped).toBeGreaterThanOrEqual(1);
  expect(await rewrapFileKeys(db, vaultOf(now, [before]))).toMatchObject({ rewrapped: 0 });
  for (const name of ['rotated-1.jpg', 'rotated-2.jpg']) {
    expect(await by(now).get(name)).toEqual(photo);
    await expect(by(before).get(name)).rejects.toThrow(/authenticate/);
  }
});

test('a key that was altered keeps no other from being taken over, and is told', async () => {
  const { by } = storesIn('altered-key');
  const { db } = product.deps;
  for (const name of ['altered-key-1.jpg', 'altered-key-2.jpg']) await by(before).put(name, photo);
  await db
    .updateTable('file_key')
    .set({ wrapped: Buffer.alloc(60) })
    .where('storage_key', '=', 'altered-key-1.jpg')
    .execute();
  expect(await rewrapFileKeys(db, vaultOf(now, [before]))).toEqual({ rewrapped: 1, isUnreadable: true });
  expect(await by(now).get('altered-key-2.jpg')).toEqual(photo);
  await by(now).delete('altered-key-1.jpg');
  expect(await rewrapFileKeys(db, vaultOf(now, [before]))).toMatchObject({ rewrapped: 0 });
});

test('the command encrypts what lies in the folder of the settings', async () => {
  const path = join(product.dataDir, 'files', 'folder-1.jpg');
  await product.deps.ports.images.put('folder-2.jpg', photo);
  await writeFile(path, photo);
  const env = {
    ...bareEnvironment,
    DATA_DIR: product.dataDir,
    DATABASE_URL: product.databaseUrl,
    APP_SECRET: product.deps.config.APP_SECRET,
  };
  const command = join(import.meta.dirname, 'command.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env });
  expect(stdout).toBe('2 files, of which 1 were encrypted now\n');
  expect((await readFile(path)).includes(photo.subarray(0, 4))).toBe(false);
  expect(await product.deps.ports.images.get('folder-1.jpg')).toEqual(photo);
});
