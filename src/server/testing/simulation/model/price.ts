import type { Money } from './fold.ts';
import { changed } from './loan.ts';
import { PRICE } from './membership.ts';

/** What stands in the place of the payments of a membership's price without `price` of it, the newest first. */
export function unpaid(moneys: readonly Money[], price: number): readonly Money[] {
  let left = price;
  let rest = moneys;
  for (const out of moneys.filter(({ source }) => source === PRICE).toReversed()) {
    const part = Math.min(left, -out.amount);
    if (part <= 0) break;
    rest = changed(rest, out, out.amount + part === 0 ? undefined : { ...out, amount: out.amount + part });
    left -= part;
  }
  return rest;
}
