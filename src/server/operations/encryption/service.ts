import { encryptedDrafts } from '../../customers/drafts/service.ts';
import { encryptedReadings } from '../../customers/documents/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { encryptedMessages } from '../../messages/service.ts';
import { encryptAnew, type EncryptedAnew } from '../../platform/encrypted-rows.ts';

/**
 * What is encrypted with the application's secret and kept. Keys of files are taken over by the workers
 * (docs/decisions/0096-files-encrypted.md); what else is encrypted lives for days at most.
 */
const kept = [encryptedMessages, encryptedReadings, encryptedDrafts];

/** Encrypts all of it anew under the present secret. */
export async function encryptRowsAnew({
  db,
  vault,
}: Pick<Dependencies, 'db' | 'vault'>): Promise<readonly (EncryptedAnew & { readonly table: string })[]> {
  const done = [];
  for (const rows of kept) done.push({ table: rows.table, ...(await encryptAnew(db, vault, rows)) });
  return done;
}
