import { sql } from 'kysely';
import { toE164 } from '../../../countries/identifiers/phones.ts';
import type { Queryable } from '../../platform/database.ts';

/** Customers among these that are the employee themselves, by document, e-mail or phone. */
async function ownOf(
  db: Queryable,
  staffId: number,
  customerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (customerIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('customer as c')
    .innerJoin('staff_member as m', (join) => join.on('m.id', '=', staffId))
    .select(['c.id', 'c.country', 'c.email', 'c.document_number', 'c.cellphone'])
    .select(['m.email as work_email', 'm.own_email', 'm.own_document', 'm.own_cellphone'])
    .where(sql<boolean>`c.id = any(${[...customerIds]}::bigint[])`)
    .execute();
  const own = rows.filter((row) => {
    const mail = row.email.toLowerCase();
    const phone = row.cellphone === '' ? '' : toE164(row.country, row.cellphone).replaceAll(/\D/g, '');
    return (
      (mail !== '' && (mail === row.work_email || mail === row.own_email)) ||
      (row.own_document !== '' && row.own_document === row.document_number) ||
      (phone !== '' && phone === row.own_cellphone)
    );
  });
  return new Set(own.map(({ id }) => id));
}

/**
 * Checks whether a customer is the employee themselves. Staff never read or change their own record at work,
 * neither as requester nor as approver.
 */
export async function isOwnRecord(db: Queryable, staffId: number, customerId: number): Promise<boolean> {
  return (await ownOf(db, staffId, [customerId])).has(customerId);
}

/** Rows without those of the employee's own customer record, for lists that a person may read otherwise. */
export async function withoutOwnRecord<Row>(
  db: Queryable,
  staffId: number,
  rows: readonly Row[],
  customerOf: (row: Row) => string,
): Promise<Row[]> {
  const ids = rows.map((row) => Number(customerOf(row))).filter((id) => Number.isSafeInteger(id) && id > 0);
  const own = await ownOf(db, staffId, ids);
  return rows.filter((row) => !own.has(Number(customerOf(row))));
}
