import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../../contract/contract.ts';
import { call } from '../../api.ts';

/** A way to pay, and what of it is shown (docs/product/payments.md#methods). */
export type PaymentMethod = OutputOf<'GET /api/v3/cashin/payment/availables'>['result'][number];
export type DisplayPart = PaymentMethod['display'][number];

/** The country's methods in the order shown. The dialog itself says when they cannot be had. */
export const methodsQuery = queryOptions({
  queryKey: ['payment-methods'],
  queryFn: async ({ signal }) => (await call('GET /api/v3/cashin/payment/availables', { signal })).result,
  meta: { quiet: true },
});

/** True if a part of a method is shown. */
export const shows = ({ display }: PaymentMethod, part: DisplayPart): boolean => display.includes(part);

/** True if a total in currency units exceeds the method's maximum. */
export const isAbove = ({ max_amount }: PaymentMethod, total: number): boolean =>
  max_amount !== null && total > max_amount;
