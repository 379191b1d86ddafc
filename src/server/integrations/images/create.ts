import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { directoryImageStore } from './directory.ts';
import type { ImageStore } from './port.ts';

export function createImageStore({ config }: { readonly config: Config }): ImageStore {
  return directoryImageStore(join(config.DATA_DIR, 'files'));
}
