import fc from 'fast-check';
import { type CalendarDate, addDays, daysBetween } from '../calendar-date.ts';
import { type Command, type Life, anyCommand, anyTerms, dayOf, paymentOf } from './any-life.ts';
import { oracleStanding } from './oracle/oracle.ts';
import {
  type OracleAction,
  type OraclePayment,
  type OracleTerms,
  PARTS,
  type Part,
  noParts,
} from './oracle/terms.ts';
import { plainAgreement, plainDueDayChange } from './plain-agreement.ts';

type PaymentCommand = Command & {
  /** Days after which it is reported. */
  readonly reportedAfter: number;
  readonly isReversed: boolean;
  readonly namesOffer: boolean;
};

const anyPaymentCommand: fc.Arbitrary<PaymentCommand> = fc
  .tuple(
    anyCommand,
    fc.record({
      reportedAfter: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 40 })),
      isReversed: fc.constantFrom(false, false, false, false, false, true),
      namesOffer: fc.boolean(),
    }),
  )
  .map(([command, more]) => ({ ...command, ...more }));

const anyShare = fc.oneof(fc.constantFrom(0, 0, 1000), fc.integer({ min: 1, max: 1000 }));

const anyWaived = fc
  .record({ default: anyShare, rest: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, anyShare) })
  .map(({ default: late, rest }) => {
    const waived = noParts();
    for (const part of PARTS)
      waived[part] = BigInt(part === 'default' || part === 'defaultTax' ? late : rest);
    return waived;
  });

const anyProposal = fc.record({
  count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 })),
  firstAfter: fc.constantFrom(1, 10, 30, 45),
  rate: fc.constantFrom('0', '0', '0.45', '2.60'),
  fee: fc.constantFrom(0n, 0n, 250n),
  waived: anyWaived,
  shift: fc.constantFrom(0, 0, 2),
});

/** Decision, with amounts in thousandths of the cost of closing on the day, or a little short of it. */
const anyDecision = fc.oneof(
  fc.record({
    kind: fc.constant('pause' as const),
    starts: fc.integer({ min: 1, max: 20 }),
    days: fc.constantFrom(0, 1, 5, 30),
  }),
  fc.record({
    kind: fc.constant('waive' as const),
    thousandths: fc.oneof(fc.constantFrom(1000, 1200), fc.integer({ min: 1, max: 1000 })),
    short: fc.constantFrom(0n, 0n, 1n),
    instalment: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    part: fc.option(fc.constantFrom<Part>(...PARTS), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('settlement-offer' as const),
    thousandths: fc.integer({ min: 1, max: 1100 }),
    days: fc.integer({ min: 0, max: 40 }),
  }),
  fc.record({ kind: fc.constant('agreement' as const), proposal: anyProposal }),
  fc.record({ kind: fc.constant('agreement' as const), proposal: anyProposal }),
  fc.record({ kind: fc.constant('due-day' as const), days: fc.integer({ min: 1, max: 31 }) }),
  fc.record({ kind: fc.constantFrom('accelerate' as const, 'sued' as const) }),
);

type Decision = typeof anyDecision extends fc.Arbitrary<infer T> ? T : never;

type Step = { readonly month: number; readonly offset: number } & (
  | { readonly pays: PaymentCommand }
  | { readonly decides: Decision }
);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: anyPaymentCommand.map((pays) => ({ ...pays, pays })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(anyCommand, anyDecision)
      .map(([{ month, offset }, decides]) => ({ month, offset, decides })),
  },
);

/** A loan's life with actions, late reports, reversals and payments that name offers. */
export const anyChangedLife: fc.Arbitrary<Life> = fc
  .record({
    terms: anyTerms,
    steps: fc.array(anyStep, { minLength: 2, maxLength: 10, size: 'max' }),
    after: fc.oneof(
      fc.integer({ min: 0, max: 70 }),
      fc.integer({ min: -60, max: 30 }),
      fc.constantFrom(0, 760),
    ),
  })
  .map(({ terms, steps, after }) => {
    const past = livedThrough(terms, steps);
    const days = [...past.payments.map(({ day }) => day), ...past.actions.map(({ on }) => on)];
    const last = days.reduce(latest, terms.from);
    return { terms, ...past, on: latest(addDays(last, after), terms.from) };
  });

type Past = { readonly payments: OraclePayment[]; readonly actions: OracleAction[] };

function livedThrough(terms: OracleTerms, steps: readonly Step[]): Past {
  const dated = steps
    .map((step) => ({ step, day: dayOf(terms, step) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const past: Past = { payments: [], actions: [] };
  const reversed = new Set<string>();
  for (const [index, { step, day }] of dated.entries()) {
    const before: Life = { terms, ...past, on: day };
    if ('pays' in step) {
      const payment = paymentFor(before, step.pays);
      if (payment === undefined) continue;
      const id = `payment ${index}`;
      past.payments.push({ id, ...payment });
      if (step.pays.isReversed && payment.amount > 0n) reversed.add(id);
    } else {
      const action = actionFor(before, step.decides);
      if (action !== undefined)
        past.actions.push({ ...action, id: `action ${index}`, on: day, after: past.payments.length });
    }
  }
  return withoutReversed(past, reversed);
}

/** Reversed payments are not listed, although agreements made meanwhile counted them. */
function withoutReversed({ payments, actions }: Past, reversed: ReadonlySet<string>): Past {
  const counts = ({ id }: OraclePayment) => !reversed.has(id);
  return {
    payments: payments.filter(counts),
    actions: actions.map((action) => ({
      ...action,
      after: payments.slice(0, action.after).filter(counts).length,
    })),
  };
}

function paymentFor(life: Life, command: PaymentCommand): Omit<OraclePayment, 'id'> | undefined {
  const { terms, payments, actions = [], on } = life;
  const { size } = command;
  const day = latest(paidOn(life, command), terms.from);
  const offer = actions.findLast(({ kind }) => kind === 'settlement-offer');
  if (offer?.kind === 'settlement-offer' && command.namesOffer) {
    const came = payments.filter((payment) => payment.offer === offer.id);
    const open = offer.amount - came.reduce((sum, { amount }) => sum + amount, 0n);
    const share = (open * BigInt(size.thousandths ?? 0)) / 2000n;
    const amount = size.short === undefined ? share : open - BigInt(size.short) * terms.step;
    const steps = amount / terms.step;
    // Within the offer's days or one day late, if it was booked only later.
    const within = addDays(offer.on, Math.abs(command.offset) % (daysBetween(offer.on, offer.until) + 2));
    const named = command.reportedAfter > 0 || on < within ? day : within;
    return steps > 0n ? { day: named, amount: steps * terms.step, offer: offer.id } : undefined;
  }
  const isOut = command.purpose.owedAfter !== undefined;
  const { chosen, ...purpose } = command.purpose;
  const meant =
    chosen === undefined ? purpose : { chosen: chosen.flatMap((choice) => nth(actions, choice) ?? []) };
  return paymentOf(terms, payments, { ...command, purpose: meant }, isOut ? on : day, actions);
}

/** Late reports are often of payments shortly before the last action. */
function paidOn({ actions = [], on }: Life, { reportedAfter }: PaymentCommand): CalendarDate {
  const last = actions.at(-1);
  const isBeforeAction = last !== undefined && reportedAfter > 0 && reportedAfter <= 20;
  return isBeforeAction ? addDays(last.on, -(reportedAfter % 5)) : addDays(on, -reportedAfter);
}

function latest(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

type Undated<T> = T extends unknown ? Omit<T, 'id' | 'on' | 'after'> : never;

/** The action of a decision; none where there is nothing to decide about. */
function actionFor(life: Life, decision: Decision): Undated<OracleAction> | undefined {
  const { terms, payments, actions = [], on } = life;
  const shareOf = (thousandths: number) => {
    const { payoff } = oracleStanding(terms, payments, on, actions);
    return stepsOf(payoff, thousandths, terms);
  };
  switch (decision.kind) {
    case 'pause': {
      const from = addDays(on, decision.starts);
      return { kind: 'pause', from, to: addDays(from, decision.days) };
    }
    case 'waive': {
      const { thousandths, short, instalment, part } = decision;
      const amount = shareOf(thousandths) - short * terms.step;
      return amount > 0n
        ? {
            kind: 'waive',
            amount,
            instalment: instalment === undefined ? undefined : nth(actions, instalment),
            part,
          }
        : undefined;
    }
    case 'settlement-offer': {
      const amount = shareOf(decision.thousandths);
      return amount > 0n
        ? { kind: 'settlement-offer', amount, until: addDays(on, decision.days) }
        : undefined;
    }
    case 'agreement':
      return plainAgreement(life, decision.proposal);
    case 'due-day':
      return plainDueDayChange(life, decision.days);
    case 'accelerate':
    case 'sued':
      return { kind: decision.kind };
  }
}

function stepsOf(amount: bigint, thousandths: number, { step }: OracleTerms): bigint {
  return ((amount * BigInt(thousandths)) / (1000n * step)) * step;
}

/** Number of a row of the plan in force; undefined where an agreement has fewer rows. */
function nth(actions: readonly OracleAction[], choice: number): number | undefined {
  const agreed = actions.findLast(({ kind }) => kind === 'agreement');
  return agreed?.kind === 'agreement' ? agreed.rows[choice - 1]?.number : choice;
}
