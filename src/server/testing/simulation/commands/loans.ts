import { holidaysOf } from '../../../../countries/holidays.ts';
import { payableUntil } from '../../../../countries/law/payable-until.ts';
import {
  later,
  membershipChargeDay,
  promisedChargeDay,
} from '../../../../countries/law/withdrawal-window.ts';
import { packOf } from '../../../../countries/index.ts';
import { priceTerms } from '../../../../countries/price-list.ts';
import { SERVER_ENTRIES } from '../../../../countries/server-entries.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import {
  addDays,
  addMonthsAnchored,
  dayOfMonth,
  daysBetween,
  type CalendarDate,
} from '../../../../domain/calendar-date.ts';
import { divideRounded, fromUnits, roundingOf } from '../../../../domain/money.ts';
import { optionId } from '../../../../domain/option-id.ts';
import { pricePlan } from '../../../../domain/pricing.ts';
import { parseRational } from '../../../../domain/rate.ts';
import { defaultAnnualRate } from '../../../../domain/standing/default-interest.ts';
import { decidePayout } from '../../../integrations/payouts/sandbox.ts';
import { takeStep } from '../../../loans/service.ts';
import { advance } from '../../../sandbox/payouts.ts';
import { same } from '../difference.ts';
import type { Terms } from '../model/fold.ts';
import { LoanModel, type Agreed } from '../model/loan.ts';
import { MembershipModel } from '../model/membership.ts';
import { pickOf, type Actor, type Play } from '../play.ts';
import { callOnce } from '../product/calls.ts';
import { type Command, type Try, twistOf } from './command.ts';

/** Confirms a loan, priced by the model from the country's list. */
export const confirm: Try = async (play, actor, command) => {
  const { customer, model } = actor;
  const { pick, share } = command;
  const list = SERVER_ENTRIES[customer.country].priceList;
  const steps = (list.maxAmount - list.minAmount) / list.step;
  const units = list.minAmount + Math.floor(share * steps) * list.step;
  const instalments = 1 + (pick % 12);
  const isMembership = (pick >> 4) % 3 === 0;
  const { offerHash, most } = customer;
  const answer = await callOnce(
    play,
    actor,
    'POST /api/v3/finish-new',
    {
      body: {
        deliveryPoint: '',
        accountNumber: '',
        referrer: '',
        parameter: '',
        creditStructure: {
          selectedId: optionId({ offerHash, amount: units, isMembership }),
          maxId: optionId({ offerHash, amount: most, isMembership }),
          installmentsQuantity: instalments,
        },
        isMembershipIncluded: isMembership,
      },
    },
    twistOf(command),
  );
  // A loan that money in favour has paid off by today bars nothing, whether the work of the day was done or not.
  if (model.hasActive)
    for (const loan of model.loans) if (loan.noted === 'approved') model.follow(loan, play.day);
  const isBarred = model.hasActive;
  same('the answer to a confirmation', isBarred ? 'active_loan' : 200, codeOf(answer));
  if (isBarred) return 'barred by another loan';
  const publicId: string = answer.body.result.id;
  model.loans.push(new LoanModel(agreedOf(play, actor, { publicId, units, instalments, isMembership })));
  return isMembership ? 'confirmed with membership' : 'confirmed';
};

interface Chosen {
  readonly publicId: string;
  readonly units: number;
  readonly instalments: number;
  readonly isMembership: boolean;
}

function agreedOf({ day, product }: Play, { customer }: Actor, chosen: Chosen): Agreed {
  const { country } = customer;
  const pack = packOf(country);
  const { currency, membership } = pack;
  const { terms, plan, taxRate } = pricedOf(country, day, chosen);
  const rounding = roundingOf(currency, 'half-up');
  const price = fromUnits(membership.price);
  const { num, den } = parseRational(taxRate);
  const step = BigInt(terms.rounding.step);
  const promisedOn = promisedChargeDay(pack, product.deps.clock.now(), holidaysOf(country));
  const tax = Number(divideRounded(BigInt(price) * num, (den + num) * step, 'half-up') * step);
  return {
    publicId: chosen.publicId,
    country,
    terms,
    basic: chosen.isMembership ? pricedOf(country, day, { ...chosen, isMembership: false }).terms : undefined,
    delivered: plan.amountDelivered,
    fee: plan.originationFee,
    createdOn: day,
    membership: chosen.isMembership ? new MembershipModel(price, tax, rounding, promisedOn) : undefined,
  };
}

function pricedOf(country: CountryCode, day: CalendarDate, chosen: Chosen) {
  const list = SERVER_ENTRIES[country].priceList;
  const priced = priceTerms(list, chosen.isMembership ? 'membership' : 'no_membership', day);
  const { taxRate, rate, defaultBounds } = priced;
  const plan = pricePlan(priced, fromUnits(chosen.units), chosen.instalments, {
    payoutDate: day,
    firstDueDate: addMonthsAnchored(day, 1, dayOfMonth(day)),
  });
  const rows = plan.schedule.rows.map((row) => ({
    ...row,
    payableUntil: payableUntil(country, row.dueDate, holidaysOf(country)),
  }));
  const penalty = {
    annualRate: defaultAnnualRate(rate, defaultBounds?.ceiling),
    taxRate,
    ...(defaultBounds && { endsAfterMonths: defaultBounds.endsAfterMonths }),
  };
  const rounding = roundingOf(packOf(country).currency, priced.rounding);
  const terms: Terms = { schedule: { ...plan.schedule, rows }, taxRate, penalty, rounding };
  return { terms, plan, taxRate };
}

const outcomes = [
  'ok',
  'ok',
  'ok',
  'ok',
  'ok',
  'ok',
  'ok',
  'ok',
  'ok',
  'ok',
  'failed',
  'unknown',
  'unknown',
] as const;

/** One step of a payout: the check, or the rail's answer. */
export const payout: Try = async (play, { model }, command) => {
  const { deps } = play.product;
  const loan = model.loans.find(({ payout: state }) => state !== 'confirmed' && state !== 'failed');
  if (!loan) return undefined;
  const outcome = pickOf(outcomes, command.pick) ?? 'ok';
  const { publicId, country, createdOn } = loan.agreed;
  const late = await stepOfLate(play, loan, outcome);
  if (late !== undefined) {
    model.follow(loan, play.day);
    return late;
  }
  const isChecking = loan.payout === 'planned';
  const isSent = loan.payout === 'sent';
  if (isSent && outcome === 'ok') await answerTwice(play, publicId);
  else await advance(deps, publicId, outcome);
  const next = {
    ok: isChecking ? 'checked' : 'confirmed',
    failed: 'failed',
    unknown: isChecking ? 'planned' : 'sent',
  } as const;
  loan.payout = next[outcome];
  if (loan.payout === 'confirmed') {
    loan.deliver(play.day);
    const { membership } = loan.agreed;
    const termEnds = membershipChargeDay(country, createdOn, play.day, holidaysOf(country));
    membership?.start(later(membership.promisedOn, termEnds));
  }
  model.follow(loan, play.day);
  if (loan.payout === 'confirmed') model.moveCredit(play.day);
  return isChecking ? `check: ${outcome}` : `rail: ${outcome}`;
};

/** One step of an order whose time is over, or that has to be announced first. @returns undefined for any other */
async function stepOfLate(
  { product, day }: Play,
  loan: LoanModel,
  outcome: 'ok' | 'failed' | 'unknown',
): Promise<string | undefined> {
  const { publicId, createdOn } = loan.agreed;
  // The check of a request that the rail cannot be asked about does nothing.
  const doesNothing = loan.payout === 'planned' && outcome === 'unknown';
  if (loan.isExpired(day) && !doesNothing) {
    await advance(product.deps, publicId, outcome);
    loan.payout = 'failed';
    return 'not delivered';
  }
  if (loan.payout !== 'checked' || !loan.isLate(day)) return undefined;
  if (loan.leavesOn !== null && loan.leavesOn >= day) return undefined;
  await advance(product.deps, publicId, outcome);
  const tomorrow = addDays(day, 1);
  if (daysBetween(createdOn, tomorrow) < 10) loan.leavesOn = tomorrow;
  return 'announced';
}

/** Two workers hear of the rail at once that it has paid. */
async function answerTwice({ product }: Play, publicId: string): Promise<void> {
  const { deps } = product;
  const row = await deps.db
    .selectFrom('payout')
    .innerJoin('loan', 'loan.id', 'payout.loan_id')
    .select(['loan.id', 'reference'])
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow();
  await decidePayout(deps.db, row.reference, 'completed');
  await Promise.all([takeStep(deps, row.id, true), takeStep(deps, row.id, true)]);
}

/** The customer gives a request up while no money can be on its way. */
export const cancel: Try = async (play, actor, command) => {
  const loan = actor.model.loans.at(-1);
  if (!loan) return undefined;
  const { publicId } = loan.agreed;
  const answer = await callOnce(
    play,
    actor,
    'POST /api/cancel_loan/front/{id}',
    { params: { id: publicId }, body: { auditOptionId: '1' } },
    twistOf(command),
  );
  const isOpen = loan.payout === 'planned' || loan.payout === 'checked';
  same('the answer to a cancellation', isOpen ? 200 : 'loan_state', codeOf(answer));
  if (!isOpen) return 'too late';
  loan.payout = 'failed';
  actor.model.follow(loan, play.day);
  return 'canceled';
};

/** Status where it is good, else the code that says what is wrong. */
export function codeOf({
  status,
  body,
}: {
  readonly status: number;
  readonly body: { code?: unknown };
}): unknown {
  return status === 200 ? 200 : (body.code ?? status);
}

export type { Command };
