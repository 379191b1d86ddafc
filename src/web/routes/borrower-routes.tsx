import { privateOnly } from './route-guards.ts';
import { screen } from './route-kinds.ts';
import { lazyScreen } from '../router/route.ts';
import { routeTitles as titles } from '../text/titles.ts';

/** Addresses of the borrower's side (docs/product/shell.md#addresses). */
export const borrowerRoutes = [
  screen(
    '/estado-cuenta',
    lazyScreen(() => import('../balance/account-status-screen.tsx'), 'AccountStatusScreen'),
    { title: titles.balance },
  ),
  screen(
    '/balance/$type/$document_number',
    lazyScreen(() => import('../balance/balance-screen.tsx'), 'BalanceScreen'),
    {
      title: titles.balance,
      columns: 'beside',
    },
  ),
  screen(
    '/pago-anticipado/$id',
    lazyScreen(() => import('../settlement/settlement-screen.tsx'), 'SettlementScreen'),
    { guard: privateOnly, title: titles.settlement },
  ),
  screen(
    '/libre-deuda/$hash',
    lazyScreen(() => import('../balance/debt-free/debt-free-screen.tsx'), 'DebtFreeScreen'),
    { title: titles.debtFree },
  ),
  screen(
    '/verificar-libre-deuda/$hash',
    lazyScreen(() => import('../balance/debt-free/debt-free-check-screen.tsx'), 'DebtFreeCheckScreen'),
    { title: titles.debtFreeCheck },
  ),
  screen(
    '/coupon/$hash',
    lazyScreen(() => import('../pay/coupon-screen.tsx'), 'CouponScreen'),
    { title: titles.coupon },
  ),
  screen(
    '/debit-payment/$hash',
    lazyScreen(() => import('../pay/debit-payment-screen.tsx'), 'DebitPaymentScreen'),
    { title: titles.payment },
  ),
  screen(
    '/debit-payment-success',
    lazyScreen(() => import('../pay/debit-payment-success-screen.tsx'), 'DebitPaymentSuccessScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    '/debit-payment-error/$hash',
    lazyScreen(() => import('../pay/debit-payment-error-screen.tsx'), 'DebitPaymentErrorScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    '/payment-success/$hash',
    lazyScreen(() => import('../pay/payment-success-screen.tsx'), 'PaymentSuccessScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    '/payment-error/$hash',
    lazyScreen(() => import('../pay/payment-error-screen.tsx'), 'PaymentErrorScreen'),
    { title: titles.payment },
  ),
  screen(
    '/devolver-prestamo',
    lazyScreen(() => import('../loan/return-screen.tsx'), 'ReturnScreen'),
    { guard: privateOnly, title: titles.settlement },
  ),
  screen(
    '/comprobante-transferencia/$id',
    lazyScreen(() => import('../loan/receipt-screen.tsx'), 'ReceiptScreen'),
    {
      guard: privateOnly,
      title: titles.receipt,
    },
  ),
  screen(
    '/cancelacion-exitosa',
    lazyScreen(() => import('../loan/cancelled-screen.tsx'), 'CancelledScreen'),
    {
      guard: privateOnly,
      title: titles.cancelled,
    },
  ),
  screen(
    '/referido',
    lazyScreen(() => import('../referral/referral-screen.tsx'), 'ReferralScreen'),
    { title: titles.referral },
  ),
  screen(
    '/movimientos/$id',
    lazyScreen(() => import('../statement/statement-screen.tsx'), 'StatementScreen'),
    { guard: privateOnly, title: titles.statement },
  ),
  screen(
    '/mis-datos',
    lazyScreen(() => import('../own-data/own-data-screen.tsx'), 'OwnDataScreen'),
    { guard: privateOnly, title: titles.ownData },
  ),
  screen(
    '/arrepentimiento',
    lazyScreen(() => import('../legal/withdrawal-screen.tsx'), 'WithdrawalScreen'),
    { title: titles.withdrawal },
  ),
  screen(
    '/baja-membresia',
    lazyScreen(() => import('../legal/membership-cancellation-screen.tsx'), 'MembershipCancellationScreen'),
    {
      title: titles.membershipCancellation,
    },
  ),
  screen(
    '/arrepentimiento/$hash',
    lazyScreen(() => import('../legal/confirm-request-screen.tsx'), 'ConfirmWithdrawalScreen'),
    { title: titles.withdrawal },
  ),
  screen(
    '/baja-membresia/$hash',
    lazyScreen(() => import('../legal/confirm-request-screen.tsx'), 'ConfirmMembershipScreen'),
    { title: titles.membershipCancellation },
  ),
  screen(
    '/membresia',
    lazyScreen(() => import('../membership/membership-screen.tsx'), 'MembershipScreen'),
    { guard: privateOnly, title: titles.membership },
  ),
  screen(
    '/avisos',
    lazyScreen(() => import('../preferences/preferences-screen.tsx'), 'OwnPreferencesScreen'),
    { guard: privateOnly, title: titles.preferences },
  ),
  screen(
    '/avisos/$hash',
    lazyScreen(() => import('../preferences/preferences-screen.tsx'), 'LinkedPreferencesScreen'),
    { title: titles.preferences },
  ),
  screen(
    '/terminos',
    lazyScreen(() => import('../legal/terms-screen.tsx'), 'TermsScreen'),
    { title: titles.terms },
  ),
  screen(
    '/privacidad',
    lazyScreen(() => import('../legal/privacy-screen.tsx'), 'PrivacyScreen'),
    { title: titles.privacy },
  ),
];
