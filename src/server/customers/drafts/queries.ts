import type { DraftStep } from '../../../contract/drafts.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

interface StoredDraft {
  readonly step: DraftStep;
  readonly body: Buffer;
}

/** The customer's drafts changed at or after `since`. */
export async function storedDrafts(db: Queryable, customerId: number, since: Date): Promise<StoredDraft[]> {
  const rows = await db
    .selectFrom('application_draft')
    .select(['step', 'body'])
    .where('customer_id', '=', customerId)
    .where('updated_at', '>=', since)
    .execute();
  // A check constraint restricts the step names.
  return rows as StoredDraft[];
}

export async function storeDraft(
  tx: Tx,
  draft: { readonly customer_id: number; readonly step: DraftStep; readonly body: Buffer; readonly at: Date },
): Promise<void> {
  const { at, body, ...key } = draft;
  await tx
    .insertInto('application_draft')
    .values({ ...key, body, updated_at: at })
    .onConflict((conflict) => conflict.columns(['customer_id', 'step']).doUpdateSet({ body, updated_at: at }))
    .execute();
}

export async function deleteDrafts(tx: Tx, customerId: number, steps: readonly DraftStep[]): Promise<void> {
  await tx
    .deleteFrom('application_draft')
    .where('customer_id', '=', customerId)
    .where('step', 'in', steps)
    .execute();
}

/** Deletes drafts last changed before the given time. */
export async function deleteOldDrafts(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('application_draft').where('updated_at', '<', before).execute();
}
