import type { ObjectStore } from '../../platform/object-store.ts';
import { requireKey } from './directory.ts';
import type { ImageStore } from './port.ts';

const folder = 'files/';
const pathOf = (key: string) => folder + requireKey(key);

/** Objects below `files/` as the store, which all processes share. */
export function s3ImageStore(store: ObjectStore): ImageStore {
  return {
    put: async (key, bytes) => store.put(pathOf(key), bytes),
    get: async (key) => store.get(pathOf(key)),
    delete: async (key) => store.delete(pathOf(key)),
    list: async () => (await store.list(folder)).map(({ key }) => key.slice(folder.length)),
  };
}
