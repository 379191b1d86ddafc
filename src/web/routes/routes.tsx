import { borrowerRoutes } from './borrower-routes.tsx';
import { paths } from '../paths.ts';
import { privateOnly, publicOnly, signupOfChannel } from './route-guards.ts';
import { elsewhere, firstScreen, screen } from './route-kinds.ts';
import { lazyScreen, type Route } from '../router/route.ts';
import { routeTitles as titles } from '../text/titles.ts';

const signup = lazyScreen(() => import('../signup/signup-screen.tsx'), 'SignupScreen');
const finish = lazyScreen(() => import('../finish/finish-screen.tsx'), 'FinishScreen');
const loan = lazyScreen(() => import('../loan/loan-screen.tsx'), 'LoanScreen');
const oldLoan = lazyScreen(() => import('../loan/loan-screen.tsx'), 'OldLoanScreen');

/** Sign-up and login. */
const firstRoutes = [
  firstScreen('/signup', signup, { guard: publicOnly, title: titles.signup }),
  firstScreen('/rappi', signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen('/victor-hogar', signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen('/plataforma-10', signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen(
    '/login',
    lazyScreen(() => import('../login/login-screen.tsx'), 'LoginScreen'),
    { guard: publicOnly, title: titles.login },
  ),
  firstScreen(
    '/login-link',
    lazyScreen(() => import('../login/login-link-screen.tsx'), 'LoginLinkScreen'),
    {
      guard: publicOnly,
      title: titles.login,
    },
  ),
  firstScreen(
    '/sms-enviado',
    lazyScreen(() => import('../login/sms-sent-screen.tsx'), 'SmsSentScreen'),
    { title: titles.login },
  ),
  firstScreen(
    '/recupero-contrasena/$hash',
    lazyScreen(() => import('../login/password-reset-screen.tsx'), 'PasswordResetScreen'),
    {
      guard: publicOnly,
      title: titles.passwordReset,
    },
  ),
];

/** Offer, application and finish. */
const applicationRoutes = [
  screen(
    '/login/$hash',
    lazyScreen(() => import('../login/auto-login-screen.tsx'), 'AutoLoginScreen'),
    {
      title: titles.login,
      menuHidden: true,
    },
  ),
  screen(
    '/magic-link/$hash',
    lazyScreen(() => import('../login/magic-link-screen.tsx'), 'MagicLinkScreen'),
    {
      title: titles.login,
      menuHidden: true,
    },
  ),
  screen(
    '/vendors/$hash',
    lazyScreen(() => import('../offer/lead-offer-screen.tsx'), 'LeadOfferScreen'),
    { title: titles.offer, columns: 'lead' },
  ),
  screen(
    '/oferta-comercial',
    lazyScreen(() => import('../offer/customer-offer-screen.tsx'), 'CustomerOfferScreen'),
    {
      guard: privateOnly,
      title: titles.offer,
      columns: 'lead',
    },
  ),
  screen(
    '/solicitar-prestamo',
    lazyScreen(() => import('../offer/request-loan-screen.tsx'), 'RequestLoanScreen'),
    {
      guard: privateOnly,
      title: titles.offer,
    },
  ),
  screen(
    '/bienvenido',
    lazyScreen(() => import('../welcome/welcome-screen.tsx'), 'WelcomeScreen'),
    {
      guard: privateOnly,
      title: titles.welcome,
    },
  ),
  screen(
    '/verificacion-identidad',
    lazyScreen(() => import('../apply/photos/identity-screen.tsx'), 'IdentityScreen'),
    {
      guard: privateOnly,
      title: titles.identity,
    },
  ),
  screen(
    '/verificacion-identidad/02',
    lazyScreen(() => import('../apply/address-screen.tsx'), 'AddressScreen'),
    {
      guard: privateOnly,
      title: titles.address,
    },
  ),
  screen(
    '/verificacion-identidad/03',
    lazyScreen(() => import('../apply/bank-screen.tsx'), 'BankScreen'),
    {
      guard: privateOnly,
      title: titles.bank,
    },
  ),
  screen(
    '/verificacion-identidad/03uy',
    lazyScreen(() => import('../apply/delivery-screen.tsx'), 'DeliveryScreen'),
    {
      guard: privateOnly,
      title: titles.delivery,
    },
  ),
  screen(
    '/verificacion-identidad/04',
    lazyScreen(() => import('../apply/card-screen.tsx'), 'CardScreen'),
    {
      guard: privateOnly,
      title: titles.card,
    },
  ),
  screen(
    '/verificacion-identidad/04uy',
    lazyScreen(() => import('../apply/account-screen.tsx'), 'AccountScreen'),
    {
      guard: privateOnly,
      title: titles.bank,
    },
  ),
  screen(
    '/validacion-celular',
    lazyScreen(() => import('../apply/phone-screen.tsx'), 'PhoneScreen'),
    {
      guard: privateOnly,
      title: titles.phone,
    },
  ),
  screen(
    '/revisar',
    lazyScreen(() => import('../review/review-screen.tsx'), 'ReviewScreen'),
    { guard: privateOnly, title: titles.review, columns: 'beside' },
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

/**
 * Every route (docs/product/shell.md#addresses); / is sign-up and any unknown path is /
 * (docs/product/shell.md#guards).
 */
export const routes: readonly Route[] = [
  ...firstRoutes,
  ...applicationRoutes,
  ...borrowerRoutes,
  { path: '/', guard: elsewhere(paths.signup()) },
  { path: '$', guard: elsewhere(paths.root()) },
];
