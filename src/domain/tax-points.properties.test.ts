import fc from 'fast-check';
import { expect, it } from 'vitest';
import { centavos, sum } from './money.ts';
import { NO_CHARGE } from './schedule.ts';
import { loanStanding } from './standing/standing.ts';
import { taxedOn } from './tax-points.ts';
import { anyChangedLife } from './testing/any-changed-life.ts';
import { engineLoan, enginePayments } from './testing/engine-input.ts';
import { oracleStanding } from './testing/oracle/oracle.ts';
import { oracleTaxed } from './testing/oracle/tax-points.ts';
import { runs } from './testing/runs.ts';

it('what is taxed is what the words of the product page say, for any history', () => {
  fc.assert(
    fc.property(anyChangedLife, ({ terms, payments, actions, on }) => {
      const conditions = engineLoan(terms, actions);
      const paid = enginePayments(payments);
      const taxed = taxedOn(
        { conditions, originationFee: NO_CHARGE, rule: 'due-date' },
        { payments: paid, deliveredOn: null, undoneOn: null },
        on,
      );
      // Numbers of shortfalls are the engine's own; only default interest is paid of them.
      const { instalments } = loanStanding(conditions, paid, on);
      const isShortfall = (row: number) =>
        instalments.some((each) => each.number === row && each.isShortfall);
      const ofShortfalls = taxed.filter(({ instalment }) => isShortfall(instalment));
      const { shortfalls } = oracleStanding(terms, payments, on, actions);
      expect([sum(ofShortfalls.map(({ base }) => base)), sum(ofShortfalls.map(({ tax }) => tax))]).toEqual([
        sum(shortfalls.map((each) => centavos(Number(each.paid.default)))),
        sum(shortfalls.map((each) => centavos(Number(each.paid.defaultTax)))),
      ]);
      const rows = taxed
        .filter(({ instalment }) => !isShortfall(instalment))
        .map(({ instalment, kind, base, tax }) => [
          `${instalment}/${kind}`,
          { base: BigInt(base), tax: BigInt(tax) },
        ]);
      expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(oracleTaxed(terms, payments, on, actions)));
    }),
    { numRuns: runs(100) },
  );
});
