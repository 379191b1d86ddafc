import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { LoanModel } from './loan.ts';

/** Figures of a loan that a month's close freezes, in centavos (docs/product/books.md#frozen-figures). */
export interface Frozen {
  readonly principal: number;
  readonly shortfall: number;
  readonly writtenOff: number;
  readonly interestAccrued: number;
  readonly interestDue: number;
  readonly defaultInterest: number;
  readonly feesDue: number;
  readonly daysLate: number;
}

const NOTHING: Frozen = {
  principal: 0,
  shortfall: 0,
  writtenOff: 0,
  interestAccrued: 0,
  interestDue: 0,
  defaultInterest: 0,
  feesDue: 0,
  daysLate: 0,
};

/**
 * @returns undefined if all figures are zero, which a close leaves out: also for a loan that owes only interest of
 *   later periods
 */
export function frozenOf(loan: LoanModel, day: CalendarDate): Frozen | undefined {
  if (loan.payout === 'failed' || loan.isReturned) return undefined;
  // Money on its way is the ledger's capital.
  if (loan.payout !== 'confirmed') return { ...NOTHING, principal: loan.agreed.terms.schedule.principal };
  const fold = loan.on(day);
  if (fold.isSettled) return undefined;
  const sum = (part: 'principal' | 'interest' | 'fee' | 'default', isWanted: (cell: Cell) => boolean) =>
    fold.open.filter(isWanted).reduce((total, cell) => total + cell.closing[part], 0);
  const isDue = ({ due }: Cell) => due <= day || fold.isAccelerated;
  const principal = sum('principal', () => true);
  const shortfall = sum('principal', ({ isShortfall }) => isShortfall);
  const frozen: Frozen = {
    principal,
    shortfall,
    writtenOff: Math.min(loan.writeOff?.amount ?? 0, principal - shortfall),
    interestAccrued: sum('interest', (cell) => !isDue(cell)),
    interestDue: sum('interest', isDue),
    defaultInterest: sum('default', () => true),
    feesDue: sum('fee', isDue),
    daysLate: fold.daysLate,
  };
  return Object.values(frozen).every((figure) => figure === 0) ? undefined : frozen;
}

type Cell = ReturnType<LoanModel['on']>['cells'][number];
