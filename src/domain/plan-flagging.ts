import { type Centavos, fromUnits } from './money.ts';

const LARGE_DELIVERY = fromUnits(1_000_000);

/**
 * Flags the more profitable membership plans (docs/product/offer.md#flagging):
 * - `plans` is ascending by number of instalments and returned descending; the positions below count from 0
 * in the returned order.
 * - The first plan: position 0.
 * - A middle plan: floor(max / 2), where max is the largest number of instalments on offer
 * (`max_installments_quantity`), not the length of the list; less 3 positions from 1,000,000 delivered
 * upwards; and less 2 when that is the last position. In a list with gaps (3, 6, 9, 12) the middle may lie
 * beyond the end, which counts as the last position.
 * - The last plan, or the one before it if the last has only 1 instalment.
 *
 * Positions below 0 become 0, and a single plan carries the only flag.
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
