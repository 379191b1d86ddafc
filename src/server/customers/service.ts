import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Customer } from '../platform/database-types.ts';
import { violates, type Tx } from '../platform/database.ts';

export { lockForErasure } from './erasure.ts';
export { personalData } from './personal-data.ts';
export {
  lockForPhone,
  noteDocumentProof,
  noteEmailProof,
  takeDocument,
  takePhone,
  type EmailProof,
  type FormerHolder,
} from './proofs.ts';

/** SQL: name of the customer `c` for the staff; '' after an erasure. */
export const shownName = sql<string>`
  case when c.erased_at is null then trim(both ' ' from concat(c.first_name, ' ', c.last_name)) else '' end`;

/** Registration data; absent fields are unknown. */
type NewCustomer = Omit<Insertable<Customer>, 'id' | 'disabled_at' | 'erased_at' | 'referral_code'>;

/** @returns undefined if another customer of the country has the e-mail or the document */
export function addCustomer(tx: Tx, customer: NewCustomer): Promise<{ readonly id: number } | undefined> {
  return tx
    .insertInto('customer')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Reads the customer and locks the row until the transaction ends. */
export function lockCustomer(tx: Tx, id: number): Promise<Selectable<Customer>> {
  return tx.selectFrom('customer').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Application data and its marks (docs/product/application.md#marks). */
type ProfileChange = Partial<
  Pick<
    Updateable<Customer>,
    | 'cellphone'
    | 'cellphone_prefix'
    | 'delivery_type'
    | 'delivery_point'
    | 'legal_number'
    | 'personal_reference'
    | 'avatar_verified'
    | 'front_document_verified'
    | 'back_document_verified'
    | 'address_verified'
    | 'banking_verified'
    | 'credit_card_verified'
    | 'contact_data_verified'
  >
>;

/** Changes the profile. @returns the customer's contact data afterwards */
export function changeProfile(tx: Tx, id: number, change: ProfileChange) {
  return tx
    .updateTable('customer')
    .set({ ...change, ...(change.cellphone === undefined ? {} : { changed_by: '' }) })
    .where('id', '=', id)
    .returning(['cellphone', 'cellphone_prefix', 'email'])
    .executeTakeFirstOrThrow();
}

/** Identity and contact data that the staff can correct. */
export type Correction = Partial<
  Pick<
    Updateable<Customer>,
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'email_proved_at'
    | 'email_proved_by'
    | 'cellphone'
    | 'cellphone_prefix'
    | 'contact_data_verified'
    | 'phone_proved_at'
  >
>;

/**
 * Corrects a customer locked by the caller.
 * @param by employee, recorded for others with an older version
 * @returns false if another customer of the country took the e-mail in the meantime
 */
export async function correctCustomer(
  tx: Tx,
  id: number,
  correction: Correction,
  by: string,
): Promise<boolean> {
  await sql`savepoint correction`.execute(tx);
  try {
    await tx
      .updateTable('customer')
      .set({ ...correction, changed_by: by })
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (!violates(error, 'customer_email')) throw error;
    await sql`rollback to savepoint correction`.execute(tx);
    return false;
  }
}

/** Stores the gender stated in a document, unless one is known. */
export async function fillGender(tx: Tx, id: number, gender: string): Promise<void> {
  await tx.updateTable('customer').set({ gender }).where('id', '=', id).where('gender', '=', '').execute();
}

/** Stores the option chosen on the offer; '' for none. */
export async function chooseOption(tx: Tx, id: number, option: string): Promise<void> {
  await tx.updateTable('customer').set({ selected_option: option }).where('id', '=', id).execute();
}

export async function setPassword(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.updateTable('customer').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}
