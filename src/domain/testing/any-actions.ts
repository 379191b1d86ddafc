import fc from 'fast-check';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import { type Centavos, ZERO, centavos, smaller, subtract } from '../money.ts';
import { applyRate, parseRational } from '../rate.ts';
import type { AgreedRow, LoanAction } from '../standing/actions.ts';
import { agreementBase } from '../standing/agreement.ts';
import { COMPONENTS, type Dues, mapDues, totalDues } from '../standing/allocation.ts';
import type { Payment } from '../standing/payment.ts';
import type { LoanConditions } from '../standing/position.ts';
import { paidOutOn } from './any-loan.ts';

type Drawn = {
  readonly kind: LoanAction['kind'];
  readonly day: number;
  readonly length: number;
  readonly amount: number;
  readonly count: number;
  readonly isPartial: boolean;
  readonly thousandths: number;
};

/** Draft of an action; {@link actionsOf} fits it to a loan. */
const drawnOf = (kinds: readonly LoanAction['kind'][]): fc.Arbitrary<Drawn> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    day: fc.integer({ min: 0, max: 500 }),
    length: fc.integer({ min: 0, max: 90 }),
    amount: fc.integer({ min: 1, max: 20_000_000 }),
    count: fc.integer({ min: 1, max: 6 }),
    isPartial: fc.boolean(),
    thousandths: fc.integer({ min: 0, max: 1000 }),
  });

export const EVERY_KIND = ['pause', 'waive', 'settlement-offer', 'agreement', 'accelerate', 'sued'] as const;

export const anyDrawn = (
  kinds: readonly LoanAction['kind'][] = EVERY_KIND,
  most = 4,
): fc.Arbitrary<readonly Drawn[]> => fc.array(drawnOf(kinds), { minLength: 1, maxLength: most });

/**
 * Actions as they could have been decided one after another by day. `known`: payments that had been reported
 * when the agreements were accepted; the others are late reports.
 */
export function actionsOf(
  loan: LoanConditions,
  payments: readonly Payment[],
  drawn: readonly Drawn[],
  known: readonly Payment[] = payments,
): readonly LoanAction[] {
  const actions: LoanAction[] = [];
  for (const [index, each] of drawn.toSorted((a, b) => a.day - b.day).entries()) {
    const on = addDays(paidOutOn, each.day);
    const after = each.isPartial ? Math.floor((payments.length * each.thousandths) / 1000) : payments.length;
    actions.push(actionOf({ ...loan, actions }, known, each, { id: `action ${index}`, on, after }));
  }
  return actions;
}

function actionOf(
  loan: LoanConditions,
  payments: readonly Payment[],
  { kind, length, amount, isPartial, count, thousandths }: Drawn,
  common: Pick<LoanAction, 'id' | 'on' | 'after'>,
): LoanAction {
  const { on } = common;
  const { step } = loan.rounding;
  const whole = centavos(amount * step);
  switch (kind) {
    case 'pause':
      return { ...common, kind, from: addDays(on, 1 + count), to: addDays(on, 1 + count + length) };
    case 'waive': {
      const component = COMPONENTS[count];
      const part = isPartial && component !== undefined ? { component, instalment: count } : {};
      return { ...common, kind, amount: whole, ...part };
    }
    case 'settlement-offer':
      return { ...common, kind, amount: whole, until: addDays(on, length) };
    case 'agreement': {
      const base = agreementBase(loan, payments, on);
      const waived = mapDues((component) =>
        isPartial ? centavos(Math.floor((base[component] * thousandths) / (2000 * step)) * step) : ZERO,
      );
      const asked = mapDues((component) => subtract(base[component], waived[component]));
      const first = 100 * (1 + (loan.actions?.length ?? 0));
      const rows = totalDues(asked) === 0 ? [] : rowsOf(asked, { on, count, length, first, loan });
      return { ...common, kind, base, waived, rows, isRefinancing: isPartial };
    }
    case 'accelerate':
    case 'sued':
      return { ...common, kind };
  }
}

type RowFacts = {
  readonly on: CalendarDate;
  readonly count: number;
  readonly length: number;
  readonly first: number;
  readonly loan: LoanConditions;
};

/** Equal parts of the amounts, with new interest of at most a tenth of the capital, and sometimes a charge. */
function rowsOf(asked: Dues, { on, count, length, first, loan }: RowFacts): AgreedRow[] {
  const { taxRate, rounding } = loan;
  const { step } = rounding;
  let left = asked;
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    const part = mapDues((component) =>
      isLast ? left[component] : smaller(left[component], inSteps(asked[component] / count, step)),
    );
    left = mapDues((component) => subtract(left[component], part[component]));
    const dueDate = addDays(on, 1 + (length % 45) + index * 30);
    const interest = inSteps((part.principal * (length % 10)) / 100, step);
    return {
      number: first + index,
      dueDate,
      payableUntil: addDays(dueDate, index % 3),
      principal: part.principal,
      interest,
      tax: applyRate(interest, parseRational(taxRate), rounding),
      fee: length % 4 === 0 ? centavos(step * 30) : ZERO,
      feeTax: length % 4 === 0 ? centavos(step * 6) : ZERO,
      carried: { ...part, principal: ZERO },
    };
  });
}

const inSteps = (amount: number, step: number): Centavos => centavos(Math.floor(amount / step) * step);

/** Payments, some of them naming a settlement offer. */
export function namingOffers(payments: readonly Payment[], actions: readonly LoanAction[]): Payment[] {
  const offers = actions.filter(({ kind }) => kind === 'settlement-offer');
  return payments.map((payment, index) => {
    const offer = offers[index % (offers.length + 1)];
    return offer === undefined ? payment : { ...payment, offer: offer.id };
  });
}
