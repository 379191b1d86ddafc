export type TextEncoding = 'utf-8' | 'windows-1252';

/**
 * Decodes text of an external file. Valid UTF-8 is decoded as such; anything else as windows-1252, a superset
 * of latin-1 that banks and networks still use. A byte order mark is dropped.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
