import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { paths } from './paths.ts';
import { privateOnly, publicOnly, type RouterContext, signupOfChannel } from './route-guards.ts';
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

type Importer = () => Promise<{ default: React.ComponentType }>;
type Guard = typeof privateOnly | typeof publicOnly | typeof signupOfChannel;

const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  errorComponent: ({ reset }) => <ErrorPage reset={reset} />,
});

function screen(
  path: string,
  load: Importer,
  options: { guard?: Guard; title?: string; menuHidden?: boolean } = {},
) {
  const { guard, ...staticData } = options;
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load),
    staticData,
    ...(guard && { beforeLoad: guard }),
  });
}

const goTo = (path: string, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  });

const signup: Importer = () => import('./signup/signup-screen.tsx');
const finish: Importer = () => import('./finish/finish-screen.tsx');
const loan: Importer = () => import('./loan/loan-screen.tsx');

/** A §2.2, in its order. */
const applicationRoutes = [
  screen('/signup', signup, { guard: publicOnly, title: titles.signup }),
  screen('/rappi', signup, { guard: signupOfChannel, title: titles.signup }),
  screen('/victor-hogar', signup, { guard: signupOfChannel, title: titles.signup }),
  screen('/plataforma-10', signup, { guard: signupOfChannel, title: titles.signup }),
  screen('/login', () => import('./login/login-screen.tsx'), { guard: publicOnly, title: titles.login }),
  screen('/login/$hash', () => import('./login/auto-login-screen.tsx'), {
    title: titles.login,
    menuHidden: true,
  }),
  screen('/magic-link/$hash', () => import('./login/magic-link-screen.tsx'), {
    title: titles.login,
    menuHidden: true,
  }),
  screen('/login-link', () => import('./login/login-link-screen.tsx'), {
    guard: publicOnly,
    title: titles.login,
  }),
  screen('/sms-enviado', () => import('./login/sms-sent-screen.tsx'), { title: titles.login }),
  screen('/recupero-contrasena/$hash', () => import('./login/password-reset-screen.tsx'), {
    guard: publicOnly,
    title: titles.passwordReset,
  }),
  screen('/vendors/$hash', () => import('./offer/lead-offer-screen.tsx'), { title: titles.offer }),
  screen('/oferta-comercial', () => import('./offer/customer-offer-screen.tsx'), {
    guard: privateOnly,
    title: titles.offer,
  }),
  screen('/solicitar-prestamo', () => import('./offer/request-loan-screen.tsx'), {
    guard: privateOnly,
    title: titles.offer,
  }),
  screen('/bienvenido', () => import('./welcome/welcome-screen.tsx'), {
    guard: privateOnly,
    title: titles.welcome,
  }),
  screen('/verificacion-identidad', () => import('./apply/identity-screen.tsx'), {
    guard: privateOnly,
    title: titles.identity,
  }),
  screen('/verificacion-identidad/02', () => import('./apply/address-screen.tsx'), {
    guard: privateOnly,
    title: titles.address,
  }),
  screen('/verificacion-identidad/03', () => import('./apply/bank-screen.tsx'), {
    guard: privateOnly,
    title: titles.bank,
  }),
  screen('/verificacion-identidad/03uy', () => import('./apply/delivery-screen.tsx'), {
    guard: privateOnly,
    title: titles.delivery,
  }),
  screen('/verificacion-identidad/04', () => import('./apply/card-screen.tsx'), {
    guard: privateOnly,
    title: titles.card,
  }),
  screen('/verificacion-identidad/04uy', () => import('./apply/account-screen.tsx'), {
    guard: privateOnly,
    title: titles.bank,
  }),
  screen('/validacion-celular', () => import('./apply/phone-screen.tsx'), {
    guard: privateOnly,
    title: titles.phone,
  }),
  screen('/revisar', () => import('./apply/review-screen.tsx'), { guard: privateOnly, title: titles.review }),
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
  screen('/estado-cuenta', () => import('./balance/account-status-screen.tsx'), { title: titles.balance }),
  screen('/balance/$type/$document_number', () => import('./balance/balance-screen.tsx'), {
    title: titles.balance,
  }),
  screen('/libre-deuda/$hash', () => import('./balance/debt-free-screen.tsx'), { title: titles.debtFree }),
  screen('/coupon/$hash', () => import('./pay/coupon-screen.tsx'), { title: titles.coupon }),
  screen('/debit-payment/$hash', () => import('./pay/debit-payment-screen.tsx'), { title: titles.payment }),
  screen('/debit-payment-success', () => import('./pay/debit-payment-success-screen.tsx'), {
    title: titles.payment,
  }),
  screen('/debit-payment-error/$hash', () => import('./pay/debit-payment-error-screen.tsx'), {
    title: titles.payment,
  }),
  screen('/payment-success/$hash', () => import('./pay/payment-success-screen.tsx'), {
    title: titles.payment,
  }),
  screen('/payment-error/$hash', () => import('./pay/payment-error-screen.tsx'), { title: titles.payment }),
  screen('/comprobante-transferencia/$id', () => import('./loan/receipt-screen.tsx'), {
    guard: privateOnly,
    title: titles.receipt,
  }),
  screen('/cancelacion-exitosa', () => import('./loan/cancelled-screen.tsx'), {
    guard: privateOnly,
    title: titles.cancelled,
  }),
  screen('/referido', () => import('./referral/referral-screen.tsx'), { title: titles.referral }),
  screen('/arrepentimiento', () => import('./legal/withdrawal-screen.tsx'), { title: titles.withdrawal }),
  screen('/baja-membresia', () => import('./legal/membership-cancellation-screen.tsx'), {
    title: titles.membershipCancellation,
  }),
  screen('/terminos', () => import('./legal/terms-screen.tsx'), { title: titles.terms }),
  screen('/privacidad', () => import('./legal/privacy-screen.tsx'), { title: titles.privacy }),
];

/** Every route; / is sign-up and any unknown path is / (A §2.1). */
export const routeTree = root.addChildren([
  ...applicationRoutes,
  ...borrowerRoutes,
  goTo('/', paths.signup()),
  goTo('$', paths.root()),
]);
