export type TextEncoding = 'utf-8' | 'windows-1252';

/**
 * Text of a file that somebody else wrote. Bytes that are valid UTF-8 are UTF-8; all others are windows-1252, which
 * banks and networks still write and of which latin-1 is a part. A byte order mark is dropped.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: TextEncoding } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
