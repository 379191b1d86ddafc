import { askToPay, instalmentsOf, sumOf, type TestBorrower } from './borrower.ts';
import { done } from './journey.ts';

/** A payment that was asked for. */
export interface AskedPayment {
  readonly hash: string;
  /** Where it goes on: the coupon's, the card's or the wallet's page. */
  readonly url: string;
  /** Currency units. */
  readonly amount: number;
  /** The instalment that it pays. */
  readonly number: number;
}

/** Asks to pay the first instalment that can be chosen: a test that is tried again asks for another one. */
export async function askForNext(borrower: TestBorrower, method: string): Promise<AskedPayment> {
  const next = (await instalmentsOf(borrower)).find(
    ({ state_name, amount }) => state_name === 'pending' && amount > 0,
  );
  if (!next) throw new Error('every instalment is paid or being paid');
  const hash = await askToPay(borrower, [next], method);
  const { result } = await done(`GET /api/v3/coupon/${hash}`, { country: borrower.country });
  return { hash, url: result.coupon_url, amount: sumOf([next]), number: next.number };
}

/** The state of an instalment on the balance. */
export async function stateOf(borrower: TestBorrower, number: number): Promise<string | undefined> {
  return (await instalmentsOf(borrower)).find((each) => each.number === number)?.state_name;
}

/** The network or provider reports the payment; another amount than asked for in currency units. */
export async function settle(hash: string, amount?: number): Promise<void> {
  await done(`POST /sandbox/payments/${hash}/settle`, amount === undefined ? {} : { body: { amount } });
}

/** The network or provider refuses it, or takes back what it had reported. */
export async function report(hash: string, what: 'reject' | 'reverse'): Promise<void> {
  await done(`POST /sandbox/payments/${hash}/${what}`, {});
}
