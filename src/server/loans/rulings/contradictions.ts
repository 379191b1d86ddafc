import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Centavos, Currency } from '../../../domain/money.ts';
import type { Tx } from '../../platform/database.ts';
import type { OrderName } from '../answers/service.ts';
import type { Ruling } from './evidence.ts';

/**
 * An order of which the rail said the opposite of what two people had settled, or of its own word. The former come from
 * the rulings, by a trigger.
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
  readonly ruled: Ruling['outcome'];
  readonly said: Ruling['outcome'];
  readonly at: Date;
}

/** Stores that a rail contradicts its own earlier word. @returns false where a contradiction of the order is known */
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

/** Stores what was taken out of what is in favour, and what was not there any more, of a refund that has gone out. */
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

/** What two people say is true, by a file. */
export type Resolution = Pick<Ruling, 'fileId' | 'askedBy' | 'approvedBy'> & {
  readonly truth: Ruling['outcome'];
};

/** Ends a contradiction; what follows of it was done before. */
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
