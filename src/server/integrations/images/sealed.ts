import type { Vault } from '../../platform/secrets.ts';
import type { ImageStore } from './port.ts';

/**
 * A store whose files are encrypted with a key of the application's secret. Files that were stored before are read as
 * they are. @param isSealing whether new ones are encrypted: processes of earlier releases read no encrypted file
 */
export function sealedStore(store: ImageStore, vault: Vault, isSealing: boolean): ImageStore {
  return {
    put: (key, bytes) => store.put(key, isSealing ? vault.sealFile(key, bytes) : bytes),
    async get(key) {
      const bytes = await store.get(key);
      return bytes && vault.openFile(key, bytes);
    },
    delete: (key) => store.delete(key),
  };
}

export type Resealed = 'sealed' | 'kept' | 'gone';

/** Encrypts a stored file with the present secret unless it is already; safe to repeat. */
export async function reseal(store: ImageStore, vault: Vault, key: string): Promise<Resealed> {
  const bytes = await store.get(key);
  if (!bytes) return 'gone';
  if (vault.isSealedNow(bytes)) return 'kept';
  await store.put(key, vault.sealFile(key, vault.openFile(key, bytes)));
  return 'sealed';
}
