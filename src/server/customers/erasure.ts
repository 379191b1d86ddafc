import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';
import { erasedText, NOWHERE, type ErasedPerson } from '../platform/personal-data.ts';

export async function lockForErasure(
  tx: Tx,
  { random }: Pick<Dependencies, 'random'>,
  customerId: number,
): Promise<ErasedPerson> {
  const { country, lead_id, ...contact } = await tx
    .selectFrom('customer')
    .select(['country', 'email', 'cellphone', 'lead_id'])
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const token = erasedText(random);
  const noEmail = `${token}@${NOWHERE}`.toLowerCase();
  return { customerId, country, ...contact, leadId: lead_id, token, noEmail };
}
