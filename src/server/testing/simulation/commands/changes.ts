import type { CountryCode } from '../../../../countries/country-pack.ts';
import { holidaysOf } from '../../../../countries/holidays.ts';
import { payableUntil } from '../../../../countries/law/payable-until.ts';
import {
  addDays,
  addMonthsAnchored,
  dayOfMonth,
  type CalendarDate,
} from '../../../../domain/calendar-date.ts';
import { centavos } from '../../../../domain/money.ts';
import { PARTS, type Part } from '../../../../domain/testing/oracle/terms.ts';
import { acceptChange } from '../../../loans/actions/accept.ts';
import { storePlan, type PlanTerms } from '../../../loans/actions/queries.ts';
import { applyAction, undoAction } from '../../../loans/actions/service.ts';
import type { ActionBody } from '../../../loans/service.ts';
import { transaction } from '../../../platform/database.ts';
import type { Result } from '../../../platform/http/result.ts';
import { same } from '../difference.ts';
import { agreementOf, storedAgreement } from '../product/agreements.ts';
import type { LoanModel } from '../model/loan.ts';
import { pickOf, type Actor, type Play } from '../play.ts';
import { callOnce, workOnce } from '../product/calls.ts';
import { keep, methodOf } from './asking.ts';
import { type Command, type Try, twistOf } from './command.ts';
import { codeOf } from './loans.ts';

const kinds = [
  'pause',
  'waive',
  'waive',
  'settlement-offer',
  'settlement-offer',
  'plan',
  'plan',
  'plan',
  'due-day',
  'accelerate',
  'sued',
] as const;

interface Case {
  readonly play: Play;
  readonly actor: Actor;
  readonly command: Command;
  readonly loan: LoanModel;
}

/** A change is decided about a loan, or agreed with its borrower (docs/product/loan-changes.md). */
export const change: Try = async (play, actor, command) => {
  const { pick } = command;
  const able = actor.model.loans.filter((loan) => mayChange(loan) && loan.noted === 'approved');
  const open = able.filter((each) => !each.on(play.day).isSettled);
  // Rarely one that money in favour will pay.
  const owing = open.filter((each) => each.on(play.day).toClose > 0);
  const loan = pickOf(pick % 16 > 0 && owing.length > 0 ? owing : open, pick >> 4);
  if (!loan) return undefined;
  const about = { play, actor, command, loan };
  const kind = pickOf(kinds, pick) ?? 'pause';
  if (kind === 'plan') return agreePlan(about);
  return kind === 'due-day' ? agreeDueDay(about) : decide(about, kind);
};

/** A loan takes changes once it is delivered, and not while it is withdrawn from. */
function mayChange({ payout, withdrawal, noted, isReturned }: LoanModel): boolean {
  if (payout !== 'confirmed' || isReturned || withdrawal?.state === 'return-due') return false;
  return noted === 'approved' || noted === 'finished';
}

type Decided = Exclude<(typeof kinds)[number], 'plan' | 'due-day'>;

/** Staff decide, without the borrower. */
async function decide({ play, actor, command, loan }: Case, kind: Decided): Promise<string> {
  const { body, expected } = decisionOf(loan, play.day, command, kind);
  const loanId = await idOf(play, loan);
  const done = await once(play, command, (tx) =>
    applyAction(tx, play.product.deps, {
      loanId,
      body,
      reasonCode: 'cannot-pay',
      reason: '',
      requestedBy: '',
      approvedBy: '',
    }),
  );
  same(`the answer to a change: ${kind}`, expected, done.ok ? 'ok' : done.code);
  if (!done.ok) return `${kind}: ${done.code}`;
  const id = String(done.value.id);
  actor.model.change(loan, { ...modelled(body), id, on: play.day }, play.day);
  return kind;
}

type Body = Extract<ActionBody, { readonly kind: Decided }>;

function decisionOf(
  loan: LoanModel,
  day: CalendarDate,
  { pick, share }: Command,
  kind: Decided,
): { readonly body: Body; readonly expected: string } {
  const fold = loan.on(day);
  const payoff = fold.toClose;
  switch (kind) {
    case 'pause': {
      const from = addDays(day, 1 + ((pick >> 6) % 10));
      return {
        body: { kind, from, to: addDays(from, Math.floor(share * 95)) },
        expected: share * 95 < 90 ? 'ok' : 'pause_days',
      };
    }
    case 'waive': {
      const { instalment, part } = waivedOf(loan, day, pick);
      const most = Math.min(fold.closing(instalment, part), payoff);
      // Now and then all of it, or a centavo more.
      const amount = share > 0.8 ? most + ((pick >> 9) % 2) : Math.ceil(most * share);
      const component = part && COMPONENT[part];
      const body = {
        kind,
        amount: centavos(amount),
        ...(instalment !== undefined && { instalment }),
        ...(component && { component }),
      };
      return { body, expected: amount > 0 && amount <= most ? 'ok' : 'waiver_too_much' };
    }
    case 'settlement-offer': {
      const amount = Math.ceil(payoff * (share * 1.1));
      const until = addDays(day, (pick >> 6) % 60);
      const isLess = amount > 0 && amount < payoff;
      return {
        body: { kind, amount: centavos(amount), until },
        expected: isLess ? 'ok' : 'settlement_amount',
      };
    }
    case 'accelerate':
      return { body: { kind }, expected: fold.isAccelerated ? 'change_already' : 'ok' };
    case 'sued': {
      const wasSued = loan.changes.some((each) => each.kind === kind);
      return { body: { kind }, expected: wasSued ? 'change_already' : 'ok' };
    }
  }
}

/** Scope of a waiver: sometimes one instalment, one component, or both. */
function waivedOf(loan: LoanModel, day: CalendarDate, pick: number) {
  const open = loan.on(day).open.filter(({ isShortfall }) => !isShortfall);
  const row = (pick >> 6) % 3 === 0 ? pickOf(open, pick >> 8) : undefined;
  const part = (pick >> 7) % 3 === 0 ? pickOf(PARTS, pick >> 10) : undefined;
  return { instalment: row?.number, part };
}

const COMPONENT = {
  default: 'defaultInterest',
  defaultTax: 'defaultInterestTax',
  fee: 'fee',
  feeTax: 'feeTax',
  interest: 'interest',
  tax: 'tax',
  principal: 'principal',
} as const satisfies Record<Part, string>;

function modelled(body: Body) {
  switch (body.kind) {
    case 'pause':
      return body;
    case 'waive': {
      const { kind, amount, instalment, component } = body;
      const part = PARTS.find((each) => COMPONENT[each] === component);
      return { kind, amount: BigInt(amount), instalment, part };
    }
    case 'settlement-offer':
      return { ...body, amount: BigInt(body.amount) };
    case 'accelerate':
    case 'sued':
      return body;
  }
}

/** A plan is offered, and its borrower accepts it, now and then in two tabs. */
async function agreePlan(about: Case): Promise<string> {
  const { play, command, loan } = about;
  const { pick, share } = command;
  const { day, product } = play;
  const loanId = await idOf(play, loan);
  const base = loan.movable(day);
  const whole = base === undefined ? 0 : PARTS.reduce((sum, part) => sum + base[part], 0);
  const off = (bit: number, part: number) => centavos((pick >> bit) & 1 ? Math.floor(part * share) : 0);
  const instalments = 1 + ((pick >> 4) % 12);
  const terms: PlanTerms = {
    instalments,
    firstDueDate: addDays(day, 1 + ((pick >> 8) % 45)),
    rate: (pick >> 5) % 2 === 0 ? 0 : 0.25,
    waived: {
      default_interest: off(12, base === undefined ? 0 : base.default + base.defaultTax),
      interest: off(13, base === undefined ? 0 : base.interest + base.tax),
      charges: off(14, base === undefined ? 0 : base.fee + base.feeTax),
      principal: off(15, (base?.principal ?? 0) / 2),
    },
  };
  const offer = await transaction(product.deps.db, async (tx) => {
    await storePlan(tx, {
      country: loan.agreed.country,
      loanId,
      validUntil: addDays(day, 1),
      terms,
      reasonCode: 'cannot-pay',
      reason: '',
      requestedBy: '',
      approvedBy: '',
      at: product.deps.clock.now(),
    });
    const row = await tx
      .selectFrom('plan_offer')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('loan_id', '=', loanId)
      .executeTakeFirstOrThrow();
    return row.id;
  });
  const done = await accept(about, loanId, { kind: 'plan', offer });
  // So little is owed that some row would ask for nothing.
  const isTooLittle = whole < instalments * 800;
  if (!done.ok && done.code === 'plan_over' && (base === undefined || isTooLittle))
    return 'plan: nothing to agree';
  same('the answer to a plan', 'ok', done.ok ? 'ok' : done.code);
  if (!done.ok || base === undefined) return 'plan: refused';
  await adopt(about, done.value, { base, rate: terms.rate });
  return 'plan';
}

/** The borrower moves the due day. */
async function agreeDueDay(about: Case): Promise<string> {
  const { play, command, loan } = about;
  const { day } = play;
  const loanId = await idOf(play, loan);
  const fold = loan.on(day);
  const base = loan.movable(day);
  const last = loan.changes.findLast((each) => each.kind === 'agreement' && !each.isRefinancing);
  const isRecent = last !== undefined && addMonthsAnchored(last.on, 12, dayOfMonth(last.on)) > day;
  const isOverdue = fold.overdue > 0 || fold.missing > 0;
  const done = await accept(about, loanId, { kind: 'due-day', day: 1 + ((command.pick >> 4) % 28) });
  const expected = isOverdue ? 'due_day_overdue' : isRecent ? 'due_day_recent' : 'ok';
  // Only the product knows the days that suit its rows.
  if (!done.ok && done.code === 'due_day_same' && expected === 'ok') return 'due day: does not suit';
  same('the answer to another due day', expected, done.ok ? 'ok' : done.code);
  if (!done.ok || base === undefined) return 'due day: refused';
  await adopt(about, done.value, { base, rate: undefined });
  return 'due day';
}

async function accept(
  { play, command }: Case,
  loanId: number,
  wanted: Parameters<typeof acceptChange>[3],
): Promise<Result<number>> {
  const { deps } = play.product;
  const accepted = () => transaction(deps.db, (tx) => acceptChange(tx, deps, loanId, wanted, 'email'));
  if (twistOf(command) !== 'twice-at-once')
    return once(play, command, (tx) => acceptChange(tx, deps, loanId, wanted, 'email'));
  const answers = await Promise.all([accepted(), accepted()]);
  const done = answers.filter(({ ok }) => ok);
  if (done.length > 1) same('an agreement accepted in two tabs counts', 1, done.length);
  const [first] = [...done, ...answers];
  return first ?? accepted();
}

/** Takes over the accepted rows after checking that they add up to the debt in the model. */
async function adopt(
  { play, actor, loan }: Case,
  id: number,
  { base, rate }: { readonly base: Readonly<Record<Part, number>>; readonly rate: number | undefined },
): Promise<void> {
  const { day } = play;
  const stored = await storedAgreement(play.product, id);
  const agreement = agreementOf(stored);
  const highest = Math.max(...loan.on(day).cells.map(({ number }) => number));
  const { country } = loan.agreed;
  same('what an agreement is about', base, stored.base);
  for (const part of PARTS) {
    const asked = agreement.rows.map((row) => (part === 'principal' ? row.principal : row.carried[part]));
    const sum = Number(asked.reduce((all, each) => all + each, 0n));
    same(`the ${part} that an agreement asks for`, base[part] - Number(agreement.waived[part]), sum);
  }
  let [last, before] = [day, highest];
  for (const { number, dueDate, payableUntil: until, interest, tax } of agreement.rows) {
    same('rows of an agreement in their order', true, number > before && dueDate > last);
    same('the last day of a row', lastDayOf(country, dueDate), until);
    if (rate === 0) same('new interest of a plan without', 0, Number(interest + tax));
    [last, before] = [dueDate, number];
  }
  actor.model.change(loan, { ...agreement, id: String(id), on: day }, day);
}

const lastDayOf = (country: CountryCode, dueDate: CalendarDate) =>
  payableUntil(country, dueDate, holidaysOf(country));

/** A change is undone by staff: the loan is as if it had never been. */
export const undoChange: Try = async (play, actor, command) => {
  const loans = actor.model.loans.filter((each) => mayChange(each) && each.changes.length > 0);
  const loan = pickOf(loans, command.pick >> 4);
  const undone = loan && pickOf(loan.changes, command.pick >> 8);
  if (!undone) return undefined;
  const loanId = await idOf(play, loan);
  const asked = {
    loanId,
    actionId: Number(undone.id),
    reasonCode: 'by-mistake',
    reason: '',
    requestedBy: '',
    approvedBy: '',
  };
  const done = await once(play, command, (tx) => undoAction(tx, play.product.deps, asked));
  same('the answer to undoing a change', 'ok', done.ok ? 'ok' : done.code);
  actor.model.change(loan, { undone: undone.id }, play.day);
  const again = await transaction(play.product.deps.db, (tx) => undoAction(tx, play.product.deps, asked));
  same('the answer to undoing it again', 'change_undone', again.ok ? 'ok' : again.code);
  return `undone: ${undone.kind}`;
};

/** Requests to pay a settlement offer. */
export const askOffer: Try = async (play, actor, command) => {
  const { day } = play;
  const { pick } = command;
  const able = actor.model.loans.filter(({ noted }) => noted === 'approved');
  const offers = able.flatMap((loan) => {
    const { offers: all, toClose } = loan.on(day);
    return all.filter(({ remaining }) => remaining < toClose).map((offer) => ({ loan, offer }));
  });
  const found = pickOf(offers, pick >> 4);
  if (!found) return undefined;
  const { loan, offer } = found;
  const { open } = loan.on(day);
  const isFree = open.every(({ number }) => !loan.isTaken(number, day));
  const method = methodOf(actor, pick >> 8);
  const slug = method.kind === 'coupon' ? 'bank-transfer' : method.slug;
  const answer = await callOnce(
    play,
    actor,
    'POST /api/v3/loan/{id}/settlement',
    {
      params: { id: loan.agreed.publicId },
      body: { kind: 'offer', offer: offer.id, payment_method: slug, total: offer.remaining / 100 },
    },
    twistOf(command),
  );
  const expected = isFree ? 200 : 'payment_instalment';
  same('the answer to asking for an offer', expected, codeOf(answer));
  if (!isFree) return 'offer: payment_instalment';
  await keep(play, loan, {
    hash: answer.body.result.hash,
    method: slug,
    purpose: 'offer',
    numbers: open.map(({ number }) => number),
    offer: offer.id,
    amount: offer.remaining,
    dueDate: offer.until,
    isStrangers: false,
  });
  return 'offer: asked';
};

/** A worker or a process may be killed before it commits. Staff commands have keys: a second one is another change. */
async function once<T>(play: Play, command: Command, work: Parameters<typeof workOnce<T>>[2]): Promise<T> {
  const twist = twistOf(command) === 'killed' ? 'killed' : 'once';
  const [done] = await workOnce(play, twist, work);
  if (done === undefined) throw new Error('a command is answered');
  return done;
}

async function idOf({ product }: Play, { agreed }: LoanModel): Promise<number> {
  const { id } = await product.deps.db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', agreed.publicId)
    .executeTakeFirstOrThrow();
  return id;
}
