import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyChangedLife } from '../any-changed-life.ts';
import type { Life } from '../any-life.ts';
import { ORACLE_RUNS, runs } from '../runs.ts';
import { total } from './arithmetic.ts';
import { oracleStanding } from './oracle.ts';
import { type OracleAction, type OracleInstalment, type OracleStanding, PARTS, type Part } from './terms.ts';

function standingOf({ terms, payments, actions, on }: Life): OracleStanding {
  return oracleStanding(terms, payments, on, actions);
}

function rowsOf({ instalments, shortfalls }: OracleStanding): readonly OracleInstalment[] {
  return [...instalments, ...shortfalls];
}

function sumOf(
  rows: readonly OracleInstalment[],
  kind: 'charged' | 'paid' | 'waived' | 'moved' | 'owed',
  parts: readonly Part[] = PARTS,
): bigint {
  return total(rows.flatMap((row) => parts.map((part) => row[kind][part])));
}

/** Excludes outgoing money owed only later, since nothing shows it before. */
function withoutOwedFrom(life: Life): Life {
  return { ...life, payments: life.payments.map((payment) => ({ ...payment, owedFrom: undefined })) };
}

describe('conservation with actions', () => {
  it('gives each component charged = paid + waived + moved + owed, none below zero', () => {
    fc.assert(
      fc.property(anyChangedLife, (life) => {
        for (const { charged, paid, waived, moved, owed } of rowsOf(standingOf(life)))
          for (const part of PARTS) {
            expect(charged[part]).toBe(paid[part] + waived[part] + moved[part] + owed[part]);
            const all = [charged[part], paid[part], waived[part], moved[part], owed[part]];
            expect(all.every((each) => each >= 0n)).toBe(true);
          }
      }),
      { numRuns: ORACLE_RUNS },
    );
  });

  it('charges the principal once, and keeps every centavo that came', () => {
    fc.assert(
      fc.property(anyChangedLife, (anything) => {
        const life = withoutOwedFrom(anything);
        const standing = standingOf(life);
        const rows = rowsOf(standing);
        const missing = sumOf(standing.shortfalls, 'charged', ['principal']);
        const charged = sumOf(rows, 'charged', ['principal']) - sumOf(rows, 'moved', ['principal']);
        expect(charged).toBe(life.terms.principal + missing);
        const came = total(life.payments.filter(({ day }) => day <= life.on).map(({ amount }) => amount));
        expect(sumOf(rows, 'paid') + standing.inFavour).toBe(came + missing);
      }),
      { numRuns: ORACLE_RUNS },
    );
  });
});

const KINDS: readonly OracleAction['kind'][] = ['pause', 'waive', 'settlement-offer', 'accelerate'];

describe('the cost of a loan', () => {
  it('does not rise by a pause, a waiver, an offer or an acceleration', () => {
    fc.assert(
      fc.property(anyChangedLife, (anything) => {
        const paid = onlyPaid(anything);
        // Each prepayment restarts the running period, which may round its interest and tax up once more.
        const rounding = BigInt(2 * paid.payments.length + 2) * paid.terms.step;
        for (const kind of KINDS.filter((each) => paid.actions?.some((action) => action.kind === each))) {
          // An acceleration uses money in favour, which debt that is let off later would have left.
          const life = kind === 'accelerate' ? without(paid, LETTING_OFF) : withoutAgreedLater(paid, kind);
          expect(costOfFreedom(life) <= costOfFreedom(without(life, [kind])) + rounding, kind).toBe(true);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

/** Actions that waive debt. */
const LETTING_OFF = ['waive', 'settlement-offer', 'agreement'] as const;

function without(life: Life, kinds: readonly OracleAction['kind'][]): Life {
  return { ...life, actions: (life.actions ?? []).filter(({ kind }) => !kinds.includes(kind)) };
}

/** Excludes agreements after an action of this kind, because their figures include its effect. */
function withoutAgreedLater(life: Life, kind: OracleAction['kind']): Life {
  const { actions = [] } = life;
  const first = actions.findIndex((action) => action.kind === kind);
  const stays = (action: OracleAction, at: number) => at < first || action.kind !== 'agreement';
  return { ...life, actions: actions.filter(stays) };
}

/**
 * Excludes refunds, since money that an action used cannot be refunded, and payments that may drop instalments: the
 * rest is then due sooner, and in arrears for longer.
 */
function onlyPaid(life: Life): Life {
  const { payments, actions = [] } = life;
  const isDropping = ({ isPayoff, prepayment }: Life['payments'][number]) =>
    isPayoff || prepayment === 'fewer';
  const stays = ({ amount, day }: Life['payments'][number]) => amount >= 0n && day <= life.on;
  return {
    ...life,
    payments: payments
      .filter(stays)
      .map((payment) =>
        isDropping(payment) ? { ...payment, isPayoff: undefined, prepayment: undefined } : payment,
      ),
    actions: actions.map((action) => ({
      ...action,
      after: payments.slice(0, action.after).filter(stays).length,
    })),
  };
}

/** Total paid once the loan is closed on the day, less the resulting credit. */
function costOfFreedom({ terms, payments, actions, on }: Life): bigint {
  const amount = oracleStanding(terms, payments, on, actions).payoff;
  const closing = { id: 'closing', day: on, amount, isPayoff: true };
  const closed = oracleStanding(terms, [...payments, closing], on, actions);
  expect(closed.owed).toBe(0n);
  return total(payments.map((payment) => payment.amount)) + amount - closed.inFavour;
}
