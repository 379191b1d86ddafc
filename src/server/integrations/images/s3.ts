import type { ObjectStore } from '../../platform/object-store.ts';
import { isKey, requireKey } from './directory.ts';
import type { ImageStore } from './port.ts';

const folder = 'files/';
const pathOf = (key: string) => folder + requireKey(key);

/** Objects below `files/` as the store, which all processes share. */
export function s3ImageStore(store: ObjectStore): ImageStore {
  return {
    put: async (key, bytes) => store.put(pathOf(key), bytes),
    get: async (key) => store.get(pathOf(key)),
    delete: async (key) => store.delete(pathOf(key)),
    async *list() {
      for await (const page of store.pages(folder)) {
        const names = page.map(({ key }) => key.slice(folder.length));
        // Tools that copy folders leave an object for the folder itself.
        yield* names.filter(isKey);
      }
    },
  };
}
