import { paidFor } from '../../../countries/papers/coupon-texts.ts';
import type { Account, Instalment } from '../balance-query.ts';
import { underWayTexts as texts } from './payment-texts.ts';

/** A payment that was asked for and is not paid yet. */
export type UnderWay = Account['open_payments'][number];

/** Opened by the owner; others see only that it is open. */
export const isHidden = ({ hash }: UnderWay): boolean => hash === '';

const isOwnersPage = ({ loanId }: Account): boolean => loanId !== null;

/** Opened by someone not logged in; it blocks nothing for the owner. */
export const isStrangers = (account: Account, { opened_by }: UnderWay): boolean =>
  isOwnersPage(account) && opened_by === 'stranger';

/** The payments that this page's reader has under way: a stranger's does not count for the owner. */
export const underWayOf = (account: Account): UnderWay[] =>
  account.open_payments.filter((payment) => !isStrangers(account, payment));

export const isOnline = ({ kind }: UnderWay): boolean => kind === 'card' || kind === 'wallet';

/** Closing, paying ahead and giving back concern the whole loan: nothing else can be paid meanwhile. */
export const isOfWholeLoan = ({ purpose }: UnderWay): boolean =>
  purpose !== 'instalments' && purpose !== 'membership';

/** A payment of the whole loan is under way. */
export const isBeingClosed = (account: Account): boolean => underWayOf(account).some(isOfWholeLoan);

/** Prepayment: settles no current instalment. */
export const isAdvance = ({ purpose }: UnderWay): boolean => purpose === 'fewer' || purpose === 'smaller';

/** Payments under way as the page's headline. */
export function underWayTitle(payments: readonly UnderWay[]): string {
  const [first] = payments;
  if (first !== undefined && payments.every(isHidden)) return texts.titleHidden;
  if (first === undefined || payments.length > 1) return texts.titleMany(payments.length);
  if (first.state === 'charging') return texts.titles.charging;
  if (first.kind === 'coupon' || first.kind === 'transfer') return texts.titles[first.kind];
  return texts.titles.online;
}

/** 'Pago Fácil · Cuotas 1 y 2' */
export const underWayWhat = (payment: UnderWay): string => texts.of(payment.supplier_name, paidFor(payment));

/** The payment of an instalment among those under way. */
export const paymentOf = (account: Account, { payment, number }: Instalment): UnderWay | undefined =>
  account.open_payments.find(
    ({ hash, installments }) => hash === payment?.hash && (hash !== '' || installments.includes(number)),
  );
