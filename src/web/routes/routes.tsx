import { paths } from '../../contract/paths.ts';
import { borrowerRoutes } from './borrower-routes.tsx';
import { privateOnly, publicOnly, signupOfChannel } from './route-guards.ts';
import { unknownTo } from './not-found.ts';
import { elsewhere, firstScreen, screen } from './route-kinds.ts';
import { lazyScreen, type Route } from '../router/route.ts';
import { routeTitles as titles } from '../text/titles.ts';
import type { History } from '../router/history.ts';
import { createRouter, type Router } from '../router/router.ts';

const signup = lazyScreen(() => import('../signup/signup-screen.tsx'), 'SignupScreen');
const finish = lazyScreen(() => import('../finish/finish-screen.tsx'), 'FinishScreen');
const loan = lazyScreen(() => import('../loan/loan-screen.tsx'), 'LoanScreen');
const oldLoan = lazyScreen(() => import('../loan/loan-screen.tsx'), 'OldLoanScreen');

/** Sign-up and login. */
const firstRoutes = [
  firstScreen(paths.signup.pattern, signup, { guard: publicOnly, title: titles.signup }),
  firstScreen(paths.rappi.pattern, signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen(paths.victorHogar.pattern, signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen(paths.plataforma10.pattern, signup, { guard: signupOfChannel, title: titles.signup }),
  firstScreen(
    paths.login.pattern,
    lazyScreen(() => import('../login/login-screen.tsx'), 'LoginScreen'),
    { guard: publicOnly, title: titles.login },
  ),
  firstScreen(
    paths.loginLink.pattern,
    lazyScreen(() => import('../login/login-link-screen.tsx'), 'LoginLinkScreen'),
    {
      guard: publicOnly,
      title: titles.login,
    },
  ),
  firstScreen(
    paths.smsSent.pattern,
    lazyScreen(() => import('../login/sms-sent-screen.tsx'), 'SmsSentScreen'),
    { title: titles.login },
  ),
  firstScreen(
    paths.passwordReset.pattern,
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
    paths.autoLogin.pattern,
    lazyScreen(() => import('../login/exchange-screen.tsx'), 'AutoLoginScreen'),
    {
      title: titles.login,
      menuHidden: true,
    },
  ),
  screen(
    paths.magicLink.pattern,
    lazyScreen(() => import('../login/exchange-screen.tsx'), 'MagicLinkScreen'),
    {
      title: titles.login,
      menuHidden: true,
    },
  ),
  screen(
    paths.vendor.pattern,
    lazyScreen(() => import('../offer/lead-offer-screen.tsx'), 'LeadOfferScreen'),
    { title: titles.offer, columns: 'lead' },
  ),
  screen(
    paths.offer.pattern,
    lazyScreen(() => import('../offer/customer-offer-screen.tsx'), 'CustomerOfferScreen'),
    {
      guard: privateOnly,
      title: titles.offer,
      columns: 'lead',
    },
  ),
  screen(
    paths.requestLoan.pattern,
    lazyScreen(() => import('../offer/request-loan-screen.tsx'), 'RequestLoanScreen'),
    {
      guard: privateOnly,
      title: titles.offer,
    },
  ),
  screen(
    paths.welcome.pattern,
    lazyScreen(() => import('../welcome/welcome-screen.tsx'), 'WelcomeScreen'),
    {
      guard: privateOnly,
      title: titles.welcome,
    },
  ),
  screen(
    paths.identity.pattern,
    lazyScreen(() => import('../apply/photos/identity-screen.tsx'), 'IdentityScreen'),
    {
      guard: privateOnly,
      title: titles.identity,
    },
  ),
  screen(
    paths.address.pattern,
    lazyScreen(() => import('../apply/address-screen.tsx'), 'AddressScreen'),
    {
      guard: privateOnly,
      title: titles.address,
    },
  ),
  screen(
    paths.bank.pattern,
    lazyScreen(() => import('../apply/bank-screen.tsx'), 'BankScreen'),
    {
      guard: privateOnly,
      title: titles.bank,
    },
  ),
  screen(
    paths.delivery.pattern,
    lazyScreen(() => import('../apply/delivery-screen.tsx'), 'DeliveryScreen'),
    {
      guard: privateOnly,
      title: titles.delivery,
    },
  ),
  screen(
    paths.card.pattern,
    lazyScreen(() => import('../apply/card-screen.tsx'), 'CardScreen'),
    {
      guard: privateOnly,
      title: titles.card,
    },
  ),
  screen(
    paths.account.pattern,
    lazyScreen(() => import('../apply/account-screen.tsx'), 'AccountScreen'),
    {
      guard: privateOnly,
      title: titles.bank,
    },
  ),
  screen(
    paths.phone.pattern,
    lazyScreen(() => import('../apply/phone-screen.tsx'), 'PhoneScreen'),
    {
      guard: privateOnly,
      title: titles.phone,
    },
  ),
  screen(
    paths.review.pattern,
    lazyScreen(() => import('../review/review-screen.tsx'), 'ReviewScreen'),
    { guard: privateOnly, title: titles.review, columns: 'beside' },
  ),
  screen(paths.finish.pattern, finish, { guard: privateOnly, title: titles.finish }),
  screen(paths.finishRenewal.pattern, finish, { guard: privateOnly, title: titles.finish }),
  screen(paths.finishProcess.pattern, finish, { guard: privateOnly, title: titles.finish }),
  screen(paths.finishProcessOfNone.pattern, finish, { guard: privateOnly, title: titles.finish }),
  screen(paths.finishLoanOf.pattern, finish, { guard: privateOnly, title: titles.finish }),
  screen(paths.finishLoan.pattern, finish, { guard: privateOnly, title: titles.finish }),
  screen(paths.finishOpen.pattern, finish, { title: titles.finish }),
  screen(paths.loan.pattern, loan, { guard: privateOnly, title: titles.loan }),
  screen(paths.loanRenewal.pattern, loan, { guard: privateOnly, title: titles.loan }),
  screen(
    paths.photos.pattern,
    lazyScreen(() => import('../loan/photos-screen.tsx'), 'PhotosScreen'),
    { guard: privateOnly, title: titles.photos },
  ),
  screen(paths.loanOld.pattern, oldLoan, { guard: privateOnly, title: titles.loan }),
];

/**
 * Every route (docs/product/shell.md#addresses); / is sign-up and any unknown path is /
 * (docs/product/shell.md#guards).
 */
export const routes: readonly Route[] = [
  ...firstRoutes,
  ...applicationRoutes,
  ...borrowerRoutes,
  { path: paths.root.pattern, guard: elsewhere(paths.signup()) },
  { path: '$', guard: unknownTo(paths.root()) },
];

/** A page that loads longer than this shows its skeleton, milliseconds. */
const pendingMs = 250;

/** The router over a history: the browser's, or a fixed one at build time. */
export function createAppRouter(history: History, among: readonly Route[] = routes): Router {
  return createRouter({ routes: among, history, pendingMs });
}

export type AppRouter = Router;
