import type { Insertable } from 'kysely';
import type { ErasedPerson } from '../customers/service.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Address, BankAccount } from '../platform/database-types.ts';
import type { Tx } from '../platform/database.ts';
import { discardImages } from './image-cleanup.ts';

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

/** What the profile forgets: phone codes and cards at once, home, photos and accounts with the identity. */
export const eraseProfile = {
  async contact(tx: Tx, { clock }: Pick<Dependencies, 'clock'>, { customerId }: ErasedPerson): Promise<void> {
    await tx.deleteFrom('phone_code').where('customer_id', '=', customerId).execute();
    await tx
      .updateTable('card')
      .set({ removed_at: clock.now(), token: '', holder: '' })
      .where('customer_id', '=', customerId)
      .execute();
  },
  async identity(
    tx: Tx,
    deps: Pick<Dependencies, 'clock' | 'jobs'>,
    { customerId, token }: Pick<ErasedPerson, 'customerId' | 'token'>,
  ): Promise<void> {
    await tx.deleteFrom('address').where('customer_id', '=', customerId).execute();
    await discardImages(tx, deps, customerId);
    await tx
      .updateTable('bank_account')
      .set({ account_number: token, legal_number: '', account_holder: '', removed_at: deps.clock.now() })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
