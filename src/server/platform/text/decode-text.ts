export type TextEncoding = 'utf-8' | 'windows-1252';

/**
 * Text of an external file. Bytes that are valid UTF-8 are UTF-8; all others are windows-1252, a superset of
 * latin-1 that banks and networks still write. A byte order mark is dropped.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
