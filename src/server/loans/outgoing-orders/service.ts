import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Currency } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { PayoutAnswer, PayoutOrder, PayoutRail } from '../../integrations/payouts/port.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { askedAgain, askRail, queryRail, type RailStep } from './rail.ts';
import { ORDER_TABLES, storeResponse, type AskedBy, type OrderKind, type OrderName } from './responses.ts';

export { lookedAtAgain, type RailStep } from './rail.ts';
export {
  answersOf,
  answerView,
  ORDER_TABLES,
  storeResponse,
  type OrderKind,
  type OrderName,
  type StoredResponse,
} from './responses.ts';

export type StepDependencies = Pick<
  Dependencies,
  'db' | 'clock' | 'random' | 'vault' | 'jobs' | 'config' | 'ports' | 'log' | 'followers' | 'holidays'
>;

/** Order to a rail, locked with its loan. */
export interface OutgoingOrder {
  readonly reference: string;
  readonly state: string;
  /** Centavos. */
  readonly amount: number;
  readonly currency: Currency;
  readonly country: CountryCode;
  readonly customer_id: number;
  readonly loan_id: number;
  readonly tries: number;
}

/** Steps of payouts, or of refunds of credit, that differ by kind; all else about an order is one machine. */
export interface OutgoingOrders<Order extends OutgoingOrder> {
  readonly kind: OrderKind;
  /** Locks an order for a step. */
  readonly lock: (tx: Tx, id: number) => Promise<Order | undefined>;
  /** Locks an order and all loans that its end may change; must be the transaction's first lock of a loan. */
  readonly lockToEnd: (tx: Tx, id: number) => Promise<Order | undefined>;
  /**
   * Checks an open order, and stores the intended step and the time of the next one.
   * @returns undefined if the rail is not called
   */
  readonly prepare: (
    tx: Tx,
    deps: StepDependencies,
    order: Order,
    isForced: boolean,
  ) => Promise<RailStep | undefined>;
  readonly railOf: (deps: Pick<Dependencies, 'ports'>, order: Order) => PayoutRail;
  readonly requestOf: (deps: Pick<Dependencies, 'config'>, order: Order) => PayoutOrder;
  readonly recordPaid: (tx: Tx, deps: StepDependencies, order: Order, answer: PayoutAnswer) => Promise<void>;
  readonly recordFailed: (
    tx: Tx,
    deps: StepDependencies,
    order: Order,
    answer: PayoutAnswer,
  ) => Promise<void>;
  /** Records that the rail cannot tell the result, again if it could not before. */
  readonly recordUnknown: (
    tx: Tx,
    deps: StepDependencies,
    order: Order,
    answer: PayoutAnswer,
  ) => Promise<void>;
  /** Event of an order whose result becomes unknown. */
  readonly unknownEvent: string;
  /** Freezes or holds what an order that was recorded as not paid would now pay twice. */
  readonly paidAfterAll: (tx: Tx, deps: StepDependencies, order: Order) => Promise<void>;
}

/** True while an order to a rail has no final result. */
export function isOpen({ state }: { readonly state: string }): boolean {
  return state === 'planned' || state === 'sent' || state === 'unknown';
}

/** Facts of an order's events. */
export function eventOf(order: OutgoingOrder, at: Date) {
  return { at, country: order.country, customerId: order.customer_id, loanId: order.loan_id };
}

/**
 * Runs one step of an order: check, submit to the rail, or ask the rail. It may be killed at any point: the
 * intended action and the time of the next step are stored before any external call. The next step asks the
 * rail with the same reference and submits only orders that the rail has never seen.
 * @param isForced runs now, even if on hold or not claimed by a worker (the sandbox's manual mode)
 */
export async function takeOrderStep<Order extends OutgoingOrder>(
  deps: StepDependencies,
  orders: OutgoingOrders<Order>,
  id: number,
  isForced = false,
): Promise<void> {
  const prepared = await transaction(deps.db, (tx) => prepareStep(tx, deps, orders, id, isForced));
  if (!prepared) return;
  const answer = await prepared();
  await transaction(deps.db, (tx) => recordAnswer(tx, deps, orders, id, answer));
}

/**
 * Runs the step in the caller's transaction. Only for simulated rails: a real rail is never called inside a
 * transaction (used by the demo customers, which are created completely or not at all).
 */
export async function takeOrderStepWithin<Order extends OutgoingOrder>(
  tx: Tx,
  deps: StepDependencies,
  orders: OutgoingOrders<Order>,
  id: number,
): Promise<void> {
  const prepared = await prepareStep(tx, deps, orders, id, true);
  if (prepared) await recordAnswer(tx, deps, orders, id, await prepared());
}

/** @returns the call to the rail; undefined if there is none to make */
async function prepareStep<Order extends OutgoingOrder>(
  tx: Tx,
  deps: StepDependencies,
  orders: OutgoingOrders<Order>,
  id: number,
  isForced: boolean,
): Promise<(() => Promise<PayoutAnswer>) | undefined> {
  const { kind, lock, prepare, railOf, requestOf } = orders;
  const order = await lock(tx, id);
  if (!order || !isOpen(order)) return undefined;
  const step = await prepare(tx, deps, order, isForced);
  if (step === undefined) return undefined;
  return () => askRail(deps, railOf(deps, order), requestOf(deps, order), step, { order: kind, id });
}

/**
 * Asks the rail once about a submitted order; submits nothing.
 * @returns undefined if there is no open question
 */
export async function askOnce<Order extends OutgoingOrder>(
  deps: Pick<Dependencies, 'db' | 'ports' | 'log'>,
  { kind, lock, railOf }: OutgoingOrders<Order>,
  id: number,
): Promise<PayoutAnswer | undefined> {
  const order = await transaction(deps.db, (tx) => lock(tx, id));
  if (!order || order.state === 'planned') return undefined;
  return queryRail(deps, railOf(deps, order), order.reference, { order: kind, id });
}

/** Applies the rail's answer. An answer about a closed order is stored and checked for a contradiction. */
export async function recordAnswer<Order extends OutgoingOrder>(
  tx: Tx,
  deps: StepDependencies,
  orders: OutgoingOrders<Order>,
  id: number,
  answer: PayoutAnswer,
  asked: AskedBy = 'worker',
): Promise<void> {
  const order = await orders.lockToEnd(tx, id);
  if (!order) return;
  const at = deps.clock.now();
  const name = { kind: orders.kind, id };
  await storeResponse(tx, name, asked, answer, at);
  if (!isOpen(order)) return notifyContradiction(tx, deps, order.reference, answer);
  if (answer.state === 'completed') return orders.recordPaid(tx, deps, order, answer);
  if (answer.state === 'failed') return orders.recordFailed(tx, deps, order, answer);
  if (answer.state !== 'in-progress') {
    if (order.state !== 'unknown') {
      const detail = { reason: answer.reason };
      await recordEvent(tx, { ...eventOf(order, at), kind: orders.unknownEvent, detail });
    }
    await orders.recordUnknown(tx, deps, order, answer);
  }
  await postpone(tx, name, order.tries);
}

/** A final result for a closed order may contradict the result that closed it. */
async function notifyContradiction(
  tx: Tx,
  deps: StepDependencies,
  reference: string,
  { state, reason }: PayoutAnswer,
): Promise<void> {
  if (state !== 'completed' && state !== 'failed') return;
  const said = state === 'completed' ? 'paid' : 'not-paid';
  await deps.followers.contradicted(tx, deps, { reference, said, reason });
}

/** Postpones the next step of an order. @param leastSeconds minimum time before another worker may take it */
export async function postpone(
  tx: Tx,
  { kind, id }: OrderName,
  tries: number,
  leastSeconds = 0,
): Promise<void> {
  const { orders, id: key } = ORDER_TABLES[kind];
  await sql`
    update ${sql.table(orders)} set tries = ${tries}, due_at = ${askedAgain(tries, leastSeconds)}
    where ${sql.ref(key)} = ${id}
  `.execute(tx);
}
