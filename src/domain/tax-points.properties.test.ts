import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate } from './calendar-date.ts';
import { canBeIssued, invoiceDrafts } from './invoicing.ts';
import { centavos, sum } from './money.ts';
import { NO_CHARGE } from './schedule.ts';
import { loanStanding } from './standing/standing.ts';
import { type TaxRule, taxPoints, taxedOn } from './tax-points.ts';
import { anyChangedLife } from './testing/any-changed-life.ts';
import { type Life, anyLife } from './testing/any-life.ts';
import { engineLoan, enginePayments } from './testing/engine-input.ts';
import { oracleStanding } from './testing/oracle/oracle.ts';
import { oracleTaxedRows } from './testing/oracle/tax-points.ts';
import type { OraclePayment } from './testing/oracle/terms.ts';
import { runs } from './testing/runs.ts';

const RUNS = runs(100);
const FOREVER = calendarDate('2040-01-01');

const eventsOf = (payments: readonly OraclePayment[]) => ({
  payments: enginePayments(payments),
  deliveredOn: null,
  undoneOn: null,
});
const termsOf = ({ terms, actions }: Life, rule: TaxRule = 'due-date') => ({
  conditions: engineLoan(terms, actions),
  originationFee: NO_CHARGE,
  rule,
  isProRata: true,
});

it.each(['due-date', 'payment'] as const)(
  'what is taxed at the %s is what the words of the product page say, for any history',
  (rule) => {
    fc.assert(
      fc.property(anyChangedLife, (life) => {
        const { terms, payments, actions, on } = life;
        const taxed = taxedOn(termsOf(life, rule), eventsOf(payments), on);
        // Numbers of shortfalls are the engine's own; only default interest is paid of them.
        const { instalments } = loanStanding(engineLoan(terms, actions), enginePayments(payments), on);
        const isShortfall = (row: number) =>
          instalments.some((each) => each.number === row && each.isShortfall);
        const standing = oracleStanding(terms, payments, on, actions);
        const oracle = oracleTaxedRows(terms, standing, rule === 'payment' ? null : on);
        const ofShortfalls = taxed.filter(({ instalment }) => isShortfall(instalment));
        const theirs = oracle.filter(({ row }) => standing.shortfalls.includes(row));
        expect([sum(ofShortfalls.map(({ base }) => base)), sum(ofShortfalls.map(({ tax }) => tax))]).toEqual([
          sum(theirs.map(({ base }) => centavos(Number(base)))),
          sum(theirs.map(({ tax }) => centavos(Number(tax)))),
        ]);
        const rows = taxed
          .filter(({ instalment }) => !isShortfall(instalment))
          .map(({ instalment, kind, base, tax }) => [`${instalment}/${kind}`, { base, tax }]);
        const expected = oracle
          .filter(({ row, base, tax }) => !standing.shortfalls.includes(row) && (base !== 0n || tax !== 0n))
          .map(({ row, kind, base, tax }) => [
            `${row.number}/${kind}`,
            { base: Number(base), tax: Number(tax) },
          ]);
        expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: RUNS },
    );
  },
);

/** Money for instalments as they come, without closing, plans or refunds, of a loan in centavos. */
const anyPlainLife = anyLife
  .map((life) => ({
    ...life,
    payments: life.payments.filter(
      ({ amount, isPayoff, prepayment }) => amount > 0n && isPayoff !== true && prepayment === undefined,
    ),
  }))
  .filter(({ terms, payments }) => terms.step === 1n && payments.length > 0);

describe('tax of a part payment', () => {
  it('is the rate of its interest, so that every document can be issued', () => {
    const countries = { '0.21': 'ARS', '0.22': 'UYU' } as const;
    fc.assert(
      fc.property(anyPlainLife, fc.constantFrom('due-date' as const, 'payment' as const), (life, rule) => {
        const { taxRate } = life.terms;
        const currency = countries[taxRate as keyof typeof countries];
        const points = taxPoints(termsOf(life, rule), eventsOf(life.payments), life.terms.from, FOREVER);
        const drafts = invoiceDrafts(
          points.map(({ day: taxDate, ...point }, id) => ({ ...point, id, taxDate })),
          { currency, taxRate },
        );
        const odd = drafts.filter((draft) => !canBeIssued(draft, { currency, taxRate }));
        expect(odd).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('does not depend on the number of parts', () => {
    fc.assert(
      fc.property(anyPlainLife, fc.nat(1_000), (life, thousandths) => {
        const [first, ...others] = life.payments;
        if (first === undefined) return;
        const part = (first.amount * BigInt(thousandths)) / 1_000n;
        const whole = { ...first, priced: undefined };
        const halves = [
          { ...whole, id: 'one', amount: part },
          { ...whole, id: 'other', amount: first.amount - part },
        ].filter(({ amount }) => amount > 0n);
        const taxed = (payments: readonly OraclePayment[]) =>
          taxedOn(termsOf(life), eventsOf(payments), life.on);
        expect(taxed([...halves, ...others])).toEqual(taxed([whole, ...others]));
      }),
      { numRuns: RUNS },
    );
  });

  it('adds up to the tax of the rows once all are due, less what was let off', () => {
    fc.assert(
      fc.property(anyChangedLife, (life) => {
        const last = addDays(life.on, 1_500);
        const { instalments } = loanStanding(
          engineLoan(life.terms, life.actions),
          enginePayments(life.payments),
          last,
        );
        const taxed = taxedOn(termsOf(life), eventsOf(life.payments), last);
        const of = (kind: string) => sum(taxed.filter((each) => each.kind === kind).map(({ tax }) => tax));
        const left = (part: 'tax' | 'feeTax') =>
          sum(
            instalments.map(({ charged, waived, carried }) =>
              centavos(charged[part] - waived[part] - carried[part]),
            ),
          );
        expect([of('interest'), of('fee')]).toEqual([left('tax'), left('feeTax')]);
      }),
      { numRuns: RUNS },
    );
  });

  it('is never less than the tax collected, and of a loan that owes nothing just that, whatever happened', () => {
    fc.assert(
      fc.property(anyChangedLife, fc.constantFrom('due-date' as const, 'payment' as const), (life, rule) => {
        const { instalments, isSettled } = loanStanding(
          engineLoan(life.terms, life.actions),
          enginePayments(life.payments),
          life.on,
        );
        const taxed = taxedOn(termsOf(life, rule), eventsOf(life.payments), life.on);
        const receivable =
          sum(taxed.map(({ tax }) => tax)) -
          sum(instalments.map(({ paid }) => sum([paid.tax, paid.feeTax, paid.defaultInterestTax])));
        expect(receivable).toBeGreaterThanOrEqual(0);
        expect(isSettled ? receivable : 0).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });
});
