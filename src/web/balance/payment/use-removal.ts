import { useEffect, useRef, useState } from 'react';
import type { Account } from '../balance-query.ts';
import type { UnderWay } from './under-way.ts';

/** Id of an instalment's row in the page. */
export const rowId = (number: number) => `cuota-${number}`;

/** The row of the button that was pressed; from elsewhere the first row that the payment covers. */
function rowOf({ installments }: UnderWay): string {
  const pressedIn = document.activeElement?.closest('tr')?.id;
  return pressedIn || rowId(installments[0] ?? 0);
}

/**
 * The deletion of a payment under way. The button that deletes it goes with the payment: once the new balance is
 * drawn, the focus is brought to what can be done with the same instalment now, so that a keyboard does not start
 * from the top of the page.
 */
export function useRemoval(account: Account, reload: () => void) {
  const [asked, setAsked] = useState<{ payment: UnderWay; row: string } | null>(null);
  /** Row of the payment that has been deleted, until the new balance has been drawn. */
  const gone = useRef<{ row: string; seen: Account } | null>(null);

  useEffect(() => {
    if (gone.current === null || gone.current.seen === account) return;
    const row = document.getElementById(gone.current.row);
    gone.current = null;
    if (document.activeElement !== document.body) return;
    const control = row?.querySelector<HTMLElement>('input, button, a[href]') ?? row;
    (control ?? document.querySelector<HTMLElement>('#contenido'))?.focus();
  }, [account]);

  return {
    /** The payment that may be deleted; the person has not answered yet. */
    payment: asked?.payment ?? null,
    ask: (payment: UnderWay) => setAsked({ payment, row: rowOf(payment) }),
    close: () => setAsked(null),
    done: () => {
      gone.current = asked && { row: asked.row, seen: account };
      reload();
    },
  };
}
