import { paths } from '../../../../contract/paths.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { CreditFacts } from '../../../../countries/messages/credit-messages.ts';
import { packOf } from '../../../../countries/index.ts';
import { toE164 } from '../../../../countries/identifiers/phones.ts';
import { localHour } from '../../../../countries/local-time.ts';
import {
  paymentEmail,
  type PaymentFacts,
  type PaymentNews,
  paymentSms,
} from '../../../../countries/messages/payment-messages.ts';
import type { RestFacts } from '../../../../countries/messages/rest-messages.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import type { LoanState } from '../../../../domain/loan-state.ts';
import { centavos, formatMoney, type Centavos, type Currency } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { shortMessageTo, usablePhone } from '../../../customers/preferences/service.ts';
import { enqueueMessage, whatsappWaitSeconds } from '../../../messages/service.ts';
import { after } from '../../../platform/clock.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { publicUrlOf } from '../../../platform/public-url.ts';
import { methodOf } from '../methods.ts';
import type { PaymentUse } from '../../../loans/books/service.ts';
import { contactOf, requestById, type PaymentPurpose, type PaymentRequest } from '../queries.ts';
import type { PaymentReport, ReportOutcome } from './decide.ts';

type NotifyDependencies = Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>;

/** Hours for an SMS. Networks also report at night; then only the e-mail is sent. */
const awake = { from: 8, until: 21 };
/** News that never ends a loan. */
const noEnd: ReadonlySet<PaymentNews> = new Set(['reversed', 'refunded', 'rejected']);

/** Names of payments in messages, except payments of instalments. */
const meantFor: Readonly<Partial<Record<PaymentPurpose, PaymentFacts['meant']>>> = {
  fewer: 'advance',
  smaller: 'advance',
  withdrawal: 'return',
  membership: 'membership',
};

/** Customer and method of a reported payment; no hash without a payment request. */
export type Recipient = Pick<
  PaymentRequest,
  | 'country'
  | 'kind'
  | 'contact'
  | 'firstName'
  | 'customerId'
  | 'purpose'
  | 'method'
  | 'amount'
  | 'loanPublicId'
> & { readonly hash?: string };

/** Further facts about the money. */
export interface NewsDetails {
  /** Use of incoming money. */
  readonly use?: PaymentUse;
  readonly loanState?: LoanState;
  /** Amount still owed of the purpose. */
  readonly rest?: RestFacts | undefined;
  /** Total received, if only a part is reversed. */
  readonly whole?: Centavos | undefined;
}

/**
 * Notifies the borrower of a payment's result, in the booking transaction: by e-mail, and by SMS if they are
 * not on one of our screens. @param paid amount received or reversed
 */
export async function notifyPayment(
  tx: Tx,
  deps: NotifyDependencies,
  request: Recipient,
  news: PaymentNews,
  paid: Centavos,
  { use, loanState, rest, whole }: NewsDetails = {},
): Promise<void> {
  const { country, customerId, hash, kind, contact } = request;
  if (contact === undefined) return;
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  const { currency } = sender.pack;
  const facts = {
    firstName: request.firstName,
    news,
    meant: meantFor[request.purpose],
    method: methodOf(country, request.method)?.name ?? request.method,
    paid: formatMoney(paid, currency),
    asked: formatMoney(request.amount, currency),
    whole: whole === undefined ? undefined : formatMoney(whole, currency),
    rest,
    credit: creditFacts(use, currency),
    isFinished: loanState === 'finished' && !noEnd.has(news),
    url:
      publicUrlOf(deps.config, country) +
      (hash === undefined ? paths.statement(request.loanPublicId) : paths.coupon(hash)),
  };
  await enqueueMessage(tx, deps, country, {
    channel: 'email',
    to: contact.email,
    customerId,
    ...paymentEmail(sender, facts),
  });
  const isAway = kind === 'coupon' || kind === 'transfer' || news === 'reversed' || news === 'refunded';
  const mayRing = isAwake(deps.clock.now(), country) && contact.isPhoneUsable;
  const sms = isAway && mayRing ? paymentSms(sender, facts) : undefined;
  if (sms && contact.cellphone !== '') {
    const to = toE164(country, contact.cellphone);
    // The SMS that may follow must also be within the permitted hours.
    const followsAt = after(deps.clock.now(), whatsappWaitSeconds('payment'), 'seconds');
    const said = isAwake(followsAt, country)
      ? await shortMessageTo(tx, deps, { country, customerId }, sms)
      : { text: sms.text };
    await enqueueMessage(tx, deps, country, { channel: 'sms', to, customerId, ...said });
  }
}

/** Match of reported money; without a booking it is unmatched. */
interface Received {
  readonly request: PaymentRequest | undefined;
  readonly booked: (NewsDetails & { readonly outcome: ReportOutcome }) | undefined;
}

/** Notifies the borrower of reported money, and records unusual outcomes as events. */
export async function notifyReported(
  tx: Tx,
  deps: NotifyDependencies,
  { country, source, amount }: Pick<PaymentReport, 'country' | 'source' | 'amount'>,
  { request, booked }: Received,
): Promise<void> {
  const outcome = booked?.outcome ?? 'unmatched';
  if (request) await notifyPayment(tx, deps, request, outcome, amount, booked);
  if (outcome === 'exact') return;
  const { customerId, loanId } = request ?? {};
  const detail = { source, amount };
  const at = deps.clock.now();
  await recordEvent(tx, { at, country, kind: `payment-${outcome}`, customerId, loanId, detail });
}

/** Records a report that contradicts an earlier one, for a person to review. */
export async function notifyContradicted(
  tx: Tx,
  { clock }: NotifyDependencies,
  { country, source, reportId, amount }: Pick<PaymentReport, 'country' | 'source' | 'reportId' | 'amount'>,
): Promise<void> {
  const detail = { source, reportId, amount };
  await recordEvent(tx, { at: clock.now(), country, kind: 'payment-report-contradicted', detail });
}

function isAwake(at: Date, country: CountryCode): boolean {
  const hour = localHour(at, country);
  return hour >= awake.from && hour < awake.until;
}

/** Message facts about the excess; undefined if all money was needed. */
export function creditFacts(use: PaymentUse | undefined, currency: Currency): CreditFacts | undefined {
  if (use === undefined || use.credited === 0) return undefined;
  const { used, held, next, nextOn, isMoved = false } = use;
  return {
    used: used.map(({ number, amount }) => ({ number, amount: formatMoney(amount, currency) })),
    isMoved,
    held: held > 0 ? formatMoney(held, currency) : '',
    next: next !== undefined && nextOn !== null ? { number: next, dueDate: formatDate(nextOn) } : undefined,
  };
}

/** Recipient of a notification about money without a payment request. */
export async function recipientOfLoan(
  db: Queryable,
  loanId: number,
  { source, amount }: { readonly source: string; readonly amount: number },
): Promise<Recipient | undefined> {
  const row = await db
    .selectFrom('loan as l')
    .innerJoin('customer as c', 'c.id', 'l.customer_id')
    .select([
      'l.country',
      'l.public_id',
      'c.id as customer_id',
      'c.first_name',
      'c.email',
      'c.cellphone',
      'c.erased_at',
    ])
    .select(usablePhone.as('isPhoneUsable'))
    .where('l.id', '=', loanId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    country: row.country,
    // The borrower was not on one of our screens.
    kind: 'transfer',
    method: source,
    purpose: 'instalments',
    amount: centavos(amount),
    firstName: row.first_name,
    customerId: row.customer_id,
    loanPublicId: row.public_id,
    contact: contactOf(row),
  };
}

/** Recipient of a notification about a report; undefined if it led to no loan. */
export async function recipientOfReport(
  db: Queryable,
  report: {
    readonly request_id: number | null;
    readonly payment_id: number | null;
    readonly source: string;
    readonly amount: number;
  },
): Promise<Recipient | undefined> {
  if (report.request_id !== null) return requestById(db, report.request_id);
  if (report.payment_id === null) return undefined;
  const payment = await db
    .selectFrom('payment')
    .select('loan_id')
    .where('id', '=', report.payment_id)
    .executeTakeFirst();
  return payment && recipientOfLoan(db, payment.loan_id, report);
}
