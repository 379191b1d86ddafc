import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { FileKeys } from './file-keys.ts';
import { orUnreadable, type ImageStore } from './port.ts';

/** What an encrypted file begins with: no photo, paper or settlement file does. */
const mark = Buffer.from('CUOTA\u0001', 'latin1');
const ivBytes = 12;
const tagBytes = 16;

const isSealed = (bytes: Buffer) => bytes.subarray(0, mark.length).equals(mark);

/** AES-256-GCM, bound to the name of the file: it is none of another name. */
function seal(name: string, bytes: Buffer, key: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([mark, iv, cipher.getAuthTag(), body]);
}

/** @throws when it was altered, cut off, or encrypted for another name or with another key */
function open(name: string, sealed: Buffer, key: Buffer): Buffer {
  const tagAt = mark.length + ivBytes;
  const iv = sealed.subarray(mark.length, tagAt);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(tagAt, tagAt + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(tagAt + tagBytes)), decipher.final()]);
}

/**
 * A store whose files are encrypted, each with its own key. Those that were stored before are read as they are.
 * @param isSealing whether new ones are encrypted: processes of earlier releases read no encrypted file
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
    // The key goes with it: where the store fails, or keeps a version, nobody reads it any more.
    delete: (name) => keys.forget(name, () => store.delete(name)),
    list: () => store.list(),
  };
}

/**
 * Encrypts a file that was stored before files were. Safe to repeat, and beside those who read, store or delete it.
 * @returns whether it was
 */
export async function sealStored(store: ImageStore, keys: FileKeys, name: string): Promise<boolean> {
  const first = await store.get(name);
  if (!first || isSealed(first)) return false;
  // Kept before the file is overwritten: whatever stops this, the file can be read.
  await keys.keyFor(name);
  return keys.alone(name, async ({ keyOf }) => {
    const [key, bytes] = [await keyOf(name), await store.get(name)];
    if (!key || !bytes || isSealed(bytes)) return false;
    await store.put(name, seal(name, bytes, key));
    return true;
  });
}
