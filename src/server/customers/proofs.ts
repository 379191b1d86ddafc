import { sql } from 'kysely';
import type { DocumentNumber } from '../../countries/country.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { CellPhone } from '../../countries/identifiers/phones.ts';
import type { Tx } from '../platform/database.ts';
import { lockName } from '../platform/work/named-locks.ts';

export type EmailProof = 'link' | 'code' | 'provider';

type DocumentProof = 'barcode' | 'staff';

/**
 * Records the first verification of a customer's address and removes earlier credentials: the password, and
 * login by phone. The phone stays if the document's owner has been identified, by the document or by a
 * delivered loan, because then a mistyped address is likelier than a stranger's phone. The caller has locked
 * the customer.
 * @param keepsPhone the session that verifies the address is the one that verified the phone
 * @returns the removed credentials; undefined if the address had been verified before
 */
export async function noteEmailProof(
  tx: Tx,
  id: number,
  { at, by, keepsPhone }: { readonly at: Date; readonly by: EmailProof; readonly keepsPhone: boolean },
): Promise<{ readonly password: boolean; readonly phone: boolean } | undefined> {
  const before = await tx
    .selectFrom('customer as c')
    .select(['c.password_hash', 'c.phone_proved_at'])
    .select(
      sql<boolean>`c.document_proved_at is not null or exists (
        select from loan l where l.customer_id = c.id and l.state in ('approved', 'finished'))`.as('isKnown'),
    )
    .where('c.id', '=', id)
    .where('c.email_proved_at', 'is', null)
    .executeTakeFirst();
  if (!before) return undefined;
  const losesPhone = before.phone_proved_at !== null && !keepsPhone && !before.isKnown;
  await tx
    .updateTable('customer')
    .set({
      email_proved_at: at,
      email_proved_by: by,
      password_hash: null,
      ...(losesPhone ? { phone_proved_at: null } : {}),
    })
    .where('id', '=', id)
    .execute();
  return { password: before.password_hash !== null, phone: losesPhone };
}

/** Customer who loses a number because another person has verified it. */
export interface FormerHolder {
  readonly id: number;
  readonly first_name: string;
  readonly email: string;
}

/**
 * Assigns a number to one customer; the latest verification wins. The caller has called {@link lockForPhone}.
 * @returns customers who held it until now
 */
export async function takePhone(
  tx: Tx,
  id: number,
  phone: {
    readonly country: CountryCode;
    readonly cellphone: CellPhone;
    readonly prefix: string;
    readonly at: Date;
  },
): Promise<readonly FormerHolder[]> {
  const { country, cellphone, prefix, at } = phone;
  const former = await tx
    .updateTable('customer')
    .set({ phone_proved_at: null, contact_data_verified: 0 })
    .where('country', '=', country)
    .where('cellphone', '=', cellphone)
    .where('id', '<>', id)
    .where((eb) => eb.or([eb('phone_proved_at', 'is not', null), eb('contact_data_verified', '=', 1)]))
    .returning(['id', 'first_name', 'email'])
    .execute();
  await tx
    .updateTable('customer')
    .set({
      cellphone,
      cellphone_prefix: prefix,
      contact_data_verified: 1,
      phone_proved_at: at,
      changed_by: '',
    })
    .where('id', '=', id)
    .execute();
  return former;
}

/**
 * Locks the customers affected by verifying a number, so that two verifications of one number run one after
 * the other.
 * @returns the other customers who gave this number
 */
export async function lockForPhone(
  tx: Tx,
  id: number,
  country: CountryCode,
  cellphone: CellPhone,
): Promise<readonly number[]> {
  await lockName(tx, `phone ${country} ${cellphone}`);
  const locked = await tx
    .selectFrom('customer')
    .select('id')
    .where((eb) =>
      eb.or([eb('id', '=', id), eb.and([eb('country', '=', country), eb('cellphone', '=', cellphone)])]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return locked.map((each) => each.id).filter((each) => each !== id);
}

/**
 * Moves a document to the account of the person who proved to own it; the former account loses everything
 * verified with it. The caller has locked both.
 */
export async function takeDocument(
  tx: Tx,
  id: number,
  {
    documentNumber,
    holder,
    at,
  }: { readonly documentNumber: DocumentNumber; readonly holder: number | undefined; readonly at: Date },
): Promise<void> {
  if (holder !== undefined)
    await tx
      .updateTable('customer')
      .set({
        document_number: '',
        legal_number: '',
        document_proved_at: null,
        document_proved_by: '',
        avatar_verified: 0,
        front_document_verified: 0,
        back_document_verified: 0,
        changed_by: '',
      })
      .where('id', '=', holder)
      .execute();
  await tx
    .updateTable('customer')
    .set({ document_number: documentNumber, document_proved_at: at, document_proved_by: 'staff' })
    .where('id', '=', id)
    .execute();
}

/** Records that the document was shown to be the customer's; the first proof counts. */
export async function noteDocumentProof(tx: Tx, id: number, by: DocumentProof, at: Date): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ document_proved_at: at, document_proved_by: by })
    .where('id', '=', id)
    .where('document_proved_at', 'is', null)
    .execute();
}
