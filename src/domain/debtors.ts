import { type Centavos, centavos } from './money.ts';

/** Loan as frozen by a month's close, as far as it decides its debtor. Amounts in centavos. */
export interface FrozenLoan {
  readonly class: number;
  readonly principal: Centavos;
  /** Interest accrued and due, default interest. */
  readonly interest: Centavos;
  readonly daysLate: number;
  readonly isRefinanced: boolean;
  readonly isSued: boolean;
  readonly isDisputed: boolean;
  readonly isWrittenOff: boolean;
}

export interface DebtorFigures extends Omit<FrozenLoan, 'isWrittenOff'> {
  readonly loans: number;
  /** Written-off loans; their amounts are left out. */
  readonly writtenOff: number;
}

/**
 * Figures of a debtor (docs/product/screening.md#debtor): the worst class, the most days late, sums.
 * @param loans all of one customer; at least one
 */
export function debtorOf(loans: readonly FrozenLoan[]): DebtorFigures {
  const kept = loans.filter(({ isWrittenOff }) => !isWrittenOff);
  const total = (of: 'principal' | 'interest') => centavos(kept.reduce((sum, loan) => sum + loan[of], 0));
  return {
    class: Math.max(...loans.map((loan) => loan.class)),
    principal: total('principal'),
    interest: total('interest'),
    daysLate: Math.max(...loans.map(({ daysLate }) => daysLate)),
    isRefinanced: loans.some(({ isRefinanced }) => isRefinanced),
    isSued: loans.some(({ isSued }) => isSued),
    isDisputed: loans.some(({ isDisputed }) => isDisputed),
    loans: loans.length,
    writtenOff: loans.length - kept.length,
  };
}

export const DEBTOR_DIFFERENCES = ['not-ours', 'not-theirs', 'class', 'amount'] as const;
export type DebtorDifference = (typeof DEBTOR_DIFFERENCES)[number];

/** Centavos within which amounts agree, since the BCRA's file is in thousands of pesos. */
export const AMOUNT_TOLERANCE = centavos(100_000);

interface Debt {
  readonly class: number;
  readonly amount: Centavos;
}

/** Differences between our frozen debt and the BCRA's file; none if both agree. */
export function debtorDifferences(
  ours: Debt | undefined,
  theirs: Debt | undefined,
): readonly DebtorDifference[] {
  if (!ours && !theirs) return [];
  if (!ours) return ['not-ours'];
  if (!theirs) return ['not-theirs'];
  return [
    ...(ours.class === theirs.class ? [] : (['class'] as const)),
    ...(Math.abs(ours.amount - theirs.amount) > AMOUNT_TOLERANCE ? (['amount'] as const) : []),
  ];
}
