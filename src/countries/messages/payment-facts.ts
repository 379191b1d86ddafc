import type { CreditFacts } from './credit-messages.ts';
import type { RestFacts } from './rest-messages.ts';

/** Outcome of a payment (docs/decisions/0021, 0049), or that no money came. */
export type PaymentNews =
  | 'exact'
  | 'partial'
  | 'excess'
  | 'late'
  | 'closed'
  | 'double'
  | 'unmatched'
  | 'reversed'
  | 'refunded'
  | 'rejected';

/** Facts for a payment's messages; the caller formats amounts. */
export interface PaymentFacts {
  readonly firstName: string;
  readonly news: PaymentNews;
  /** Prepayment, return after a withdrawal, or membership; absent for instalments and early closure. */
  readonly meant?: 'advance' | 'return' | 'membership' | undefined;
  /** Name of the network, bank or wallet. */
  readonly method: string;
  /** Amount received or reversed. */
  readonly paid: string;
  /** Purpose of the payment. */
  readonly asked: string;
  /** Total received before a partial reversal, or the remainder after it. */
  readonly whole?: string | undefined;
  /** Amount still owed for the payment's purpose; absent if nothing can be. */
  readonly rest?: RestFacts | undefined;
  /** Use of the surplus; absent for none. */
  readonly credit?: CreditFacts | undefined;
  /** The loan owes nothing any more. */
  readonly isFinished: boolean;
  readonly url: string;
}

export interface Words {
  readonly subject: string;
  /** Amount received and its outcome. */
  readonly told: (facts: PaymentFacts) => string;
  /** Next step for the person, if any; '' if the use of the money already says it. */
  readonly next: string;
}
