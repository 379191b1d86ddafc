import type { Dues } from '../standing/allocation.ts';
import { loanStanding, payoffToPay } from '../standing/standing.ts';
import type { Life } from './any-life.ts';
import { engineLoan, enginePayments } from './engine-input.ts';
import { oracleStanding } from './oracle/oracle.ts';
import type { OracleInstalment, OracleStanding, Parts } from './oracle/terms.ts';

type Row = Omit<
  OracleInstalment,
  'payableUntil' | 'charged' | 'closing' | 'carried' | 'isEnded' | 'settledOn'
>;

type Totals = Pick<OracleStanding, 'due' | 'overdue' | 'payoff' | 'inFavour' | 'daysLate'>;

/**
 * Figures comparable between engine and oracle. Excluded, as internal to the engine: the instalment that prepaid
 * capital is booked on, the numbers of shortfalls (compared in date order), and whether waived interest was planned.
 */
function figuresOf(named: readonly Row[], totals: Totals) {
  const rows = named
    .toSorted((a, b) => (a.dueDate === b.dueDate ? a.number - b.number : a.dueDate < b.dueDate ? -1 : 1))
    .map((row, index) => ({ ...row, number: index + 1 }));
  return {
    rows: rows.map(({ number, dueDate, owed, paid, moved, state, daysLate }) => ({
      number,
      dueDate,
      owed,
      paid: { ...paid, principal: 0n },
      moved,
      state,
      daysLate,
    })),
    capitalPaid: rows.reduce((sum, { paid }) => sum + paid.principal, 0n),
    capitalWaived: rows.reduce((sum, { waived }) => sum + waived.principal, 0n),
    ...totals,
  };
}

export function figuresByOracle({ terms, payments, actions, on }: Life) {
  const standing = oracleStanding(terms, payments, on, actions);
  const { instalments, shortfalls, due, overdue, payoff, inFavour, daysLate } = standing;
  return figuresOf([...instalments, ...shortfalls], { due, overdue, payoff, inFavour, daysLate });
}

export function figuresByEngine({ terms, payments, actions, on }: Life) {
  const standing = loanStanding(engineLoan(terms, actions), enginePayments(payments), on);
  const rows = standing.instalments.map(
    ({ number, dueDate, dues, paid, waived, moved, state, daysLate }) => ({
      number,
      dueDate,
      owed: partsOf(dues),
      paid: partsOf(paid),
      waived: partsOf(waived),
      moved: partsOf(moved),
      state: state as Row['state'],
      daysLate,
    }),
  );
  return figuresOf(rows, {
    due: BigInt(standing.dueToday),
    overdue: BigInt(standing.overdue),
    payoff: BigInt(payoffToPay(standing)),
    inFavour: BigInt(standing.credit),
    daysLate: standing.daysLate,
  });
}

export function partsOf(dues: Dues): Parts {
  return {
    default: BigInt(dues.defaultInterest),
    defaultTax: BigInt(dues.defaultInterestTax),
    fee: BigInt(dues.fee),
    feeTax: BigInt(dues.feeTax),
    interest: BigInt(dues.interest),
    tax: BigInt(dues.tax),
    principal: BigInt(dues.principal),
  };
}
