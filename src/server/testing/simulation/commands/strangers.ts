import { paymentMethodsOf } from '../../../../countries/payment-methods.ts';
import { same } from '../difference.ts';
import { endRequest, type LoanModel, type Request } from '../model/loan.ts';
import type { Actor, Play } from '../play.ts';
import { call, callOnce } from '../product/calls.ts';
import { answerToDropping, openOrAny } from './asking.ts';
import { strangerOf, twistOf, type Try } from './command.ts';
import { codeOf } from './loans.ts';

/**
 * A stranger with a payment's hash deletes it: only if it was opened without the owner's login, and on the coupon's
 * page only with the document number.
 */
export const dropAsStranger: Try = async (play, actor, command) => {
  const asked = openOrAny(play, actor, command);
  if (!asked) return undefined;
  const { loan, request } = asked;
  const { hash, isStrangers } = request;
  const { pick } = command;
  const isByPage = pick % 3 > 0;
  const isKnown = !isByPage || pick % 7 > 0;
  const { documentNumber } = isKnown ? actor.customer : play.neighbour(actor.customer);
  const by = strangerOf(command);
  const twist = twistOf(command) === 'twice-at-once' ? 'once' : twistOf(command);
  const answer = isByPage
    ? await callOnce(
        play,
        actor,
        'DELETE /api/v3/coupon/{hash}',
        { by, params: { hash }, query: { document_number: documentNumber } },
        twist,
      )
    : await callOnce(play, actor, 'POST /api/v3/online_payment/dCoupon', { by, body: { hash } }, twist);
  const state = loan.stateOf(request, play.day);
  const expected = isStrangers && isKnown ? answerToDropping(state) : 'not_found';
  same("the answer to a stranger's giving a payment up", expected, codeOf(answer));
  if (expected === 200 && state === 'open') endRequest(request, 'deleted', play.day);
  return expected === 200 ? 'given up' : expected === 'not_found' ? 'not theirs' : 'closed already';
};

/** The public balance lists open payments; the owner's are without links to them. */
export const lookAsStranger: Try = async (play, actor, command) => {
  const { customer, model } = actor;
  const [loan, ...others] = model.loans.filter(({ noted }) => noted === 'approved');
  // Of several loans in force, the one with the highest debt is shown.
  if (!loan || others.length > 0 || loan.on(play.day).isSettled) return undefined;
  const answer = await call(play, actor, 'POST /api/v3/balance', {
    by: strangerOf(command),
    body: { document_type: 1, document_number: customer.documentNumber },
  });
  const shown: readonly Shown[] = answer.body.model.open_payments;
  const seen = shown.map(({ hash, opened_by, state, kind, installments }) => ({
    hash,
    opened_by,
    state,
    kind,
    installments,
  }));
  same('open payments on the public balance', inOrder(visibleOf(play, actor, loan)), inOrder(seen));
  const text = JSON.stringify(answer.body);
  const told = loan.requests
    .filter(({ isStrangers }) => !isStrangers)
    .flatMap(({ hash, reference, barcode }) => [hash, reference, barcode])
    .filter((secret) => secret !== '' && text.includes(secret));
  same("what the public balance tells of the owner's payments", [], told);
  return shown.length > 0 ? 'open payments' : 'none';
};

interface Shown {
  readonly hash: string;
  readonly opened_by: string;
  readonly state: string;
  readonly kind: string;
  readonly installments: readonly number[];
}

function visibleOf({ day }: Play, { customer }: Actor, loan: LoanModel): Shown[] {
  const kindOf = ({ method }: Request) =>
    paymentMethodsOf(customer.country).find(({ slug }) => slug === method)?.kind ?? '';
  const requests = loan.inProgress(day).map((request) => ({
    hash: request.isStrangers ? request.hash : '',
    opened_by: request.isStrangers ? 'stranger' : 'owner',
    state: request.state,
    kind: kindOf(request),
    installments: request.numbers.toSorted((one, other) => one - other),
  }));
  const debits = [...loan.debits].flatMap(([number, { state }]) =>
    state === 'charging'
      ? [{ hash: '', opened_by: 'owner', state, kind: 'card', installments: [number] }]
      : [],
  );
  return [...requests, ...debits];
}

/** Payments sorted independently of when they were opened. */
function inOrder(payments: readonly Shown[]): readonly string[] {
  return payments.map((payment) => JSON.stringify(payment)).toSorted();
}
