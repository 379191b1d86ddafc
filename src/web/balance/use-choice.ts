import { useState } from 'react';
import type { Account, Instalment } from './balance-query.ts';
import { chosenByTotal, isSelectable, sumOf } from './choose.ts';
import { inReadingOrder } from './standing.ts';

/** Which instalments are to be paid. */
export interface Choice {
  /** Those that may be chosen, in the order shown. */
  readonly selectable: readonly Instalment[];
  readonly chosen: readonly Instalment[];
  /** Sum of the chosen, currency units. */
  readonly total: number;
  readonly isChosen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** All that may be chosen, or none if they are already. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** The choice; at first what the address's `total` means. What meanwhile was paid or asked for drops out. */
export function useChoice(account: Account, total: number | null): Choice {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => {
    const meant = total === null ? null : chosenByTotal(account.installments, total);
    return new Set(meant?.map(({ id }) => id));
  });
  const selectable = inReadingOrder(account.installments).filter(isSelectable);
  const chosen = selectable.filter(({ id }) => ids.has(id));
  return {
    selectable,
    chosen,
    total: sumOf(chosen),
    isChosen: (id) => ids.has(id),
    toggle: (id) =>
      setIds(
        (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
      ),
    toggleAll: () =>
      setIds(new Set(chosen.length === selectable.length ? [] : selectable.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
