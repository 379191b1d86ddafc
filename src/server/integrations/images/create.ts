import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { objectStoreOf } from '../../platform/object-store.ts';
import type { Vault } from '../../platform/secrets.ts';
import { directoryImageStore } from './directory.ts';
import { fileKeysOf, rewrapFileKeys } from './file-keys.ts';
import type { EncryptedImageStore, ImageStore } from './port.ts';
import { s3ImageStore } from './s3.ts';
import { sealedStore } from './sealed.ts';

interface Settings {
  readonly config: Config;
  readonly db: Database;
  readonly vault: Vault;
}

/** Configured store, which encrypts its files. */
export function createImageStore({ config, db, vault }: Settings): EncryptedImageStore {
  return {
    ...sealedStore(plainStoreOf(config), fileKeysOf(db, vault), config.ENCRYPT_FILES),
    takeKeysOver: (isStopped) => rewrapFileKeys(db, vault, isStopped),
  };
}

/** The same as it keeps files, encrypted ones as they are. */
export function plainStoreOf(config: Config): ImageStore {
  const store = objectStoreOf(config);
  return store ? s3ImageStore(store) : directoryImageStore(join(config.DATA_DIR, 'files'));
}
