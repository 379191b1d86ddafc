import { sql } from 'kysely';
import { type CellPhone, toE164 } from '../../../countries/identifiers/phones.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Optional } from '../../platform/column-types.ts';
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

/** Person of an application, who may have no account yet. */
export interface Applicant {
  readonly country: CountryCode;
  readonly customerId: number | null;
  readonly documentNumber: string;
  readonly email: string;
  /** National number. */
  readonly phone: Optional<CellPhone>;
}

/**
 * Checks whether an application is the employee's own or of a person close to them: with their phone, e-mail
 * or document, or with the phone or the address of their own customer record.
 */
export async function isCloseApplicant(
  db: Queryable,
  staffId: number,
  { country, customerId, documentNumber, email, phone }: Applicant,
): Promise<boolean> {
  const dialled = phone === '' ? '' : toE164(country, phone).replaceAll(/\D/g, '');
  const { rows } = await sql<{ close: boolean }>`
    select exists (
      select from staff_member m where m.id = ${staffId} and (
        lower(${email}) in (m.email, m.own_email) and ${email} <> ''
        or m.own_document = ${documentNumber} and m.own_document <> ''
        or m.own_cellphone = ${dialled} and m.own_cellphone <> '')
    ) or exists (
      select from staff_member m join customer o on o.country = ${country}
        and (o.document_number = m.own_document and m.own_document <> ''
          or lower(o.email) in (m.email, m.own_email) and o.email <> '')
      where m.id = ${staffId} and (
        o.cellphone = ${phone} and ${phone} <> ''
        or exists (select from address a join address b on lower(b.street) = lower(a.street)
          and b.street_number = a.street_number and b.floor = a.floor and b.office = a.office
          and b.zipcode = a.zipcode and b.city_id = a.city_id
          where a.customer_id = o.id and b.customer_id = ${customerId}))
    ) as close
  `.execute(db);
  return rows[0]?.close === true;
}
