import { paymentMethodsOf } from '../../../../countries/payment-methods.ts';
import { packOf } from '../../../../countries/index.ts';
import { addDays } from '../../../../domain/calendar-date.ts';
import { centavos } from '../../../../domain/money.ts';
import { COLLECTION_LAYOUTS } from '../../../integrations/collection/layouts.ts';
import { writeCollectionFile } from '../../../integrations/collection/testing/write-file.ts';
import { decideWalletPayment } from '../../../integrations/wallet/sandbox.ts';
import { refundCredit } from '../../../servicing/payments/credit/refund-credit.ts';
import { importCollection } from '../../../servicing/payments/reports/import-collection.ts';
import { reportRefund } from '../../../servicing/payments/reports/refund.ts';
import { reportPayment } from '../../../servicing/payments/reports/report.ts';
import { reportReversal } from '../../../servicing/payments/reports/reverse-report.ts';
import { walletReports } from '../../../servicing/payments/wallet.ts';
import { same } from '../difference.ts';
import type { Request } from '../model/loan.ts';
import type { Report } from '../model/person.ts';
import { askedOf, pickOf, type Actor, type Asked, type Play } from '../play.ts';
import { workOnce } from '../product/calls.ts';
import { type Command, twistOf, type Try } from './command.ts';

/** A report as first made. */
export interface Said extends Asked {
  readonly report: Report;
}

/** Reports of each actor's payments, in order. */
const said = new WeakMap<Actor, Said[]>();

export function saidOf(actor: Actor): Said[] {
  const known = said.get(actor) ?? [];
  said.set(actor, known);
  return known;
}

const shares = [1, 1, 1, 1, 1, 1, 0.4, 0.05, 1.3, 2.5];

/** Money arrives for a requested payment: exact, short or over, in time or late, once or repeatedly. */
export const deliver: Try = async (play, actor, command) => {
  const { pick, share } = command;
  const all = askedOf(actor);
  const open = all.filter(({ loan, request }) => loan.stateOf(request, play.day) === 'open');
  const asked = pickOf(pick % 10 < 7 && open.length > 0 ? open : all.slice(-12), pick >> 3);
  if (!asked) return undefined;
  const { request } = asked;
  const factor = shares[(pick >> 4) % shares.length] ?? 1;
  const amount = Math.max(
    1,
    factor === 1 ? request.amount : Math.floor(request.amount * factor * (0.5 + share)),
  );
  // A network may report it days later.
  const told = addDays(play.day, -((pick >> 9) % 4 === 0 ? (pick >> 11) % 4 : 0));
  const paidOn = told < request.pricedOn ? request.pricedOn : told;
  const file = fileOf(actor, request);
  if (request.method === 'mercado-pago') return byWallet(play, actor, asked, amount);
  const report = { id: play.name(actor), source: request.method, amount, paidOn };
  if (file !== undefined && (pick >> 13) % 3 === 0) return byFile(play, actor, asked, { ...report, file });
  await workOnce(play, twistOf(command), (tx) =>
    reportPayment(tx, play.product.deps, reportOf(actor, request, report)),
  );
  actor.model.receive(asked.loan, request, report, play.day);
  saidOf(actor).push({ ...asked, report });
  return nameOf(factor, 'network');
};

function nameOf(factor: number, by: string): string {
  if (factor === 1) return `${by}: as asked`;
  return factor < 1 ? `${by}: short` : `${by}: other amount`;
}

function reportOf({ customer: { country } }: Actor, { reference }: Request, report: Report) {
  const { id: reportId, source, amount, paidOn } = report;
  const { currency } = packOf(country);
  return { country, source, reportId, reference, amount: centavos(amount), currency, paidOn };
}

/** Settlement file that reports the method's money. */
function fileOf({ customer }: Actor, { method }: Request): string | undefined {
  const found = paymentMethodsOf(customer.country).find(({ slug }) => slug === method);
  return found && 'file' in found ? found.file.name : undefined;
}

/** Imports a settlement file: truncated, whole in two processes at once, and whole again. */
async function byFile(
  play: Play,
  actor: Actor,
  asked: Asked,
  { file: network, ...given }: Report & { readonly file: string },
): Promise<string> {
  const { deps } = play.product;
  const layout = COLLECTION_LAYOUTS[network];
  if (!layout) throw new Error(`there is no file of ${network}`);
  const place = layout.records.detail.fields.reportId;
  // The file has a fixed number of digits for the network's payment number.
  const report = { ...given, id: given.id.padStart(place && 'length' in place ? place.length : 0, '0') };
  const { barcode, reference } = asked.request;
  const line = {
    reportId: report.id,
    amount: report.amount,
    paidOn: report.paidOn,
    barcode,
    reference,
    text: reference,
  };
  const whole = writeCollectionFile(layout, play.day, [line]);
  const bring = (text: string) =>
    importCollection(deps, { network, name: `${report.id}.txt`, bytes: Buffer.from(text) });
  same('half a settlement file is taken', false, (await bring(whole.slice(0, whole.length >> 1))).ok);
  for (const taken of await Promise.all([bring(whole), bring(whole)]))
    same('a settlement file is taken', true, taken.ok);
  const again = await bring(whole);
  same('lines of a file booked again', 0, again.ok ? again.booked : again.reason);
  actor.model.receive(asked.loan, asked.request, report, play.day);
  saidOf(actor).push({ ...asked, report });
  return 'settlement file';
}

/** The wallet reports its payment; the id is the same in every report. */
async function byWallet(play: Play, actor: Actor, asked: Asked, amount: number): Promise<string> {
  const { deps } = play.product;
  const { request, loan } = asked;
  const id = `wallet-${request.reference}`;
  const { currency } = packOf(actor.customer.country);
  const earlier = saidOf(actor).find(({ report }) => report.id === id);
  const report = earlier?.report ?? { id, source: 'mercado-pago', amount, paidOn: play.day };
  if (earlier === undefined) {
    const { reference } = request;
    await decideWalletPayment(deps.db, {
      id,
      reference,
      amount: centavos(amount),
      currency,
      state: 'approved',
    });
    saidOf(actor).push({ ...asked, report });
  }
  await Promise.all([walletReports(deps, id), walletReports(deps, id)]);
  actor.model.receive(loan, request, report, play.day);
  return earlier === undefined ? 'wallet: paid' : 'wallet: told again';
}

/** Repeats a report, sometimes with another amount: the first report counts. */
export const repeat: Try = async (play, actor, command) => {
  const earlier = pickOf(saidOf(actor).slice(-10), command.pick);
  if (!earlier) return undefined;
  const { request, report } = earlier;
  const isOther = command.pick % 3 === 0;
  const amount = isOther ? report.amount + 1 : report.amount;
  const answers = await workOnce(play, twistOf(command), (tx) =>
    reportPayment(tx, play.product.deps, reportOf(actor, request, { ...report, amount })),
  );
  for (const { isNew } of answers) same('a report that is said again is new', false, isNew);
  return isOther ? 'contradicted' : 'said again';
};

/** Reverses money, sometimes before its report. */
export const reverse: Try = async (play, actor, command) => {
  const { pick } = command;
  if (pick % 3 === 0 && (await reverseDebit(play, actor, command))) return 'debit charged back';
  const known = pickOf(saidOf(actor).slice(-12), pick);
  const isEarly = pick % 9 === 0;
  const asked = isEarly ? pickOf(askedOf(actor).slice(-3), pick) : known;
  if (!asked) return undefined;
  const { request, loan } = asked;
  const report =
    isEarly || !known
      ? { id: `early-${play.name(actor)}`, source: request.method, amount: request.amount, paidOn: play.day }
      : known.report;
  const { paidOn: _paidOn, ...facts } = reportOf(actor, request, report);
  await workOnce(play, twistOf(command), (tx) =>
    reportReversal(tx, play.product.deps, { ...facts, reason: 'charged-back', reversedOn: play.day }),
  );
  actor.model.reverse(loan, request, report.source, report.id, play.day);
  if (!isEarly) return 'charged back';
  // The money itself is reported only now.
  await workOnce(play, 'once', (tx) =>
    reportPayment(tx, play.product.deps, reportOf(actor, request, report)),
  );
  actor.model.receive(loan, request, report, play.day);
  return 'taken back before it came';
};

/** The cardholder disputes a debit. @returns false if there is none */
async function reverseDebit(play: Play, actor: Actor, command: Command): Promise<boolean> {
  const debits = actor.model.loans.flatMap((loan) =>
    [...loan.debits].flatMap(([number, { state, charged }]) =>
      state === 'approved' && charged ? [{ loan, number, charged }] : [],
    ),
  );
  const debit = pickOf(debits, command.pick >> 4);
  if (!debit) return false;
  const { loan, number, charged } = debit;
  const { deps } = play.product;
  const { reference } = await deps.db
    .selectFrom('instalment_debit')
    .innerJoin('loan', 'loan.id', 'instalment_debit.loan_id')
    .select('reference')
    .where('public_id', '=', loan.agreed.publicId)
    .where('instalment', '=', number)
    .executeTakeFirstOrThrow();
  const { country } = actor.customer;
  await workOnce(play, twistOf(command), (tx) =>
    reportReversal(tx, deps, {
      country,
      source: 'instalment-debit',
      reportId: reference,
      reference,
      amount: centavos(charged.amount),
      currency: packOf(country).currency,
      reason: 'charged-back',
      reversedOn: play.day,
    }),
  );
  actor.model.reverseDebit(loan, number, play.day);
  return true;
}

/** The provider refunds part of a payment. */
export const refund: Try = async (play, actor, command) => {
  const known = pickOf(saidOf(actor).slice(-12), command.pick);
  if (!known) return undefined;
  const { report, loan } = known;
  const refunded = Math.floor(report.amount * Math.min(0.95, command.share));
  if (refunded <= 0) return undefined;
  const about = { source: report.source, reportId: report.id };
  await workOnce(play, twistOf(command), (tx) =>
    reportRefund(tx, play.product.deps, { ...about, refunded: centavos(refunded), refundedOn: play.day }),
  );
  actor.model.refund(loan, report.source, report.id, refunded, play.day);
  return 'a part given back';
};

/** Staff refund credit. */
export const giveBack: Try = async (play, actor, command) => {
  const { pick, share } = command;
  const { day } = play;
  const loan =
    pickOf(
      actor.model.loans.filter((each) => each.excess(day) > 0),
      pick,
    ) ?? pickOf(actor.model.loans, pick);
  if (!loan) return undefined;
  const credit = loan.excess(day);
  const amount = Math.max(1, Math.floor(credit * (pick % 4 === 0 ? 1.2 : share)));
  const reference = `back-${play.name(actor)}`;
  const asked = { loanId: loan.agreed.publicId, amount: centavos(amount), reference };
  const { deps } = play.product;
  const isTwice = twistOf(command) === 'twice-at-once';
  const outcomes = isTwice
    ? await Promise.all([refundCredit(deps, asked), refundCredit(deps, asked)])
    : [await refundCredit(deps, asked)];
  const isUnderWay =
    loan.underWay(day).length > 0 || [...loan.debits.values()].some(({ state }) => state === 'charging');
  const expected = isUnderWay ? 'payment-open' : amount > credit ? 'too-much' : 'refunded';
  const told = expected === 'refunded' && isTwice ? ['known', 'refunded'] : outcomes.map(() => expected);
  same('what comes of giving money in favour back', told, outcomes.toSorted());
  if (expected !== 'refunded') return expected;
  loan.refunded += amount;
  actor.model.take(loan, { id: reference, source: 'credit-refund', day, amount: -amount, meant: [] }, day);
  return 'given back';
};

/** Unidentified money waits for review. */
export const unknown: Try = async (play, actor, command) => {
  const { country } = actor.customer;
  const amount = 1 + (command.pick % 1_000_000);
  const id = `lost-${play.name(actor)}`;
  const answers = await workOnce(play, twistOf(command), (tx) =>
    reportPayment(tx, play.product.deps, {
      country,
      source: 'simulation',
      reportId: id,
      reference: `9${id.slice(-13)}`,
      amount: centavos(amount),
      currency: packOf(country).currency,
      paidOn: play.day,
    }),
  );
  for (const { outcome } of answers) same('what becomes of money that leads nowhere', 'unmatched', outcome);
  play.unidentified.set(country, (play.unidentified.get(country) ?? 0) + amount);
  return 'unmatched';
};
