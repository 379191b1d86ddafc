import { sum, toUnits, type Centavos, type Currency } from '../../../domain/money.ts';
import { csvLine } from './csv.ts';
import type { PayoutOrder } from '../../integrations/payouts/port.ts';

/** Name of a batch; batches of each rail and currency are numbered from 1. */
export interface BatchName {
  readonly rail: string;
  readonly currency: Currency;
  readonly number: number;
}

export interface Batch extends BatchName {
  readonly closedAt: Date;
  /** In line order. */
  readonly orders: readonly Omit<PayoutOrder, 'currency'>[];
}

/** Sum of a batch's orders, centavos. */
export function batchAmount({ orders }: Pick<Batch, 'orders'>): Centavos {
  return sum(orders.map(({ amount }) => amount));
}

/** File name of a batch, independent of the host that writes it. */
export function batchFileName({ rail, currency, number }: BatchName): string {
  return `${rail}-${currency}-${String(number).padStart(6, '0')}.csv`;
}

const heading = 'reference;amount;currency;holder;document;bank;destination;description';

/**
 * Content of a batch's file (docs/operations.md). It depends on the batch alone, so its bytes are always
 * identical.
 */
export function batchFile(batch: Batch): Buffer {
  const { rail, currency, number, closedAt, orders } = batch;
  const lines = [
    csvLine(['BATCH', rail, currency, String(number), closedAt.toISOString()]),
    heading,
    ...orders.map((order) =>
      csvLine([
        order.reference,
        toUnits(order.amount).toFixed(2),
        currency,
        order.holder,
        order.legalNumber,
        order.bankId,
        order.destination,
        order.description,
      ]),
    ),
    csvLine(['END', String(orders.length), toUnits(batchAmount(batch)).toFixed(2)]),
  ];
  return Buffer.from(`${lines.join('\n')}\n`);
}
