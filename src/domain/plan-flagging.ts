import { type Centavos, fromUnits } from './money.ts';

const LARGE_DELIVERY = fromUnits(1_000_000);

/**
 * Flags the more profitable membership plans (docs/product/offer.md#flagging):
 * - `plans` comes in ascending number of instalments and is returned in descending order; positions below count
 *   from 0 in the returned order.
 * - The first plan: position 0.
 * - A middle plan: floor(max / 2), max being the largest number of instalments on offer
 *   (`max_installments_quantity`), not the length of the list; less 3 positions from 1,000,000 delivered on; and
 *   less 2 when that is the last position. A list with gaps (3, 6, 9, 12) puts the middle
 *   beyond its end, which counts as the last.
 * - The last plan, or the one before it where the last has only 1 instalment.
 * Positions never leave the list: one below 0 is 0, and a single plan carries the flag alone.
 */
export function flagMoreProfitable<P extends { readonly instalments: number }>(
  plans: readonly P[],
  amountDelivered: Centavos,
): (P & { readonly moreProfitable: boolean })[] {
  const listed = [...plans];
  listed.reverse();
  const flagged = new Set([0, middlePosition(listed, amountDelivered), lastPosition(listed)]);
  return listed.map((plan, position) => ({ ...plan, moreProfitable: flagged.has(position) }));
}

function middlePosition(listed: readonly { readonly instalments: number }[], delivered: Centavos): number {
  const last = listed.length - 1;
  const half = Math.floor(Math.max(...listed.map(({ instalments }) => instalments)) / 2);
  const position = half - (delivered >= LARGE_DELIVERY ? 3 : 0);
  return Math.max(0, position >= last ? last - 2 : position);
}

function lastPosition(listed: readonly { readonly instalments: number }[]): number {
  const last = listed.length - 1;
  return listed[last]?.instalments === 1 ? Math.max(0, last - 1) : last;
}
