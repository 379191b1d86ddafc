import { paths } from '../../contract/paths.ts';
import { privateOnly } from './route-guards.ts';
import { screen } from './route-kinds.ts';
import { lazyScreen } from '../router/route.ts';
import { routeTitles as titles } from '../text/titles.ts';

/** Addresses of the borrower's side (docs/product/shell.md#addresses). */
export const borrowerRoutes = [
  screen(
    paths.accountStatus.pattern,
    lazyScreen(() => import('../balance/account-status-screen.tsx'), 'AccountStatusScreen'),
    { title: titles.balance },
  ),
  screen(
    paths.balance.pattern,
    lazyScreen(() => import('../balance/balance-screen.tsx'), 'BalanceScreen'),
    {
      title: titles.balance,
      columns: 'beside',
    },
  ),
  screen(
    paths.settlement.pattern,
    lazyScreen(() => import('../settlement/settlement-screen.tsx'), 'SettlementScreen'),
    { guard: privateOnly, title: titles.settlement },
  ),
  screen(
    paths.changes.pattern,
    lazyScreen(() => import('../changes/changes-screen.tsx'), 'ChangesScreen'),
    { guard: privateOnly, title: titles.changes },
  ),
  screen(
    paths.cannotPay.pattern,
    lazyScreen(() => import('../cannot-pay/cannot-pay-screen.tsx'), 'CannotPayScreen'),
    { guard: privateOnly, title: titles.cannotPay },
  ),
  screen(
    paths.debtFree.pattern,
    lazyScreen(() => import('../balance/debt-free/debt-free-screen.tsx'), 'DebtFreeScreen'),
    { title: titles.debtFree },
  ),
  screen(
    paths.debtFreeCheck.pattern,
    lazyScreen(() => import('../balance/debt-free/debt-free-check-screen.tsx'), 'DebtFreeCheckScreen'),
    { title: titles.debtFreeCheck },
  ),
  screen(
    paths.coupon.pattern,
    lazyScreen(() => import('../pay/coupon-screen.tsx'), 'CouponScreen'),
    { title: titles.coupon },
  ),
  screen(
    paths.debitPayment.pattern,
    lazyScreen(() => import('../pay/debit-payment-screen.tsx'), 'DebitPaymentScreen'),
    { title: titles.payment },
  ),
  screen(
    paths.debitPaymentSuccess.pattern,
    lazyScreen(() => import('../pay/debit-payment-success-screen.tsx'), 'DebitPaymentSuccessScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    paths.debitPaymentError.pattern,
    lazyScreen(() => import('../pay/debit-payment-error-screen.tsx'), 'DebitPaymentErrorScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    paths.paymentSuccess.pattern,
    lazyScreen(() => import('../pay/payment-success-screen.tsx'), 'PaymentSuccessScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    paths.paymentError.pattern,
    lazyScreen(() => import('../pay/payment-error-screen.tsx'), 'PaymentErrorScreen'),
    { title: titles.payment },
  ),
  screen(
    paths.returnLoan.pattern,
    lazyScreen(() => import('../loan/return-screen.tsx'), 'ReturnScreen'),
    { guard: privateOnly, title: titles.settlement },
  ),
  screen(
    paths.receipt.pattern,
    lazyScreen(() => import('../loan/receipt-screen.tsx'), 'ReceiptScreen'),
    {
      guard: privateOnly,
      title: titles.receipt,
    },
  ),
  screen(
    paths.cancelled.pattern,
    lazyScreen(() => import('../loan/cancelled-screen.tsx'), 'CancelledScreen'),
    {
      guard: privateOnly,
      title: titles.cancelled,
    },
  ),
  screen(
    paths.referral.pattern,
    lazyScreen(() => import('../referral/referral-screen.tsx'), 'ReferralScreen'),
    { title: titles.referral },
  ),
  screen(
    paths.statement.pattern,
    lazyScreen(() => import('../statement/statement-screen.tsx'), 'StatementScreen'),
    { guard: privateOnly, title: titles.statement },
  ),
  screen(
    paths.ticket.pattern,
    lazyScreen(() => import('../tickets/ticket-screen.tsx'), 'TicketScreen'),
    { guard: privateOnly, title: titles.ticket },
  ),
  screen(
    paths.ownData.pattern,
    lazyScreen(() => import('../own-data/own-data-screen.tsx'), 'OwnDataScreen'),
    { guard: privateOnly, title: titles.ownData },
  ),
  screen(
    paths.withdrawal.pattern,
    lazyScreen(() => import('../legal/request-screen.tsx'), 'WithdrawalScreen'),
    { title: titles.withdrawal },
  ),
  screen(
    paths.membershipCancellation.pattern,
    lazyScreen(() => import('../legal/request-screen.tsx'), 'MembershipCancellationScreen'),
    {
      title: titles.membershipCancellation,
    },
  ),
  screen(
    paths.withdrawalConfirm.pattern,
    lazyScreen(() => import('../legal/confirm-request-screen.tsx'), 'ConfirmWithdrawalScreen'),
    { title: titles.withdrawal },
  ),
  screen(
    paths.membershipCancellationConfirm.pattern,
    lazyScreen(() => import('../legal/confirm-request-screen.tsx'), 'ConfirmMembershipScreen'),
    { title: titles.membershipCancellation },
  ),
  screen(
    paths.membership.pattern,
    lazyScreen(() => import('../membership/membership-screen.tsx'), 'MembershipScreen'),
    { guard: privateOnly, title: titles.membership },
  ),
  screen(
    paths.preferences.pattern,
    lazyScreen(() => import('../preferences/preferences-screen.tsx'), 'OwnPreferencesScreen'),
    { guard: privateOnly, title: titles.preferences },
  ),
  screen(
    paths.preferencesOf.pattern,
    lazyScreen(() => import('../preferences/preferences-screen.tsx'), 'LinkedPreferencesScreen'),
    { title: titles.preferences },
  ),
  screen(
    paths.contactChange.pattern,
    lazyScreen(() => import('../preferences/contact-change-screen.tsx'), 'ContactChangeScreen'),
    { title: titles.contactChange },
  ),
  screen(
    paths.contracts.pattern,
    lazyScreen(() => import('../legal/contracts-screen.tsx'), 'ContractsScreen'),
    { title: titles.contracts },
  ),
  screen(
    paths.documentClaim.pattern,
    lazyScreen(() => import('../own-document/claim-link-screen.tsx'), 'ClaimLinkScreen'),
    { title: titles.ownDocument },
  ),
  screen(
    paths.ownDocument.pattern,
    lazyScreen(() => import('../own-document/own-document-screen.tsx'), 'OwnDocumentScreen'),
    { guard: privateOnly, title: titles.ownDocument },
  ),
  screen(
    paths.terms.pattern,
    lazyScreen(() => import('../legal/legal-screen.tsx'), 'TermsScreen'),
    { title: titles.terms },
  ),
  screen(
    paths.privacy.pattern,
    lazyScreen(() => import('../legal/legal-screen.tsx'), 'PrivacyScreen'),
    { title: titles.privacy },
  ),
];
