import { useState } from 'react';
import type { BalanceAddress } from './balance-address.ts';
import type { Account, Instalment } from './balance-query.ts';
import { chosenByTotal, isSelectable, sumOf } from './choose.ts';
import { inReadingOrder } from './standing.ts';

/** Instalments chosen for payment. */
export interface Choice {
  /** Selectable instalments, in the order shown. */
  readonly selectable: readonly Instalment[];
  readonly chosen: readonly Instalment[];
  /** Sum of the chosen, currency units. */
  readonly total: number;
  /** All that is owed today and nothing else. */
  readonly isDue: boolean;
  readonly isChosen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** All that may be chosen, or none if they are already. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** Resolves the address's `total`; else all that is owed today, unless the person has just cleared the choice. */
function chosenFirst(
  { installments, date }: Account,
  { total, isReloaded }: Pick<BalanceAddress, 'total' | 'isReloaded'>,
): readonly Instalment[] {
  const meant = total === null ? null : chosenByTotal(installments, total);
  if (meant !== null) return meant;
  return isReloaded ? [] : installments.filter((each) => isSelectable(each) && each.due_date <= date);
}

/** The choice. What meanwhile was paid or asked for drops out. */
export function useChoice(account: Account, address: Pick<BalanceAddress, 'total' | 'isReloaded'>): Choice {
  const [ids, setIds] = useState<ReadonlySet<string>>(
    () => new Set(chosenFirst(account, address).map(({ id }) => id)),
  );
  const selectable = inReadingOrder(account.installments).filter(isSelectable);
  const chosen = selectable.filter(({ id }) => ids.has(id));
  return {
    selectable,
    chosen,
    total: sumOf(chosen),
    isDue:
      chosen.length > 0 && selectable.every((each) => ids.has(each.id) === each.due_date <= account.date),
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
