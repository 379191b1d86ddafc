import { describe, expect, test } from 'vitest';
import { vaultOf } from '../../platform/secrets.ts';
import type { ImageStore } from './port.ts';
import { reseal, sealedStore } from './sealed.ts';

function memoryStore() {
  const files = new Map<string, Buffer>();
  const store: ImageStore = {
    put: async (key, bytes) => void files.set(key, bytes),
    get: async (key) => files.get(key),
    delete: async (key) => void files.delete(key),
  };
  return { files, store };
}

const [before, now] = ['the-secret-until-now-of-some-length', 'the-secret-from-now-on-of-some-length'];
const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

describe('an encrypted store', () => {
  test('keeps nothing readable, and reads what was stored before as it is', async () => {
    const { files, store } = memoryStore();
    const sealed = sealedStore(store, vaultOf(now), true);
    files.set('old.jpg', photo);
    await sealed.put('new.jpg', photo);
    expect(files.get('new.jpg')?.includes(photo.subarray(0, 4))).toBe(false);
    expect(await sealed.get('new.jpg')).toEqual(photo);
    expect(await sealed.get('old.jpg')).toEqual(photo);
    expect(await sealed.get('none.jpg')).toBeUndefined();
    await sealed.delete('new.jpg');
    expect(files.has('new.jpg')).toBe(false);
  });

  test('that encrypts nothing yet reads what another one has encrypted', async () => {
    const { files, store } = memoryStore();
    await sealedStore(store, vaultOf(now), true).put('a.jpg', photo);
    const plain = sealedStore(store, vaultOf(now), false);
    expect(await plain.get('a.jpg')).toEqual(photo);
    await plain.put('b.jpg', photo);
    expect(files.get('b.jpg')).toEqual(photo);
  });

  test('reads no file that was altered or put in the place of another', async () => {
    const { files, store } = memoryStore();
    const sealed = sealedStore(store, vaultOf(now), true);
    await sealed.put('a.jpg', photo);
    const bytes = files.get('a.jpg')!;
    files.set('b.jpg', bytes);
    await expect(sealed.get('b.jpg')).rejects.toThrow(/authenticate/);
    files.set('a.jpg', Buffer.concat([bytes.subarray(0, -1), Buffer.of(bytes.at(-1)! ^ 1)]));
    await expect(sealed.get('a.jpg')).rejects.toThrow(/authenticate/);
  });
});

test('files are encrypted anew when the secret changes, once each', async () => {
  const { files, store } = memoryStore();
  files.set('plain.jpg', photo);
  await sealedStore(store, vaultOf(before), true).put('old.jpg', photo);
  const changing = vaultOf(now, [before]);
  expect(await reseal(store, changing, 'plain.jpg')).toBe('sealed');
  expect(await reseal(store, changing, 'old.jpg')).toBe('sealed');
  expect(await reseal(store, changing, 'old.jpg')).toBe('kept');
  expect(await reseal(store, changing, 'none.jpg')).toBe('gone');
  const after = sealedStore(store, vaultOf(now), true);
  for (const key of ['plain.jpg', 'old.jpg']) expect(await after.get(key)).toEqual(photo);
  const retired = sealedStore(store, vaultOf(before), true);
  await expect(retired.get('old.jpg')).rejects.toThrow('a secret that is not accepted');
});
