import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Centavos, Currency } from '../../../domain/money.ts';
import type { Tx } from '../../platform/database.ts';
import type { OrderName } from '../outgoing-orders/service.ts';
import type { ManualResolution } from './evidence.ts';

/**
 * Locks a contradiction between a rail's result and a manual resolution, or an earlier result of the rail. A
 * trigger on the resolutions inserts the former.
 */
export async function lockContradiction(tx: Tx, id: number) {
  return tx.selectFrom('order_contradiction').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

interface OwnContradiction {
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly customerId: number;
  readonly loanId: number;
  /** Centavos. */
  readonly amount: number;
  readonly ruled: ManualResolution['outcome'];
  readonly said: ManualResolution['outcome'];
  readonly at: Date;
}

/**
 * Stores that a rail contradicts its own earlier result. @returns false if a contradiction of the order is
 * already known
 */
export async function noteOwnContradiction(
  tx: Tx,
  { kind, id }: OrderName,
  { customerId, loanId, at, ...facts }: OwnContradiction,
): Promise<boolean> {
  const row = await tx
    .insertInto('order_contradiction')
    .values({
      kind,
      order_id: id,
      customer_id: customerId,
      loan_id: loanId,
      found_at: at,
      earlier: 'rail',
      ...facts,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'order_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the amounts of a paid refund that were frozen and that were missing from the credit. */
export async function noteFrozen(
  tx: Tx,
  { kind, id }: OrderName,
  { frozen, missing }: { readonly frozen: Centavos; readonly missing: Centavos },
): Promise<void> {
  await tx
    .updateTable('order_contradiction')
    .set({ frozen, missing })
    .where('kind', '=', kind)
    .where('order_id', '=', id)
    .execute();
}

/** Manual resolution by two people, based on a file. */
export type Resolution = Pick<ManualResolution, 'fileId' | 'askedBy' | 'approvedBy'> & {
  readonly truth: ManualResolution['outcome'];
};

/** Closes a contradiction after its effects were booked. */
export async function endContradiction(
  tx: Tx,
  id: number,
  { truth, fileId, askedBy, approvedBy }: Resolution,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('order_contradiction')
    .set({
      truth,
      file_id: fileId,
      asked_by: askedBy,
      approved_by: approvedBy,
      resolved_at: at,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}
