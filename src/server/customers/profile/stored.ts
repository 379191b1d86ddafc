import type { Insertable } from 'kysely';
import type { Address, BankAccount } from '../../platform/database-types.ts';
import type { Tx } from '../../platform/database.ts';

/** Replaces the customer's address; there is only one. */
export function storeAddress(tx: Tx, row: Insertable<Address>) {
  const { customer_id: _owner, ...changes } = row;
  return tx
    .insertInto('address')
    .values(row)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns undefined if the customer already has this account */
export function storeBankAccount(tx: Tx, row: Insertable<BankAccount>) {
  return tx
    .insertInto('bank_account')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'bank_id', 'account_number', 'legal_number'])
        .where('removed_at', 'is', null)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Invalidates pending codes, so that a code sent to another phone cannot assign it to the customer. */
export async function dropPhoneCode(tx: Tx, customerId: number, now: Date): Promise<void> {
  await tx
    .updateTable('phone_code')
    .set({ used_at: now })
    .where('customer_id', '=', customerId)
    .where('used_at', 'is', null)
    .execute();
}
