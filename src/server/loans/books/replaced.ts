import { sql } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import { add, larger, negate, smaller, subtract, ZERO, type Centavos } from '../../../domain/money.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import { MEMBERSHIP_PRICE } from '../ledger/service.ts';
import type { Tx } from '../../platform/database.ts';
import { withPayments, type CountedPayment, type Loan } from '../service.ts';
import { booksOf } from './books.ts';

/**
 * Reasons for a reversal: refunded by us or the provider, disputed by the payer, never paid to the network,
 * returned to its original loan, withdrawn from a membership's price, or a discount that its reward no longer
 * covers.
 */
export type ReversalReason = 'refunded' | 'charged-back' | 'network' | 'moved' | 'membership' | 'reward';

/** Payment replaced by a smaller one, or by none. */
export interface Replaced {
  readonly row: number;
  readonly rest: (CountedPayment & { readonly place: number }) | undefined;
  readonly reason: ReversalReason;
  readonly reportId: string;
  /** Centavos of a membership's price that it no longer pays. */
  readonly price: Centavos;
}

export function replacedIn(
  payments: readonly CountedPayment[],
  replaced: readonly Replaced[],
): readonly CountedPayment[] {
  return payments.flatMap((each) => {
    const found = replaced.find(({ row }) => row === each.row);
    return found ? (found.rest ?? []) : each;
  });
}

/** Parts of a membership's price paid with the missing money, newest first; they are owed again. */
export async function unpaidPrice(
  tx: Tx,
  deps: BookingDependencies,
  loan: Loan,
  taken: Replaced,
): Promise<readonly Replaced[]> {
  const payments = replacedIn(loan.payments, [taken]);
  const today = localDate(deps.clock.now(), loan.country);
  let missing = larger(ZERO, negate(booksOf(withPayments(loan, payments), today).credit));
  const cuts: Replaced[] = [];
  for (const payment of payments.filter(({ source }) => source === MEMBERSHIP_PRICE).toReversed()) {
    const price = smaller(missing, negate(payment.amount));
    if (price === 0 || payment.row === taken.row) continue;
    const keeps = add(payment.amount, price);
    const rest = keeps === 0 ? undefined : await restOf(tx, deps, payment, keeps);
    cuts.push({ row: payment.row, rest, reason: 'membership', reportId: deps.random.token(), price });
    missing = subtract(missing, price);
  }
  return cuts;
}

/** Replacement for a payment that counts for less, in its original position. */
export async function restOf(
  tx: Tx,
  { random }: BookingDependencies,
  payment: CountedPayment,
  amount: Centavos,
): Promise<CountedPayment & { readonly place: number }> {
  const { rows } = await sql<{ row: number; place: number }>`
    select nextval('payment_id_seq') as row, coalesce(place, id) as place from payment where id = ${payment.row}
  `.execute(tx);
  const [named] = rows;
  if (!named) throw new Error(`there is no payment ${payment.row}`);
  const { priced: _priced, ...same } = payment;
  return { ...same, ...named, id: random.token(), amount, ...pricedOfRest(payment, amount) };
}

/** Caps the priced part at the remainder; a payoff that now falls short counts from its payment date. */
function pricedOfRest(
  { priced, isPayoff }: CountedPayment,
  amount: Centavos,
): Pick<CountedPayment, 'priced'> {
  if (priced === undefined || (isPayoff === true && amount < priced.amount)) return {};
  return { priced: { ...priced, amount: smaller(priced.amount, amount) } };
}
