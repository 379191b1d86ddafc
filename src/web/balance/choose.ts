import type { Instalment } from './balance-query.ts';

/**
 * Selectable instalments: unpaid, pending or delayed, without a payment under way
 * (docs/product/loan-and-money.md#instalment-states), and not covered in full by credit.
 */
export const isSelectable = ({ payed, state_name, payment, amount }: Instalment): boolean =>
  !payed && amount > 0 && payment === null && (state_name === 'pending' || state_name === 'delayed');

const centavos = (units: number) => Math.round(units * 100);

/** Sum of amounts in currency units, without the rounding errors of decimals. */
export function sumOf(instalments: readonly Instalment[]): number {
  return instalments.reduce((sum, { amount }) => sum + centavos(amount), 0) / 100;
}

/**
 * The instalments that an address's `total` means: taken in order until the sum equals it
 * (docs/product/payments.md#preselection). One that would go beyond is passed over, and so are the first ones
 * where the sum begins later only. Null when no sum equals it: an overdue amount may have grown since.
 */
export function chosenByTotal(
  instalments: readonly Instalment[],
  total: number,
): readonly Instalment[] | null {
  const ordered = instalments.filter(isSelectable).toSorted((a, b) => a.number - b.number);
  for (const [start] of ordered.entries()) {
    const chosen = takenUpTo(ordered.slice(start), centavos(total));
    if (centavos(sumOf(chosen)) === centavos(total)) return chosen;
  }
  return null;
}

function takenUpTo(ordered: readonly Instalment[], limit: number): Instalment[] {
  const chosen: Instalment[] = [];
  let rest = limit;
  for (const each of ordered) {
    if (centavos(each.amount) > rest) continue;
    chosen.push(each);
    rest -= centavos(each.amount);
  }
  return chosen;
}
