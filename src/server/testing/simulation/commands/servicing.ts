import { COUNTRIES } from '../../../../countries/countries.ts';
import { addDays, addMonthsAnchored, calendarDate, daysBetween } from '../../../../domain/calendar-date.ts';
import { chargePurposes } from '../../../worker.ts';
import { askForCharge } from '../../../charges/service.ts';
import { bookDueCredits, bookDueTaxes, moveCredits } from '../../../loans/books/service.ts';
import { announceDebits } from '../../../servicing/debits/announce.ts';
import { attemptDebits } from '../../../servicing/debits/attempt.ts';
import { cancelUndelivered } from '../../../loans/service.ts';
import { chargeMemberships } from '../../../servicing/memberships/charge.ts';
import { lapseReturns } from '../../../servicing/withdrawals/service.ts';
import { hasMembershipToEnd } from '../model/basic-plan.ts';
import { same } from '../difference.ts';
import { hearOfCards } from './cards.ts';
import { closeMonth, endMonth, invoiceMonth } from './closes.ts';
import { askForLost, workOfDay } from '../model/days.ts';
import { pickOf, type Play } from '../play.ts';
import { call, callOnce } from '../product/calls.ts';
import { saveCard } from '../product/people.ts';
import { unbookedTaxes } from '../product/read.ts';
import { type Command, type Try, twistOf } from './command.ts';

/** The customer withdraws from a loan by their right. */
export const withdraw: Try = async (play, actor, command) => {
  const { model } = actor;
  const inTime = model.loans.filter((loan) => play.day <= model.rightUntil(loan));
  const loan = pickOf(inTime.length > 0 ? inTime : model.loans, command.pick);
  if (!loan) return undefined;
  const { publicId, delivered } = loan.agreed;
  const twist = twistOf(command) === 'twice-at-once' ? 'once' : twistOf(command);
  const body = { kind: 'loan', loan_id: publicId, reason: '' };
  const answer = await callOnce(play, actor, 'POST /api/v3/withdrawal/own', { body }, twist);
  const state = model.withdraw(loan, play.day);
  same('the answer to a withdrawal', [200, state], [answer.status, answer.body.model?.state]);
  if (state === 'return-due') {
    const due = Math.max(0, delivered - loan.money.reduce((sum, { amount }) => sum + amount, 0));
    same('what has to come back', due, Math.round(answer.body.model.return_amount * 100));
  }
  return state;
};

/** The membership is ended. */
export const endMembership: Try = async (play, actor, command) => {
  const { model } = actor;
  const loan = model.loans.findLast((each) => hasMembershipToEnd(each, play.day));
  const twist = twistOf(command) === 'twice-at-once' ? 'once' : twistOf(command);
  const body = { kind: 'membership', loan_id: '', reason: '' };
  const answer = await callOnce(play, actor, 'POST /api/v3/withdrawal/own', { body }, twist);
  const expected = loan ? 'ended' : 'refused';
  same('the answer to ending a membership', [200, expected], [answer.status, answer.body.model?.state]);
  if (loan) model.endMembership(loan, play.day);
  return expected;
};

const cards = ['approved', 'approved', 'approved', 'declined', 'lost'] as const;

/** A card is put on file: the newest counts. */
export const card: Try = async (play, { customer, model }, command) => {
  const kind = pickOf(cards, command.pick) ?? 'approved';
  await saveCard(play.product, customer, kind);
  model.card = { kind, savedOn: play.day };
  return kind;
};

/** The gateway is asked what became of charges whose answers were lost, now and then by two workers. */
export const lost: Try = async (play, actor, command) => {
  const { customer, model } = actor;
  const { deps } = play.product;
  const open = await deps.db
    .selectFrom('card_charge')
    .leftJoin('card', 'card.id', 'card_charge.card_id')
    .leftJoin('payment_request', 'payment_request.id', 'card_charge.request_id')
    .leftJoin('loan', 'loan.id', 'payment_request.loan_id')
    .select('card_charge.id')
    .where((eb) => eb(eb.fn.coalesce('card.customer_id', 'loan.customer_id'), '=', customer.id))
    .where('card_charge.state', '=', 'sent')
    .orderBy('card_charge.id')
    .execute();
  for (const { id } of open) {
    const asked = () => askForCharge(deps, chargePurposes, id);
    await Promise.all(twistOf(command) === 'twice-at-once' ? [asked(), asked()] : [asked()]);
  }
  askForLost(model, play.day);
  await hearOfCards(play, actor);
  return open.length > 0 ? 'found' : undefined;
};

/** The customer wishes to be erased: refused while anything is owed on either side. */
export const erase: Try = async (play, actor, command) => {
  const reason = actor.model.barsErasure(play.day);
  const answer = await call(play, actor, 'POST /api/v3/own-data/erasure', {
    body: {},
    key: play.name(actor),
  });
  const { state, reason: said } = answer.body.result ?? {};
  same(
    'the answer to an erasure',
    [200, reason === '' ? 'done' : 'waiting', reason],
    [answer.status, state, said],
  );
  if (reason !== '') return `waits: ${reason}`;
  // Few may go, so that enough customers have a long life.
  await play.replace(actor);
  return command.pick < 0 ? '' : 'erased';
};

/**
 * Days go by, and the work of the day is done in both countries, now and then by two workers at once. The last day of a
 * month always has its work, and the month is closed.
 */
export async function clock(play: Play, command: Command): Promise<string> {
  const days = 1 + (command.pick % 6);
  const isWorking = (command.pick >> 8) % 4 > 0;
  const workers = twistOf(command) === 'twice-at-once' ? 2 : 1;
  const lastDay = addDays(addMonthsAnchored(calendarDate(`${play.day.slice(0, 7)}-01`), 1, 1), -1);
  const left = daysBetween(play.day, lastDay);
  if (days <= left) return daysGo(play, days, isWorking || days === left ? workers : 0);
  if (left > 0) await daysGo(play, left, workers);
  await invoiceMonth(play);
  const end = endMonth(play);
  const outcome = await daysGo(play, days - left, isWorking ? workers : 0);
  await closeMonth(play, lastDay, end, twistOf(command) === 'killed');
  return `${outcome}, month closed`;
}

async function daysGo(play: Play, days: number, workers: number): Promise<string> {
  play.goOn(days);
  // What money in favour has paid since is owed no more, whether the work of the day was done or not.
  if (workers === 0) return 'no worker';
  const { deps } = play.product;
  for (const country of COUNTRIES) {
    const day = { country, date: play.day };
    for (const work of [
      () => cancelUndelivered(deps, day),
      () => bookDueCredits(deps, day),
      () => bookDueTaxes(deps, day),
      () => moveCredits(deps, day),
      () => announceDebits(deps, day),
      () => attemptDebits(deps, day),
      () => lapseReturns(deps, day),
      () => chargeMemberships(deps, day),
    ])
      await Promise.all(Array.from({ length: workers }, () => work()));
  }
  for (const { model } of [...play.actors, ...play.former]) workOfDay(model, play.day);
  same('loans with unbooked due tax', 0, await unbookedTaxes(play.product, play.day));
  return workers > 1 ? 'two workers' : 'one worker';
}
