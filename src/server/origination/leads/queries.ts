import { sql } from 'kysely';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

export interface StoredLead {
  readonly id: number;
  readonly hash: string;
  readonly country: CountryCode;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: CellPhone;
  readonly document_number: DocumentNumber;
  readonly birthdate: CalendarDate;
  readonly gender: string;
  readonly bank_code: string;
  readonly origin: string;
  readonly referrer: string;
  readonly parameter: string;
  readonly suitable: number;
}

const columns = [
  'id',
  'hash',
  'first_name',
  'last_name',
  'email',
  'phone',
  'document_number',
  'birthdate',
  'gender',
  'bank_code',
  'origin',
  'referrer',
  'parameter',
  'suitable',
] as const;

/** Lead by hash and country; undefined after its person's erasure. */
export async function leadByHash(
  db: Queryable,
  country: CountryCode,
  hash: string,
): Promise<StoredLead | undefined> {
  const row = await db
    .selectFrom('lead')
    .select(columns)
    .where('hash', '=', hash)
    .where('country', '=', country)
    .where(sql<boolean>`document_number <> ''`)
    .executeTakeFirst();
  return row && { ...row, country };
}

export async function leadById(
  db: Queryable,
  country: CountryCode,
  id: number,
): Promise<StoredLead | undefined> {
  const row = await db
    .selectFrom('lead')
    .select(columns)
    .where('id', '=', id)
    .where('country', '=', country)
    .where(sql<boolean>`document_number <> ''`)
    .executeTakeFirst();
  return row && { ...row, country };
}

/** Lead of a feedback hash: the lead's own, or that of its customer. */
export async function leadIdForFeedback(
  db: Queryable,
  country: CountryCode,
  hash: string,
): Promise<number | undefined> {
  const lead = await leadByHash(db, country, hash);
  if (lead) return lead.id;
  const customer = await db
    .selectFrom('customer')
    .select('lead_id')
    .where('hash', '=', hash)
    .where('country', '=', country)
    .executeTakeFirst();
  return customer?.lead_id ?? undefined;
}

type NewLead = Omit<StoredLead, 'id'> & { readonly whatsapp_tc: boolean; readonly created_at: Date };

export async function insertLead(tx: Tx, lead: NewLead): Promise<number> {
  const { id } = await tx.insertInto('lead').values(lead).returning('id').executeTakeFirstOrThrow();
  return id;
}
