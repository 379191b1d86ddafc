import type { CountryCode } from '../../../countries/countries.ts';
import type { Tx } from '../../platform/database.ts';

export { personalData } from './personal-data.ts';

/** Stores a staff note about a customer. @returns its id */
export async function addNote(
  tx: Tx,
  note: {
    readonly country: CountryCode;
    readonly customerId: number;
    readonly staffId: number;
    readonly text: string;
    readonly at: Date;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('customer_note')
    .values({
      country: note.country,
      customer_id: note.customerId,
      staff_id: note.staffId,
      text: note.text,
      created_at: note.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
