import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newFolder } from '../../testing/new-folder.ts';
import { directoryImageStore } from './directory.ts';

let parent: string;
let folder: string;
beforeAll(async () => {
  parent = newFolder();
  folder = join(parent, 'files');
});

test('the store takes no key that leads out of its folder', async () => {
  const store = directoryImageStore(folder);
  for (const key of ['../out.jpg', 'a/b.jpg', '..', '.hidden', '', 'a\0b']) {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(store.get(key)).rejects.toThrow(RangeError);
  }
  await store.put('a-b.jpg', Buffer.from('uno'));
  await store.put('a-b.jpg', Buffer.from('dos'));
  expect(await store.get('a-b.jpg')).toEqual(Buffer.from('dos'));
  await store.delete('a-b.jpg');
  expect(await store.get('a-b.jpg')).toBeUndefined();
});

test('many writes of one key at once leave one whole file and no drafts', async () => {
  const store = directoryImageStore(folder);
  const contents = Array.from({ length: 20 }, (_none, n) => Buffer.alloc(100_000, n));
  await Promise.all(contents.map((bytes) => store.put('one.jpg', bytes)));
  const kept = await store.get('one.jpg');
  expect(contents.some((bytes) => kept?.equals(bytes))).toBe(true);
  expect(await readdir(folder)).toEqual(['one.jpg']);
});
