import { toE164 } from '../../../countries/identifiers/phones.ts';
import type { Queryable } from '../../platform/database.ts';

/**
 * Checks whether a customer is the employee themselves, by document, e-mail or phone. Staff never read or
 * change their own record at work, neither as requester nor as approver.
 */
export async function isOwnRecord(db: Queryable, staffId: number, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('customer as c')
    .innerJoin('staff_member as m', (join) => join.on('m.id', '=', staffId))
    .select(['c.country', 'c.email', 'c.document_number', 'c.cellphone'])
    .select(['m.email as work_email', 'm.own_email', 'm.own_document', 'm.own_cellphone'])
    .where('c.id', '=', customerId)
    .executeTakeFirst();
  if (!row) return false;
  const mail = row.email.toLowerCase();
  const phone = row.cellphone === '' ? '' : toE164(row.country, row.cellphone).replaceAll(/\D/g, '');
  return (
    (mail !== '' && (mail === row.work_email || mail === row.own_email)) ||
    (row.own_document !== '' && row.own_document === row.document_number) ||
    (phone !== '' && phone === row.own_cellphone)
  );
}

/** Rows without those of the employee's own customer record, for lists that a person may read otherwise. */
export async function withoutOwnRecord<Row>(
  db: Queryable,
  staffId: number,
  rows: readonly Row[],
  customerOf: (row: Row) => string,
): Promise<Row[]> {
  const own = await Promise.all(rows.map((row) => isOwnRecord(db, staffId, Number(customerOf(row)))));
  return rows.filter((_row, index) => !own[index]);
}
