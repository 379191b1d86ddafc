import type { z } from 'zod';
import type { openPayment } from '../../contract/loans.ts';
import { paths } from '../../contract/paths.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { paymentMethodsOf } from '../../countries/payment-methods.ts';
import { formatDate, type CalendarDate } from '../../domain/calendar-date.ts';
import type { OpenPaymentState } from '../../domain/standing/instalment-state.ts';
import { centavos, toUnits } from '../../domain/money.ts';

type OpenPaymentAnswer = z.output<typeof openPayment>;

/** Payment request neither paid nor abandoned, once per instalment; the membership's price has number 0. */
export interface StoredOpenPayment {
  readonly id: number;
  readonly instalment: number;
  readonly hash: string;
  readonly kind: OpenPaymentAnswer['kind'];
  readonly method: string;
  readonly url: string;
  readonly due_date: CalendarDate;
  readonly state: 'open' | 'charging';
  readonly purpose: OpenPaymentAnswer['purpose'];
  /** Centavos. */
  readonly amount: number;
  readonly priced_on: CalendarDate;
  readonly barcode: string;
  readonly reference: string;
  /** Opened by the owner while logged in, or a debit. */
  readonly isOwners: boolean;
}

interface Payments {
  readonly openPayments: readonly StoredOpenPayment[];
  readonly strangersPayments: readonly StoredOpenPayment[];
}

/** All payments in progress, the owner's first. */
export const everyOpenPayment = ({ openPayments, strangersPayments }: Payments) => [
  ...openPayments,
  ...strangersPayments,
];

/**
 * Selects the open payments that block the caller (docs/product/payments.md#strangers): a stranger's payment
 * never blocks the owner's, and any payment blocks a stranger's.
 */
export function loanSeenBy<Seen extends Payments>(loan: Seen, isOwner: boolean): Seen {
  if (isOwner || loan.strangersPayments.length === 0) return loan;
  // If an instalment has two payments, the later one in the list is used.
  return { ...loan, openPayments: [...loan.strangersPayments, ...loan.openPayments], strangersPayments: [] };
}

/** In progress on the day: being charged, or not past its due date. */
function isUnderWay({ state, due_date }: StoredOpenPayment, today: CalendarDate): boolean {
  return state === 'charging' || due_date >= today;
}

/** Payments in progress on the day, by instalment number. */
export function openPaymentsOn(
  payments: readonly StoredOpenPayment[],
  today: CalendarDate,
): ReadonlyMap<number, StoredOpenPayment> {
  return new Map(payments.filter((each) => isUnderWay(each, today)).map((each) => [each.instalment, each]));
}

/**
 * Displayed state. In `charging` the gateway has the card charge: the customer has paid, but the result is
 * not known yet.
 */
export function shownAs({ kind, state }: Pick<StoredOpenPayment, 'kind' | 'state'>): OpenPaymentState {
  if (state === 'charging') return 'waiting';
  return kind === 'card' || kind === 'wallet' ? 'online' : 'coupon';
}

/** {@link paymentLink}, blank for strangers when the owner opened the payment. */
export function linkSeenBy(payment: StoredOpenPayment, isOwner: boolean) {
  return payment.isOwners && !isOwner ? { hash: '', method: '', url: '' } : paymentLink(payment);
}

/** Link to continue a payment, as shown with an instalment. */
export function paymentLink(payment: Pick<StoredOpenPayment, 'hash' | 'method' | 'kind' | 'url'>) {
  const { hash, method } = payment;
  return { hash, method, url: paymentUrl(payment) };
}

interface Shown {
  readonly country: CountryCode;
  readonly today: CalendarDate;
  readonly isOwner: boolean;
}

/**
 * Lists the payments in progress on the day, each once, in instalment order. Strangers see only that a
 * payment opened by the owner exists.
 */
export function openPaymentAnswers(
  payments: readonly StoredOpenPayment[],
  { country, today, isOwner }: Shown,
  pdfAddress: (hash: string) => string,
): OpenPaymentAnswer[] {
  const underWay = payments
    .filter((each) => isUnderWay(each, today))
    .toSorted((a, b) => a.instalment - b.instalment);
  const first = underWay.filter(
    ({ hash }, index) => underWay.findIndex((each) => each.hash === hash) === index,
  );
  return first.map((payment): OpenPaymentAnswer => {
    const installments = underWay
      .filter(({ hash, instalment }) => hash === payment.hash && instalment > 0)
      .map((each) => each.instalment);
    if (payment.isOwners && !isOwner)
      return { ...hidden, kind: payment.kind, state: payment.state, installments };
    return {
      ...paymentLink(payment),
      opened_by: payment.isOwners ? 'owner' : 'stranger',
      supplier_name:
        paymentMethodsOf(country).find(({ slug }) => slug === payment.method)?.name ?? payment.method,
      kind: payment.kind,
      purpose: payment.purpose,
      state: payment.state,
      amount: toUnits(centavos(payment.amount)),
      due_date: formatDate(payment.due_date),
      barcode: payment.barcode,
      reference: payment.reference,
      installments,
      pdf_url:
        payment.state === 'open' && (payment.kind === 'coupon' || payment.kind === 'transfer')
          ? pdfAddress(payment.hash)
          : '',
    };
  });
}

/** Owner's payment as shown to strangers. */
const hidden = {
  hash: '',
  method: '',
  url: '',
  supplier_name: '',
  purpose: 'instalments',
  amount: 0,
  due_date: '',
  barcode: '',
  reference: '',
  pdf_url: '',
  opened_by: 'owner',
} as const;

/** Page for continuing a payment: the wallet's, the card's or the coupon's. */
export function paymentUrl({
  hash,
  kind,
  url,
}: {
  readonly hash: string;
  readonly kind: string;
  readonly url: string;
}): string {
  if (kind === 'wallet') return url;
  return kind === 'card' ? paths.debitPayment(hash) : paths.coupon(hash);
}
