import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { paths } from './paths.ts';
import { privateOnly, publicOnly, signupOfChannel } from './route-guards.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { Shell } from './shell/shell.tsx';
import { routeTitles as titles } from './text/titles.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the page without the brand; 'Formulario Web' by default. */
    title?: string;
    /** Hides the logout button (A §6). */
    menuHidden?: boolean;
  }
}

type LazyScreen = ReturnType<typeof lazyRouteComponent>;
type Guard = typeof privateOnly | typeof publicOnly | typeof signupOfChannel;

const root = createRootRoute({
  component: Shell,
  errorComponent: ({ reset }) => <ErrorPage reset={reset} />,
});

/** Screens that ask the server for something stand below this one. */
const withQueries = createRoute({
  getParentRoute: () => root,
  id: 'with-queries',
  component: lazyRouteComponent(() => import('./query-layout.tsx'), 'QueryLayout'),
});

interface ScreenOptions {
  guard?: Guard;
  title?: string;
  menuHidden?: boolean;
}

function screenUnder(parent: AnyRoute) {
  return (path: string, component: LazyScreen, { guard, ...staticData }: ScreenOptions = {}) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      component,
      staticData,
      ...(guard && { beforeLoad: async (asked) => guard(asked) }),
    });
}

/** A first screen, which loads without the code for queries: such a screen makes its calls by itself. */
const firstScreen = screenUnder(root);
const screen = screenUnder(withQueries);

const goTo = (path: string, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

const signup = lazyRouteComponent(() => import('./signup/signup-screen.tsx'), 'SignupScreen');
const finish = lazyRouteComponent(() => import('./finish/finish-screen.tsx'), 'FinishScreen');
const loan = lazyRouteComponent(() => import('./loan/loan-screen.tsx'), 'LoanScreen');

/** Sign-up and login (A §2.2). */
const firstRoutes = [
  firstScreen('/signup', signup, { guard: publicOnly, title: titles.signup }),
  firstScreen('/rappi', signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen('/victor-hogar', signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen('/plataforma-10', signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen(
    '/login',
    lazyRouteComponent(() => import('./login/login-screen.tsx'), 'LoginScreen'),
    { guard: publicOnly, title: titles.login },
  ),
  firstScreen(
    '/login-link',
    lazyRouteComponent(() => import('./login/login-link-screen.tsx'), 'LoginLinkScreen'),
    {
      guard: publicOnly,
      title: titles.login,
    },
  ),
  firstScreen(
    '/sms-enviado',
    lazyRouteComponent(() => import('./login/sms-sent-screen.tsx'), 'SmsSentScreen'),
    { title: titles.login },
  ),
  firstScreen(
    '/recupero-contrasena/$hash',
    lazyRouteComponent(() => import('./login/password-reset-screen.tsx'), 'PasswordResetScreen'),
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
    lazyRouteComponent(() => import('./login/auto-login-screen.tsx'), 'AutoLoginScreen'),
    {
      title: titles.login,
      menuHidden: true,
    },
  ),
  screen(
    '/magic-link/$hash',
    lazyRouteComponent(() => import('./login/magic-link-screen.tsx'), 'MagicLinkScreen'),
    {
      title: titles.login,
      menuHidden: true,
    },
  ),
  screen(
    '/vendors/$hash',
    lazyRouteComponent(() => import('./offer/lead-offer-screen.tsx'), 'LeadOfferScreen'),
    { title: titles.offer },
  ),
  screen(
    '/oferta-comercial',
    lazyRouteComponent(() => import('./offer/customer-offer-screen.tsx'), 'CustomerOfferScreen'),
    {
      guard: privateOnly,
      title: titles.offer,
    },
  ),
  screen(
    '/solicitar-prestamo',
    lazyRouteComponent(() => import('./offer/request-loan-screen.tsx'), 'RequestLoanScreen'),
    {
      guard: privateOnly,
      title: titles.offer,
    },
  ),
  screen(
    '/bienvenido',
    lazyRouteComponent(() => import('./welcome/welcome-screen.tsx'), 'WelcomeScreen'),
    {
      guard: privateOnly,
      title: titles.welcome,
    },
  ),
  screen(
    '/verificacion-identidad',
    lazyRouteComponent(() => import('./apply/identity-screen.tsx'), 'IdentityScreen'),
    {
      guard: privateOnly,
      title: titles.identity,
    },
  ),
  screen(
    '/verificacion-identidad/02',
    lazyRouteComponent(() => import('./apply/address-screen.tsx'), 'AddressScreen'),
    {
      guard: privateOnly,
      title: titles.address,
    },
  ),
  screen(
    '/verificacion-identidad/03',
    lazyRouteComponent(() => import('./apply/bank-screen.tsx'), 'BankScreen'),
    {
      guard: privateOnly,
      title: titles.bank,
    },
  ),
  screen(
    '/verificacion-identidad/03uy',
    lazyRouteComponent(() => import('./apply/delivery-screen.tsx'), 'DeliveryScreen'),
    {
      guard: privateOnly,
      title: titles.delivery,
    },
  ),
  screen(
    '/verificacion-identidad/04',
    lazyRouteComponent(() => import('./apply/card-screen.tsx'), 'CardScreen'),
    {
      guard: privateOnly,
      title: titles.card,
    },
  ),
  screen(
    '/verificacion-identidad/04uy',
    lazyRouteComponent(() => import('./apply/account-screen.tsx'), 'AccountScreen'),
    {
      guard: privateOnly,
      title: titles.bank,
    },
  ),
  screen(
    '/validacion-celular',
    lazyRouteComponent(() => import('./apply/phone-screen.tsx'), 'PhoneScreen'),
    {
      guard: privateOnly,
      title: titles.phone,
    },
  ),
  screen(
    '/revisar',
    lazyRouteComponent(() => import('./review/review-screen.tsx'), 'ReviewScreen'),
    { guard: privateOnly, title: titles.review },
  ),
  screen('/finalizacion/$id', finish, { guard: privateOnly, title: titles.finish }),
  screen('/finalizacion-renovador/$id', finish, { guard: privateOnly, title: titles.finish }),
  screen('/fin-proceso/$id', finish, { guard: privateOnly, title: titles.finish }),
  screen('/fin-prestamo', finish, { guard: privateOnly, title: titles.finish }),
  screen('/finish/$id', finish, { title: titles.finish }),
  screen('/ver-prestamo/$id', loan, { guard: privateOnly, title: titles.loan }),
  screen('/ver-prestamo-renovador/$id', loan, { guard: privateOnly, title: titles.loan }),
  screen('/ver-prestamo-old/$id', loan, { guard: privateOnly, title: titles.loan }),
];

/** B §2 and product decisions §2 'Web paths the documents do not show'. */
const borrowerRoutes = [
  screen(
    '/estado-cuenta',
    lazyRouteComponent(() => import('./balance/account-status-screen.tsx'), 'AccountStatusScreen'),
    { title: titles.balance },
  ),
  screen(
    '/balance/$type/$document_number',
    lazyRouteComponent(() => import('./balance/balance-screen.tsx'), 'BalanceScreen'),
    {
      title: titles.balance,
    },
  ),
  screen(
    '/libre-deuda/$hash',
    lazyRouteComponent(() => import('./balance/debt-free-screen.tsx'), 'DebtFreeScreen'),
    { title: titles.debtFree },
  ),
  screen(
    '/coupon/$hash',
    lazyRouteComponent(() => import('./pay/coupon-screen.tsx'), 'CouponScreen'),
    { title: titles.coupon },
  ),
  screen(
    '/debit-payment/$hash',
    lazyRouteComponent(() => import('./pay/debit-payment-screen.tsx'), 'DebitPaymentScreen'),
    { title: titles.payment },
  ),
  screen(
    '/debit-payment-success',
    lazyRouteComponent(() => import('./pay/debit-payment-success-screen.tsx'), 'DebitPaymentSuccessScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    '/debit-payment-error/$hash',
    lazyRouteComponent(() => import('./pay/debit-payment-error-screen.tsx'), 'DebitPaymentErrorScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    '/payment-success/$hash',
    lazyRouteComponent(() => import('./pay/payment-success-screen.tsx'), 'PaymentSuccessScreen'),
    {
      title: titles.payment,
    },
  ),
  screen(
    '/payment-error/$hash',
    lazyRouteComponent(() => import('./pay/payment-error-screen.tsx'), 'PaymentErrorScreen'),
    { title: titles.payment },
  ),
  screen(
    '/comprobante-transferencia/$id',
    lazyRouteComponent(() => import('./loan/receipt-screen.tsx'), 'ReceiptScreen'),
    {
      guard: privateOnly,
      title: titles.receipt,
    },
  ),
  screen(
    '/cancelacion-exitosa',
    lazyRouteComponent(() => import('./loan/cancelled-screen.tsx'), 'CancelledScreen'),
    {
      guard: privateOnly,
      title: titles.cancelled,
    },
  ),
  screen(
    '/referido',
    lazyRouteComponent(() => import('./referral/referral-screen.tsx'), 'ReferralScreen'),
    { title: titles.referral },
  ),
  screen(
    '/arrepentimiento',
    lazyRouteComponent(() => import('./legal/withdrawal-screen.tsx'), 'WithdrawalScreen'),
    { title: titles.withdrawal },
  ),
  screen(
    '/baja-membresia',
    lazyRouteComponent(
      () => import('./legal/membership-cancellation-screen.tsx'),
      'MembershipCancellationScreen',
    ),
    {
      title: titles.membershipCancellation,
    },
  ),
  screen(
    '/terminos',
    lazyRouteComponent(() => import('./legal/terms-screen.tsx'), 'TermsScreen'),
    { title: titles.terms },
  ),
  screen(
    '/privacidad',
    lazyRouteComponent(() => import('./legal/privacy-screen.tsx'), 'PrivacyScreen'),
    { title: titles.privacy },
  ),
];

/** Every route; / is sign-up and any unknown path is / (A §2.1). */
export const routeTree = root.addChildren([
  ...firstRoutes,
  withQueries.addChildren([...applicationRoutes, ...borrowerRoutes]),
  goTo('/', paths.signup()),
  goTo('$', paths.root()),
]);
