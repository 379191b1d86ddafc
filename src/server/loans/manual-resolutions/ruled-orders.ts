import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Currency } from '../../../domain/money.ts';
import type { PayoutAnswer } from '../../integrations/payouts/port.ts';
import type { Tx } from '../../platform/database.ts';
import type { RowQueue } from '../../platform/work/row-queue.ts';
import type { OrderKind } from '../rail-responses/service.ts';
import type { StepDependencies } from '../service.ts';
import type { ManualResolution } from './evidence.ts';

export interface OrderFacts {
  readonly at: Date;
  readonly country: CountryCode;
  readonly customerId: number;
  readonly loanId: number;
}

interface EndedOrder {
  readonly word: ManualResolution['outcome'];
  /** Centavos. */
  readonly amount: number;
  readonly currency: Currency;
}

export const ENDS: Readonly<Partial<Record<string, ManualResolution['outcome']>>> = {
  confirmed: 'paid',
  completed: 'paid',
  failed: 'not-paid',
};

/** Kind of orders that staff resolve manually. */
export interface ResolvedOrders {
  readonly kind: OrderKind;
  readonly queue: RowQueue;
  readonly byReference: (tx: Tx, reference: string) => Promise<number | undefined>;
  /** Applies the rail's result to an order; an open order closes. */
  readonly end: (tx: Tx, deps: StepDependencies, id: number, answer: PayoutAnswer) => Promise<void>;
  /** True if two people have resolved it. */
  readonly isResolved: (tx: Tx, id: number) => Promise<boolean>;
  /** Closed order, behind its locks; undefined while it is open. */
  readonly ended: (tx: Tx, id: number) => Promise<EndedOrder | undefined>;
  /** Queries the rail once; submits nothing. */
  readonly ask: (deps: StepDependencies, id: number) => Promise<PayoutAnswer | undefined>;
  readonly lock: (tx: Tx, id: number, at: Date) => Promise<OrderFacts | undefined>;
  /** Handles an order that was resolved as not paid and then paid by the rail. */
  readonly paidAfterAll: (
    tx: Tx,
    deps: StepDependencies,
    order: OrderFacts & { readonly id: number },
  ) => Promise<void>;
}
