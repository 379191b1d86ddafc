import { askToPay, instalmentsOf, sumOf, type TestBorrower } from './borrower.ts';
import { done } from './journey.ts';

/** A payment that was asked for. */
export interface AskedPayment {
  readonly hash: string;
  /** Where it goes on: the coupon's, the card's or the wallet's page. */
  readonly url: string;
  /** Currency units. */
  readonly amount: number;
}

/** Asks to pay the instalments of these numbers by a method. */
export async function askFor(
  borrower: TestBorrower,
  numbers: readonly number[],
  method: string,
): Promise<AskedPayment> {
  const chosen = (await instalmentsOf(borrower)).filter(({ number }) => numbers.includes(number));
  const hash = await askToPay(borrower, chosen, method);
  const { result } = await done(`GET /api/v3/coupon/${hash}`, { country: borrower.country });
  return { hash, url: result.coupon_url, amount: sumOf(chosen) };
}

/** The network or provider reports the payment; another amount than asked for in currency units. */
export async function settle(hash: string, amount?: number): Promise<void> {
  await done(`POST /sandbox/payments/${hash}/settle`, amount === undefined ? {} : { body: { amount } });
}

/** The network or provider refuses it, or takes back what it had reported. */
export async function report(hash: string, what: 'reject' | 'reverse'): Promise<void> {
  await done(`POST /sandbox/payments/${hash}/${what}`, {});
}
