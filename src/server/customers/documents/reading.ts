import type { DocumentData } from '../../../countries/server-country.ts';
import type { EncryptedRows } from '../../platform/encrypted-rows.ts';
import type { Vault } from '../../platform/secrets.ts';

const purpose = 'document-reading';

/** Barcode contents, stored as long as the photos. */
export const encryptedReadings: EncryptedRows = {
  table: 'document_check',
  key: 'image_id',
  column: 'reading',
  purpose,
};

export function sealReading(vault: Vault, document: DocumentData): Buffer {
  return vault.encrypt(purpose, JSON.stringify(document));
}

/** @returns undefined if its secret is no longer accepted */
export function openReading(vault: Vault, sealed: Buffer): DocumentData | undefined {
  try {
    return JSON.parse(vault.decrypt(purpose, sealed)) as DocumentData;
  } catch {
    return undefined;
  }
}
