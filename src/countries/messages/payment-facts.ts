import type { CreditFacts } from './credit-messages.ts';
import type { RestFacts } from './rest-messages.ts';

/** What became of money for a payment (docs/decisions/0021, 0049), or that none came. */
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

/** What a payment's messages say of it; amounts are formatted by the caller. */
export interface PaymentFacts {
  readonly firstName: string;
  readonly news: PaymentNews;
  /** Paid ahead, the money of a withdrawal that is given back, or a membership; absent for instalments and closing. */
  readonly meant?: 'advance' | 'return' | 'membership' | undefined;
  /** Name of the network, bank or wallet. */
  readonly method: string;
  /** What came, or was taken back. */
  readonly paid: string;
  /** What the payment was for. */
  readonly asked: string;
  /** What had come in all, of which a part is taken back, or the rest after a part. */
  readonly whole?: string | undefined;
  /** What is still owed of what the payment was for; absent where nothing can be. */
  readonly rest?: RestFacts | undefined;
  /** What became of what was not needed; absent when all was. */
  readonly credit?: CreditFacts | undefined;
  /** Nothing is owed on the loan any more. */
  readonly isFinished: boolean;
  /** The payment's own page. */
  readonly url: string;
}

/** Subject and sentences of a message. */
export interface Words {
  readonly subject: string;
  /** What came and what happened to it. */
  readonly told: (facts: PaymentFacts) => string;
  /** What to do, or that nothing has to be done; '' where what became of the money says it. */
  readonly next: string;
}
