import { encryptedDrafts } from '../../customers/drafts/service.ts';
import { encryptedReadings } from '../../customers/documents/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { encryptedMessages } from '../../messages/service.ts';
import { reencrypt, type Reencrypted } from '../../platform/encrypted-rows.ts';

/**
 * Stored columns encrypted with the application's secret. Workers re-encrypt the keys of files
 * (docs/decisions/0096-files-encrypted.md); all other encrypted data lives for days at most.
 */
const kept = [encryptedMessages, encryptedReadings, encryptedDrafts];

/** Re-encrypts these columns with the current secret. */
export async function reencryptRows({
  db,
  vault,
}: Pick<Dependencies, 'db' | 'vault'>): Promise<readonly (Reencrypted & { readonly table: string })[]> {
  const done = [];
  for (const rows of kept) done.push({ table: rows.table, ...(await reencrypt(db, vault, rows)) });
  return done;
}
