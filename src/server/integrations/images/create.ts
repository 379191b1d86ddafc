import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { objectStoreOf } from '../../platform/object-store.ts';
import { directoryImageStore } from './directory.ts';
import type { ImageStore } from './port.ts';
import { s3ImageStore } from './s3.ts';

export function createImageStore({ config }: { readonly config: Config }): ImageStore {
  const store = objectStoreOf(config);
  return store ? s3ImageStore(store) : directoryImageStore(join(config.DATA_DIR, 'files'));
}
