import type { Money } from './fold.ts';
import type { LoanModel } from './loan.ts';

export const TRANSFER = 'credit-transfer';

/** Money in favour that went from one loan to another. */
interface Move {
  readonly out: Money;
  readonly target: LoanModel;
  /** What it is there. */
  readonly half: Money;
}

/** Both halves of each move that a loan's money tells of, to another of the loans, the newest first. */
export function movesFrom(loans: readonly LoanModel[], own: readonly Money[]): Move[] {
  const legs = own.filter(({ source, amount }) => source === TRANSFER && amount < 0).toReversed();
  return legs.map((out) => {
    const come = out.id.replace('-out', '-in');
    const target = loans.find(({ money }) => money.some(({ id }) => id === come));
    const half = target?.money.find(({ id }) => id === come);
    if (!target || !half) throw new Error('a half of a move is missing');
    return { out, target, half };
  });
}

/** How much went, centavos. */
export const movedBy = (moves: readonly Move[]) => moves.reduce((sum, { out }) => sum - out.amount, 0);
