import { decodeText } from '../../platform/text/decode-text.ts';
import { COLLECTION_LAYOUTS } from './layouts.ts';
import type { CollectionNetworks } from './port.ts';
import { readCollectionFile } from './read-file.ts';

/** Reads files the same way with the sandbox on: there is no provider to stand in for. */
export function createCollection(): CollectionNetworks {
  return Object.fromEntries(
    Object.entries(COLLECTION_LAYOUTS).map(([name, layout]) => [
      name,
      {
        country: layout.country,
        source: layout.source,
        read(bytes: Uint8Array) {
          const { text, encoding } = decodeText(bytes);
          return { ...readCollectionFile(layout, text), encoding };
        },
      },
    ]),
  );
}
