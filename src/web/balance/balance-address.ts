import { useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { usePathParam, useQueryValue } from '../router/context.ts';
import { useGo } from '../shell/use-go.ts';

type QueryName = 'total' | 'modalBaja' | 'redirectionFromError';

/** Query of a balance's address (docs/product/borrowers-area.md#query-flags). */
export interface BalanceAddress {
  /** 1 is the country's main document, the only one that accounts are kept by. */
  readonly documentType: number;
  readonly documentNumber: string;
  /** Public id of the loan to be shown; '' for the one that owes most. */
  readonly loanId: string;
  /** Currency units to be chosen and paid at once; null when the address names none. */
  readonly total: number | null;
  /** The cancellation dialog opens with the page. */
  readonly modalBaja: boolean;
  /** The person comes from a payment that failed. */
  readonly redirectionFromError: boolean;
  /** The person has just reloaded the page. */
  readonly isReloaded: boolean;
  /** Takes these values out of the address, without a step back to them. */
  readonly drop: (...names: readonly QueryName[]) => void;
}

/** Parameters removed from the address on reloading the balance (docs/product/payments.md#preselection). */
export const goneOnReload = ['total', 'redirectionFromError'] as const;

/** A sum as addresses carry it: '1234.5'. */
function parseTotal(raw: string | null): number | null {
  const units = raw?.trim() ? Number(raw) : Number.NaN;
  return Number.isFinite(units) && units > 0 ? units : null;
}

/** A flag is set when its name is there, with any value but a no. */
const isFlag = (raw: string | null) => raw !== null && raw !== '0' && raw !== 'false';

let hasBeenAsked = false;

/** True once if this page was opened by the browser's reload; later screens of the visit were not. */
function cameByReload(): boolean {
  if (hasBeenAsked) return false;
  hasBeenAsked = true;
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' && load.name.split('#')[0] === location.href.split('#')[0];
}

/** Reads the address of the balance. After a reload of the browser it is as if {@link goneOnReload} had not been there. */
export function useBalanceAddress(): BalanceAddress {
  const go = useGo();
  const [isReloaded] = useState(cameByReload);
  const type = usePathParam('type');
  const documentNumber = usePathParam('document_number');
  const total = parseTotal(useQueryValue('total'));
  const modalBaja = isFlag(useQueryValue('modalBaja'));
  const redirectionFromError = isFlag(useQueryValue('redirectionFromError'));
  const loanId = useQueryValue('loan') ?? '';

  function drop(...names: readonly QueryName[]): void {
    const query = {
      ...(total !== null && { total }),
      ...(modalBaja && { modalBaja: '1' as const }),
      ...(redirectionFromError && { redirectionFromError: '1' as const }),
      ...(loanId !== '' && { loan: loanId }),
    };
    const asked = names.filter((name) => name in query);
    if (asked.length === 0) return;
    const kept = Object.fromEntries(
      Object.entries(query).filter(([name]) => !asked.some((each) => each === name)),
    );
    go.replace(paths.balance(documentNumber, kept, type || '1'));
  }

  return {
    documentType: Number(type) || 1,
    documentNumber,
    loanId,
    total: isReloaded ? null : total,
    modalBaja,
    redirectionFromError: redirectionFromError && !isReloaded,
    isReloaded,
    drop,
  };
}
