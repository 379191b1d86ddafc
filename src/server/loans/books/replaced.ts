import { sql } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import { add, larger, negate, smaller, subtract, ZERO, type Centavos } from '../../../domain/money.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import { MEMBERSHIP_PRICE } from '../ledger/service.ts';
import type { Tx } from '../../platform/database.ts';
import type { CountedPayment, Loan } from '../service.ts';
import { booksOf } from './books.ts';

/**
 * Why money was taken back: given back by us or the provider, disputed by the payer, unpaid to the network, moved back
 * to the loan that it came from, no longer what paid a membership's price, or a discount whose reward does not bear it.
 */
export type ReversalReason = 'refunded' | 'charged-back' | 'network' | 'moved' | 'membership' | 'reward';

/** A payment that a smaller one, or none, stands in for. */
export interface Replaced {
  readonly row: number;
  readonly rest: (CountedPayment & { readonly place: number }) | undefined;
  readonly reason: ReversalReason;
  readonly reportId: string;
  /** Centavos of a membership's price that it pays no more. */
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

/** What of the membership's price was paid with the money that is missing, the newest first: it is owed again. */
export async function unpaidPrice(
  tx: Tx,
  deps: BookingDependencies,
  loan: Loan,
  taken: Replaced,
): Promise<readonly Replaced[]> {
  const payments = replacedIn(loan.payments, [taken]);
  const today = localDate(deps.clock.now(), loan.country);
  let missing = larger(ZERO, negate(booksOf({ ...loan, payments }, today).credit));
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

/** What stands in the place of a payment that counts for less, in its order. */
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

/** What was priced holds for the rest, at most; a closing that now falls short counts from the day it was paid. */
function pricedOfRest(
  { priced, isPayoff }: CountedPayment,
  amount: Centavos,
): Pick<CountedPayment, 'priced'> {
  if (priced === undefined || (isPayoff === true && amount < priced.amount)) return {};
  return { priced: { ...priced, amount: smaller(priced.amount, amount) } };
}
