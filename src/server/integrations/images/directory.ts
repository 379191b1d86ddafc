import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageStore } from './port.ts';

/** Flat name: without separators or a leading dot, it cannot lead out of the folder. */
const keyPattern = /^[\w-][\w.-]{0,99}$/;

export const isKey = (name: string): boolean => keyPattern.test(name);

/** @throws RangeError for an invalid key */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new RangeError('not a key of the image store');
  return key;
}

/** Store in a local or mounted folder. Files are readable by this user only. */
export function directoryImageStore(folder: string): ImageStore {
  const pathOf = (key: string): string => join(folder, requireKey(key));
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${key}.${randomBytes(6).toString('hex')}`);
      try {
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          // The file has to be durable before the row that names it, which is when that commits.
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      yield* (await readdir(folder)).filter(isKey);
    },
  };
}
