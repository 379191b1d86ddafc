import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import type { CreditException } from '../../origination/exceptions/service.ts';
import type { Optional } from '../../platform/column-types.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Facts } from '../../staff/actions/service.ts';
import { type Applicant, isCloseApplicant } from '../../staff/own-records/service.ts';

interface ApplicantRow extends Applicant {
  readonly firstName: string;
  readonly leadHash: string;
  /** Erased people get no mail and no decision. */
  readonly isErased: boolean;
}

/** Person of an exception: the account, or the lead while there is none. */
export async function applicantOf(
  db: Queryable,
  { id, country }: { readonly id: number; readonly country: CountryCode },
): Promise<ApplicantRow> {
  const { rows } = await sql<{
    customer_id: number | null;
    document: string;
    email: string;
    phone: Optional<CellPhone>;
    first_name: string;
    hash: string | null;
    erased: boolean;
  }>`
    select x.customer_id, coalesce(c.document_number, l.document_number) as document,
      coalesce(c.email, l.email) as email, coalesce(c.cellphone, l.phone) as phone,
      coalesce(c.first_name, l.first_name) as first_name, l.hash,
      coalesce(c.erased_at is not null, l.document_number = '') as erased
    from credit_exception x left join customer c on c.id = x.customer_id left join lead l on l.id = x.lead_id
    where x.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`there is no exception ${id}`);
  return {
    country,
    customerId: row.customer_id,
    documentNumber: row.document,
    email: row.email,
    phone: row.phone,
    firstName: row.first_name,
    leadHash: row.hash ?? '',
    isErased: row.erased,
  };
}

/** True if the employee must not see or decide the exception. */
export async function isCloseException(
  db: Queryable,
  staffId: number,
  exception: Pick<CreditException, 'id' | 'country'>,
): Promise<boolean> {
  return isCloseApplicant(db, staffId, await applicantOf(db, exception));
}

/** Subject of an audit entry: numbers, never a name. */
export function aboutException({
  id,
  country,
  customer_id: customerId,
}: Pick<CreditException, 'id' | 'country' | 'customer_id'>): Facts {
  return {
    subject: `exception:${id}`,
    subjectName: `Excepción ${id}`,
    country,
    ...(customerId === null ? {} : { customerId }),
  };
}
