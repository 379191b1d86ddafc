import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import type { Queryable } from '../../platform/database.ts';

export type ImageKind = 'avatar' | 'front_document' | 'back_document';

export function customerById(db: Queryable, id: number) {
  return db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function addressOf(db: Queryable, customerId: number) {
  return (
    db
      .selectFrom('address as a')
      .innerJoin('customer as c', 'c.id', 'a.customer_id')
      // Holds only localities changed or added by a refresh of the register.
      .leftJoin('locality as l', (on) =>
        on.onRef('l.country', '=', 'c.country').onRef('l.id', '=', 'a.city_id'),
      )
      .selectAll('a')
      .select('l.name as locality')
      .where('a.customer_id', '=', customerId)
      .executeTakeFirst()
  );
}

/** Safety bound; people have few accounts and cards. */
const maxListed = 50;

export function bankAccountsOf(db: Queryable, customerId: number) {
  return db
    .selectFrom('bank_account')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(maxListed)
    .execute();
}

export function cardsOf(db: Queryable, customerId: number) {
  return db
    .selectFrom('card')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();
}

/** Ids of the current images, by kind; kinds never uploaded are absent. */
export async function latestImages(
  db: Queryable,
  customerId: number,
): Promise<Readonly<Partial<Record<ImageKind, string>>>> {
  const rows = await db
    .selectFrom('image')
    .select(['id', 'kind'])
    .where('customer_id', '=', customerId)
    .where('replaced_at', 'is', null)
    .execute();
  return Object.fromEntries(rows.map(({ kind, id }) => [kind, id]));
}

/** All photos, newest first, including replaced ones. */
export function imagesOf(db: Queryable, customerId: number) {
  return db
    .selectFrom('image')
    .select(['id', 'kind', 'created_at', 'replaced_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute();
}

export function storedImage(db: Queryable, customerId: number, imageId: string) {
  return db
    .selectFrom('image')
    .select(['kind', 'storage_key', 'sha256'])
    .where('id', '=', imageId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** Checks whether the customer has had a loan with an accepted payout. */
export async function hasLoanHistory(db: Queryable, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('loan')
    .select('id')
    .where('customer_id', '=', customerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Checks whether the customer has verified this very number. */
export async function isProvedPhone(
  db: Queryable,
  customerId: number,
  cellphone: CellPhone,
): Promise<boolean> {
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('cellphone', '=', cellphone)
    .where('phone_proved_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Checks whether the customer has verified any number by a code; a further code only takes the mark back. */
export async function hasProvedPhone(db: Queryable, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where((eb) => eb.or([eb('phone_proved_at', 'is not', null), eb('contact_data_verified', '=', 1)]))
    .executeTakeFirst();
  return row !== undefined;
}
