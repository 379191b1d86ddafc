import type { Insertable } from 'kysely';
import type { Address, BankAccount } from '../../platform/database-types.ts';
import type { Tx } from '../../platform/database.ts';

/** A customer has one address: it replaces the earlier one. */
export function storeAddress(tx: Tx, row: Insertable<Address>) {
  const { customer_id: _owner, ...changes } = row;
  return tx
    .insertInto('address')
    .values(row)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns undefined for an account that the customer has already */
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

/** A code that was sent for another phone no longer makes that the customer's. */
export async function dropPhoneCode(tx: Tx, customerId: number, now: Date): Promise<void> {
  await tx
    .updateTable('phone_code')
    .set({ used_at: now })
    .where('customer_id', '=', customerId)
    .where('used_at', 'is', null)
    .execute();
}
