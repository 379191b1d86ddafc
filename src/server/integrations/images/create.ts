import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { objectStoreOf, type ObjectStore } from '../../platform/object-store.ts';
import type { Vault } from '../../platform/secrets.ts';
import { directoryImageStore, isKey, requireKey } from './directory.ts';
import { fileKeysOf, rewrapFileKeys } from './file-keys.ts';
import type { EncryptedImageStore, ImageStore } from './port.ts';
import { sealedStore } from './sealed.ts';

const folder = 'files/';
const pathOf = (key: string) => folder + requireKey(key);

/** Store in the bucket below `files/`, shared by all processes. */
export function s3ImageStore(store: ObjectStore): ImageStore {
  return {
    put: async (key, bytes) => store.put(pathOf(key), bytes),
    get: async (key) => store.get(pathOf(key)),
    delete: async (key) => store.delete(pathOf(key)),
    async *list() {
      for await (const page of store.pages(folder)) {
        const names = page.map(({ key }) => key.slice(folder.length));
        // Skips objects for the folder itself, which tools that copy folders create.
        yield* names.filter(isKey);
      }
    },
  };
}

interface Settings {
  readonly config: Config;
  readonly db: Database;
  readonly vault: Vault;
}

/** Configured store with encryption. */
export function createImageStore({ config, db, vault }: Settings): EncryptedImageStore {
  return {
    ...sealedStore(plainStoreOf(config), fileKeysOf(db, vault), config.ENCRYPT_FILES),
    takeKeysOver: (isStopped) => rewrapFileKeys(db, vault, isStopped),
  };
}

/** Configured store without decryption, which returns encrypted files as they are. */
export function plainStoreOf(config: Config): ImageStore {
  const store = objectStoreOf(config);
  return store ? s3ImageStore(store) : directoryImageStore(join(config.DATA_DIR, 'files'));
}
