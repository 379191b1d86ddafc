import type { CountryCode } from '../../../countries/countries.ts';
import type { Tx } from '../../platform/database.ts';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

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

/** A note's text is about the person; its author is the lender's. */
export const personalData: PersonalData = {
  held: {
    customer_note: {
      label: 'Notas de quienes te atendieron',
      where: ofCustomer,
      omit: ['staff_id'],
      heading: 'Notas de quienes te atendieron',
    },
  },
  async contact(tx, _deps, { customerId }) {
    await tx.updateTable('customer_note').set({ text: '' }).where('customer_id', '=', customerId).execute();
  },
};
