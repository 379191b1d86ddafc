import { PAYMENT_HOLDS_DAYS, paymentMethodsOf } from '../../../../countries/payment-methods.ts';
import { packOf } from '../../../../countries/index.ts';
import { addDays, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { CURRENCIES } from '../../../../domain/currency.ts';
import { mostInBarcode } from '../../../servicing/payments/coupons/coupon-barcode.ts';
import { requestAnywhere } from '../../../servicing/payments/queries.ts';
import { rejectPayment } from '../../../servicing/payments/reports/reject.ts';
import { same } from '../difference.ts';
import { endRequest, type LoanModel, type Purpose, type RequestState } from '../model/loan.ts';
import { askedOf, pickOf, type Actor, type Play } from '../play.ts';
import { callOnce } from '../product/calls.ts';
import { strangerOf, twistOf, type Command, type Stranger, type Try } from './command.ts';
import { codeOf } from './loans.ts';

/** Payment methods that are always offered. */
export function methodOf({ customer }: Actor, pick: number) {
  const methods = paymentMethodsOf(customer.country).filter(({ isOptional }) => isOptional !== true);
  const method = pickOf(methods, pick);
  if (!method) throw new Error('nothing is offered');
  return method;
}

interface Opened {
  readonly hash: string;
  readonly method: string;
  readonly purpose: Purpose;
  readonly numbers: readonly number[];
  readonly offer?: string;
  readonly amount: number;
  readonly dueDate: CalendarDate;
  readonly isStrangers: boolean;
}

/** Stores an opened payment, and checks that the product opened the same. */
export async function keep({ product, day }: Play, loan: LoanModel, opened: Opened): Promise<void> {
  const stored = await requestAnywhere(product.deps.db, opened.hash);
  if (!stored) throw new Error('a payment that was opened is not there');
  const { amount, dueDate, pricedOn, purpose, method, numbers, reference, barcode, isOwners, offer } = stored;
  const facts = { amount, dueDate, pricedOn, purpose, method, isStrangers: !isOwners };
  const named = offer === null ? {} : { offer: String(offer) };
  const sorted = (some: readonly number[]) => some.toSorted((one, other) => one - other);
  same(
    'a payment that was opened',
    { ...opened, pricedOn: day, numbers: sorted(opened.numbers) },
    { hash: opened.hash, ...facts, ...named, numbers: sorted(numbers) },
  );
  loan.requests.push({ ...opened, reference, barcode, pricedOn: day, state: 'open', reports: [] });
}

/** Requests to pay some instalments. */
export const ask: Try = (play, actor, command) => askBy(play, actor, command, undefined);

/** A stranger with the document number opens a payment of some instalments. */
export const askAsStranger: Try = (play, actor, command) => askBy(play, actor, command, strangerOf(command));

async function askBy(
  play: Play,
  actor: Actor,
  command: Command,
  by: Stranger | undefined,
): Promise<string | undefined> {
  const { day } = play;
  const { pick } = command;
  const { customer, model } = actor;
  const loan = model.inForce;
  if (loan?.noted !== 'approved') return undefined;
  const rows = loan.on(day).owing();
  const isTaken = (number: number) =>
    by === undefined ? loan.isTaken(number, day) : loan.isTakenForStrangers(number, day);
  const announced = by === undefined ? undefined : pickOf(announcedOf(loan), pick);
  const numbers =
    announced !== undefined && pick % 3 === 0 ? [announced] : chosenOf(loan, day, pick, isTaken);
  const chosen = rows.filter(({ cell }) => numbers.includes(cell.number));
  const amount = chosen.reduce((sum, { cell, credit }) => sum + cell.payable - credit, 0);
  const method = methodOf(actor, pick >> 8);
  // The debit of an undone agreement's row may be announced.
  const isThere = chosen.length === numbers.length;
  const isFree = isThere && chosen.every(({ cell }) => cell.settledOn === null && !isTaken(cell.number));
  const isTooMuch = method.kind === 'coupon' && amount > (mostInBarcode(method.barcode) ?? Infinity);
  const expected = !isFree
    ? 'payment_instalment'
    : amount === 0
      ? 'payment_credit'
      : isTooMuch
        ? 'payment_amount'
        : 200;
  const { publicId } = loan.agreed;
  const answer = await callOnce(
    play,
    actor,
    'POST /api/v3/payment',
    {
      ...(by && { by }),
      body: {
        document_type: 1,
        document_number: customer.documentNumber,
        payment_method: method.slug,
        installments: numbers.map((number) => ({ id: `${publicId.slice(0, 8)}-${number}`, number })),
        total: amount / 100,
      },
    },
    twistOf(command),
  );
  same('the answer to asking for a payment', expected, codeOf(answer));
  if (expected !== 200) return expected;
  const [earliest = day] = chosen.map(({ cell }) => cell.until).toSorted();
  const latest = addDays(day, PAYMENT_HOLDS_DAYS.notYetDue);
  const inTime = earliest < latest ? earliest : latest;
  const dueDate = earliest < day ? addDays(day, PAYMENT_HOLDS_DAYS.overdue) : inTime;
  const { hash } = answer.body.result;
  const opened = { hash, method: method.slug, purpose: 'instalments', numbers, amount, dueDate } as const;
  await keep(play, loan, { ...opened, isStrangers: by !== undefined });
  return `asked: ${method.kind}`;
}

/** Instalments with an announced debit. */
function announcedOf({ debits }: LoanModel): number[] {
  return [...debits].flatMap(([number, { state }]) => (state === 'announced' ? [number] : []));
}

/** Usually the next open ones, sometimes any. */
function chosenOf(
  loan: LoanModel,
  day: CalendarDate,
  pick: number,
  isTaken: (number: number) => boolean,
): number[] {
  const all = loan.on(day).cells.map(({ number }) => number);
  const open = loan.on(day).open.filter(({ number }) => !isTaken(number));
  if (pick % 10 < 8 && open.length > 0)
    return open.slice(0, 1 + ((pick >> 4) % 3)).map(({ number }) => number);
  const some = all.filter((number) => (pick >> (number % 8)) & 1);
  return some.length > 0 ? some : all.slice(0, 1);
}

const kinds = ['settlement', 'settlement', 'fewer', 'smaller', 'withdrawal'] as const;

/** Early payoff, prepayment, or return after a withdrawal. */
export const early: Try = async (play, actor, command) => {
  const { day } = play;
  const { pick, share } = command;
  const loan = pickOf(
    actor.model.loans.filter(({ noted }) => noted === 'approved'),
    pick,
  );
  if (!loan) return undefined;
  const kind =
    loan.withdrawal?.state === 'return-due' ? 'withdrawal' : (kinds[pick % kinds.length] ?? 'fewer');
  const fold = loan.on(day);
  const { open } = fold;
  const isFree = open.every(({ number }) => !loan.isTaken(number, day));
  const price = priceOf(loan, day, kind, share);
  const isByCredit = kind === 'settlement' && price.amount === 0;
  // Closed by credit alone: no instalment may have a payment in progress.
  const isBarred = isByCredit ? loan.underWay(day).length > 0 || hasDebit(loan) : !isFree;
  const expected = isBarred ? 'payment_instalment' : (price.refused ?? 200);
  const method = methodOf(actor, (pick >> 8) % 4 === 0 ? 4 : 2 + (pick >> 10));
  const slug = method.kind === 'coupon' ? 'bank-transfer' : method.slug;
  const answer = await callOnce(
    play,
    actor,
    'POST /api/v3/loan/{id}/settlement',
    { params: { id: loan.agreed.publicId }, body: { kind, payment_method: slug, total: price.amount / 100 } },
    isByCredit && twistOf(command) === 'twice-at-once' ? 'once' : twistOf(command),
  );
  same(`the answer to asking for ${kind}`, expected, codeOf(answer));
  if (expected !== 200) return `${kind}: ${expected}`;
  if (isByCredit) {
    const money = { id: `closing ${play.name(actor)}`, source: 'credit-closing', day, amount: 0 };
    actor.model.take(loan, { ...money, meant: 'close' }, day);
    return 'settlement: with credit';
  }
  const numbers = (open.length > 0 ? open : fold.cells.slice(-1)).map(({ number }) => number);
  const dueDate =
    kind === 'withdrawal' ? (loan.withdrawal?.until ?? day) : addDays(day, PAYMENT_HOLDS_DAYS.overdue);
  const { amount } = price;
  await keep(play, loan, {
    hash: answer.body.result.hash,
    method: slug,
    purpose: kind,
    numbers,
    amount,
    dueDate,
    isStrangers: false,
  });
  return `${kind}: asked`;
};

function hasDebit(loan: LoanModel): boolean {
  return [...loan.debits.values()].some(({ state }) => state === 'charging');
}

function priceOf(loan: LoanModel, day: CalendarDate, kind: Purpose, share: number) {
  const fold = loan.on(day);
  const { toClose, leftOnClosing } = fold;
  // Credit left after closing the loan also pays the membership.
  if (kind === 'settlement') return { amount: toClose + Math.max(0, loan.priceDue - leftOnClosing) };
  if (kind === 'withdrawal') {
    const amount = loan.agreed.delivered - loan.money.reduce((sum, each) => sum + each.amount, 0);
    const { withdrawal } = loan;
    const isOpen = withdrawal?.state === 'return-due' && withdrawal.until >= day && amount > 0;
    return isOpen ? { amount } : { amount: Math.max(100, amount), refused: 'not_found' };
  }
  const { country } = loan.agreed;
  const step = CURRENCIES[packOf(country).currency].smallestStep;
  const min = Math.max(fold.dueToday + 100, 100);
  const max = toClose - step;
  if (min > max || fold.isAccelerated) return { amount: min, refused: 'prepayment_amount' };
  const between = min + Math.floor((share * (max - min)) / step) * step;
  return between % step === 0 ? { amount: between } : { amount: between, refused: 'prepayment_amount' };
}

/** Usually an open payment. */
export function openOrAny(play: Play, actor: Actor, { pick }: Command) {
  const all = askedOf(actor);
  const open = all.filter(({ loan, request }) => loan.stateOf(request, play.day) === 'open');
  return pickOf(open.length > 0 && pick % 4 > 0 ? open : all.slice(-6), pick >> 2);
}

/** The customer cancels a requested payment. */
export const drop: Try = async (play, actor, command) => {
  const asked = openOrAny(play, actor, command);
  if (!asked) return undefined;
  const { loan, request } = asked;
  const state = loan.stateOf(request, play.day);
  const answer = await callOnce(
    play,
    actor,
    'DELETE /api/v3/coupon/{hash}',
    { params: { hash: request.hash }, query: { document_number: actor.customer.documentNumber } },
    twistOf(command) === 'twice-at-once' ? 'once' : twistOf(command),
  );
  same('the answer to giving a payment up', answerToDropping(state), codeOf(answer));
  if (state === 'open') endRequest(request, 'deleted', play.day);
  return answerToDropping(state) === 200 ? 'given up' : 'closed already';
};

/** Response to the deletion of a payment by its owner. */
export function answerToDropping(state: RequestState): 200 | 'payment_in_progress' | 'payment_closed' {
  if (state === 'open' || state === 'deleted') return 200;
  return state === 'charging' ? 'payment_in_progress' : 'payment_closed';
}

/** The network or wallet rejects the payment. */
export const reject: Try = async (play, actor, command) => {
  const asked = openOrAny(play, actor, command);
  if (!asked) return undefined;
  const { loan, request } = asked;
  const { deps } = play.product;
  const stored = await requestAnywhere(deps.db, request.hash);
  if (!stored) throw new Error('a payment has gone');
  const isOpen = loan.stateOf(request, play.day) === 'open';
  same('whether a rejection counts', isOpen, await rejectPayment(deps, stored));
  if (isOpen) endRequest(request, 'rejected', play.day);
  return isOpen ? 'rejected' : 'too late';
};

export type { Command };
