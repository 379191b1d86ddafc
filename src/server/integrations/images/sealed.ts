import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { FileKeys } from './file-keys.ts';
import { orUnreadable, type ImageStore } from './port.ts';

/** Header of an encrypted file. No photo, document or settlement file begins with it. */
const mark = Buffer.from('CUOTA\u0001', 'latin1');
const ivBytes = 12;
const tagBytes = 16;

const isSealed = (bytes: Buffer) => bytes.subarray(0, mark.length).equals(mark);

/**
 * Encrypts with AES-256-GCM, with the file's name as associated data, so that it cannot be swapped for
 * another file.
 */
function seal(name: string, bytes: Buffer, key: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([mark, iv, cipher.getAuthTag(), body]);
}

/** @throws if it was altered, truncated, or encrypted for another name or with another key */
function open(name: string, sealed: Buffer, key: Buffer): Buffer {
  const tagAt = mark.length + ivBytes;
  const iv = sealed.subarray(mark.length, tagAt);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(tagAt, tagAt + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(tagAt + tagBytes)), decipher.final()]);
}

/**
 * Store that encrypts each file with its own key. Files stored before encryption are read as they are.
 * @param isSealing encrypts new files; processes of earlier releases cannot read encrypted ones
 */
export function sealedStore(store: ImageStore, keys: FileKeys, isSealing: boolean): ImageStore {
  return {
    put: async (name, bytes) =>
      store.put(name, isSealing ? seal(name, bytes, await keys.keyFor(name)) : bytes),
    async get(name) {
      const bytes = await store.get(name);
      if (!bytes || !isSealed(bytes)) return bytes;
      const key = await keys.keyOf(name);
      return key && orUnreadable(() => open(name, bytes, key));
    },
    // Deletes the key too, so that a copy which the store fails to delete, or keeps as a version, becomes
    // unreadable.
    delete: (name) => keys.forget(name, () => store.delete(name)),
    list: () => store.list(),
  };
}

/**
 * Encrypts a file that was stored unencrypted. Safe to repeat, and while others read, store or delete it.
 * @returns true if it was unencrypted
 */
export async function sealStored(store: ImageStore, keys: FileKeys, name: string): Promise<boolean> {
  const first = await store.get(name);
  if (!first || isSealed(first)) return false;
  // The key is stored before the file is overwritten, so that the file stays readable wherever this stops.
  await keys.keyFor(name);
  return keys.alone(name, async ({ keyOf }) => {
    const [key, bytes] = [await keyOf(name), await store.get(name)];
    if (!key || !bytes || isSealed(bytes)) return false;
    await store.put(name, seal(name, bytes, key));
    return true;
  });
}
