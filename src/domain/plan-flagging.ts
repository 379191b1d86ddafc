import { type Centavos, fromUnits } from './money.ts';

const LARGE_DELIVERY = fromUnits(1_000_000);

/**
 * Flags the more profitable membership plans. A §4, 'Membership plan flagging', clause by clause:
 * - 'the plans are listed in reverse order': `plans` comes in ascending number of instalments and is returned
 *   in descending order; positions below count from 0 in the returned order.
 * - 'moreProfitable is marked on the first plan': position 0.
 * - 'on a middle plan … at position max installments divided by 2': floor(max / 2), max being the largest
 *   number of instalments on offer (the document's max_installments_quantity), not the length of the list.
 * - 'minus 3 positions if the delivered amount is at least 1,000,000': applied next.
 * - 'and minus 2 if it is the last': applied last, to the middle plan when it has come to stand on the last
 *   position. A list with gaps (3, 6, 9, 12) puts the middle beyond its end, which counts as the last.
 * - 'and on the last plan (or the previous one if the last has only 1 instalment)'.
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
