import { paths } from './paths.ts';
import { privateOnly, publicOnly, signupOfChannel } from './route-guards.ts';
import { elsewhere, firstScreen, screen } from './route-kinds.ts';
import { lazyScreen, type Route } from './router/route.ts';
import { routeTitles as titles } from './text/titles.ts';

const signup = lazyScreen(() => import('./signup/signup-screen.tsx'), 'SignupScreen');
const finish = lazyScreen(() => import('./finish/finish-screen.tsx'), 'FinishScreen');
const loan = lazyScreen(() => import('./loan/loan-screen.tsx'), 'LoanScreen');
const oldLoan = lazyScreen(() => import('./loan/loan-screen.tsx'), 'OldLoanScreen');

/** Sign-up and login (A §2.2). */
const firstRoutes = [
  firstScreen('/signup', signup, { guard: publicOnly, title: titles.signup }),
  firstScreen('/rappi', signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen('/victor-hogar', signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen('/plataforma-10', signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen(
    '/login',
    lazyScreen(() => import('./login/login-screen.tsx'), 'LoginScreen'),
    { guard: publicOnly, title: titles.login },
  ),
  firstScreen(
    '/login-link',
    lazyScreen(() => import('./login/login-link-screen.tsx'), 'LoginLinkScreen'),
    {
      guard: publicOnly,
      title: titles.login,
    },
  ),
  firstScreen(
    '/sms-enviado',
    lazyScreen(() => import('./login/sms-sent-screen.tsx'), 'SmsSentScreen'),
    { title: titles.login },
  ),
  firstScreen(
    '/recupero-contrasena/$hash',
    lazyScreen(() => import('./login/password-reset-screen.tsx'), 'PasswordResetScreen'),
    {
      guard: publicOnly,
      title: titles.passwordReset,
    },
  ),
];

/** Offer, application and finish (A §2.2). */
const applicationRoutes = [
  screen(
    '/login/$hash',
    lazyScreen(() => import('./login/auto-login-screen.tsx'), 'AutoLoginScreen'),
    {
      title: titles.login,
      menuHidden: true,
    },
  ),
  screen(
    '/magic-link/$hash',
    lazyScreen(() => import('./login/magic-link-screen.tsx'), 'MagicLinkScreen'),
    {
      title: titles.login,
      menuHidden: true,
    },
  ),
  screen(
    '/vendors/$hash',
    lazyScreen(() => import('./offer/lead-offer-screen.tsx'), 'LeadOfferScreen'),
    { title: titles.offer },
  ),
  screen(
    '/oferta-comercial',
    lazyScreen(() => import('./offer/customer-offer-screen.tsx'), 'CustomerOfferScreen'),
    {
      guard: privateOnly,
      title: titles.offer,
    },
  ),
  screen(
    '/solicitar-prestamo',
    lazyScreen(() => import('./offer/request-loan-screen.tsx'), 'RequestLoanScreen'),
    {
      guard: privateOnly,
      title: titles.offer,
    },
  ),
  screen(
    '/bienvenido',
    lazyScreen(() => import('./welcome/welcome-screen.tsx'), 'WelcomeScreen'),
    {
      guard: privateOnly,
      title: titles.welcome,
    },
  ),
  screen(
    '/verificacion-identidad',
    lazyScreen(() => import('./apply/identity-screen.tsx'), 'IdentityScreen'),
    {
      guard: privateOnly,
      title: titles.identity,
    },
  ),
  screen(
    '/verificacion-identidad/02',
    lazyScreen(() => import('./apply/address-screen.tsx'), 'AddressScreen'),
    {
      guard: privateOnly,
      title: titles.address,
    },
  ),
  screen(
    '/verificacion-identidad/03',
    lazyScreen(() => import('./apply/bank-screen.tsx'), 'BankScreen'),
    {
      guard: privateOnly,
      title: titles.bank,
    },
  ),
  screen(
    '/verificacion-identidad/03uy',
    lazyScreen(() => import('./apply/delivery-screen.tsx'), 'DeliveryScreen'),
    {
      guard: privateOnly,
      title: titles.delivery,
    },
  ),
  screen(
    '/verificacion-identidad/04',
    lazyScreen(() => import('./apply/card-screen.tsx'), 'CardScreen'),
    {
      guard: privateOnly,
      title: titles.card,
    },
  ),
  screen(
    '/verificacion-identidad/04uy',
    lazyScreen(() => import('./apply/account-screen.tsx'), 'AccountScreen'),
    {
      guard: privateOnly,
      title: titles.bank,
    },
  ),
  screen(
    '/validacion-celular',
    lazyScreen(() => import('./apply/phone-screen.tsx'), 'PhoneScreen'),
    {
      guard: privateOnly,
      title: titles.phone,
    },
  ),
  screen(
    '/revisar',
    lazyScreen(() => import('./review/review-screen.tsx'), 'ReviewScreen'),
    { guard: privateOnly, title: titles.review },
  ),
  screen('/finalizacion/$id', finish, { guard: privateOnly, title: titles.finish }),
  screen('/finalizacion-renovador/$id', finish, { guard: privateOnly, title: titles.finish }),
  screen('/fin-proceso/$id', finish, { guard: privateOnly, title: titles.finish }),
  screen('/fin-proceso', finish, { guard: privateOnly, title: titles.finish }),
  screen('/fin-prestamo/$id', finish, { guard: privateOnly, title: titles.finish }),
  screen('/fin-prestamo', finish, { guard: privateOnly, title: titles.finish }),
  screen('/finish/$id', finish, { title: titles.finish }),
  screen('/ver-prestamo/$id', loan, { guard: privateOnly, title: titles.loan }),
  screen('/ver-prestamo-renovador/$id', loan, { guard: privateOnly, title: titles.loan }),
  screen('/ver-prestamo-old/$id', oldLoan, { guard: privateOnly, title: titles.loan }),
];

/** B §2 and product decisions §2 'Web paths the documents do not show'. */
const borrowerRoutes = [
  screen(
    '/estado-cuenta',
    lazyScreen(() => import('./balance/account-status-screen.tsx'), 'AccountStatusScreen'),
    { title: titles.balance },
  ),
  screen(
    '/balance/$type/$document_number',
    lazyScreen(() => import('./balance/balance-screen.tsx'), 'BalanceScreen'),
    {
      title: titles.balance,
    },
  ),
  screen(
    '/pago-anticipado/$id',
    lazyScreen(() => import('./settlement/settlement-screen.tsx'), 'SettlementScreen'),
    { guard: privateOnly, title: titles.settlement },
  ),
  screen(
    '/libre-deuda/$hash',
    lazyScreen(() => import('./balance/debt-free-screen.tsx'), 'DebtFreeScreen'),
    { title: titles.debtFree },
  ),
  screen(
    '/verificar-libre-deuda/$hash',
    lazyScreen(() => import('./balance/debt-free-check-screen.tsx'), 'DebtFreeCheckScreen'),
    { title: titles.debtFreeCheck },
  ),
  screen(
    '/coupon/$hash',
    lazyScreen(() => import('./pay/coupon-screen.tsx'), 'CouponScreen'),
    { title: titles.coupon },
  ),
  screen(
    '/debit-payment/$hash',
    lazyScreen(() => import('./pay/debit-payment-screen.tsx'), 'DebitPaymentScreen'),
    { title: titles.payment },
  ),
  screen(
    '/debit-payment-success',
    lazyScreen(() => import('./pay/debit-payment-success-screen.tsx'), 'DebitPaymentSuccessScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    '/debit-payment-error/$hash',
    lazyScreen(() => import('./pay/debit-payment-error-screen.tsx'), 'DebitPaymentErrorScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    '/payment-success/$hash',
    lazyScreen(() => import('./pay/payment-success-screen.tsx'), 'PaymentSuccessScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    '/payment-error/$hash',
    lazyScreen(() => import('./pay/payment-error-screen.tsx'), 'PaymentErrorScreen'),
    { title: titles.payment },
  ),
  screen(
    '/devolver-prestamo',
    lazyScreen(() => import('./loan/return-screen.tsx'), 'ReturnScreen'),
    { guard: privateOnly, title: titles.settlement },
  ),
  screen(
    '/comprobante-transferencia/$id',
    lazyScreen(() => import('./loan/receipt-screen.tsx'), 'ReceiptScreen'),
    {
      guard: privateOnly,
      title: titles.receipt,
    },
  ),
  screen(
    '/cancelacion-exitosa',
    lazyScreen(() => import('./loan/cancelled-screen.tsx'), 'CancelledScreen'),
    {
      guard: privateOnly,
      title: titles.cancelled,
    },
  ),
  screen(
    '/referido',
    lazyScreen(() => import('./referral/referral-screen.tsx'), 'ReferralScreen'),
    { title: titles.referral },
  ),
  screen(
    '/movimientos/$id',
    lazyScreen(() => import('./statement/statement-screen.tsx'), 'StatementScreen'),
    { guard: privateOnly, title: titles.statement },
  ),
  screen(
    '/mis-datos',
    lazyScreen(() => import('./own-data/own-data-screen.tsx'), 'OwnDataScreen'),
    { guard: privateOnly, title: titles.ownData },
  ),
  screen(
    '/arrepentimiento',
    lazyScreen(() => import('./legal/withdrawal-screen.tsx'), 'WithdrawalScreen'),
    { title: titles.withdrawal },
  ),
  screen(
    '/baja-membresia',
    lazyScreen(() => import('./legal/membership-cancellation-screen.tsx'), 'MembershipCancellationScreen'),
    {
      title: titles.membershipCancellation,
    },
  ),
  screen(
    '/arrepentimiento/$hash',
    lazyScreen(() => import('./legal/confirm-request-screen.tsx'), 'ConfirmWithdrawalScreen'),
    { title: titles.withdrawal },
  ),
  screen(
    '/baja-membresia/$hash',
    lazyScreen(() => import('./legal/confirm-request-screen.tsx'), 'ConfirmMembershipScreen'),
    { title: titles.membershipCancellation },
  ),
  screen(
    '/terminos',
    lazyScreen(() => import('./legal/terms-screen.tsx'), 'TermsScreen'),
    { title: titles.terms },
  ),
  screen(
    '/privacidad',
    lazyScreen(() => import('./legal/privacy-screen.tsx'), 'PrivacyScreen'),
    { title: titles.privacy },
  ),
];

/** Every route; / is sign-up and any unknown path is / (A §2.1). */
export const routes: readonly Route[] = [
  ...firstRoutes,
  ...applicationRoutes,
  ...borrowerRoutes,
  { path: '/', guard: elsewhere(paths.signup()) },
  { path: '$', guard: elsewhere(paths.root()) },
];
