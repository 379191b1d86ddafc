import type { OutputOf, CallKey } from '../contract/contract.ts';
import { renderToString } from 'react-dom/server';
import type { DrawnParts } from '../contract/drawn.ts';
import { paths } from '../contract/paths.ts';
import { COUNTRIES, type CountryCode } from '../countries/countries.ts';
import { packOf } from '../countries/index.ts';
import { createAppRouter, routes as allRoutes } from './routes/routes.tsx';
import { App } from './app.tsx';
import { type Brought, giveKnown } from './first-answer.ts';
import { firstAnswerOf } from './first-answers.ts';
import { profileQuery } from './profile.ts';
import { queryClient } from './query-client.ts';
import { fixedHistory } from './router/history.ts';
import { matchRoute } from './router/route.ts';
import { drawLoggedIn } from './session.ts';
import { bringSettings, brandOf, forgetSettings } from './settings.ts';
import { pageTitle } from './shell/page-title.ts';

interface Prerendered {
  readonly path: string;
  readonly countries: readonly CountryCode[];
  /** The modules that its route loads on demand: its HTML asks for them beforehand. */
  readonly modules: string[];
  /** The server adds nothing to the HTML, so its scripts begin after its first paint (src/web/boot.ts). */
  readonly isWhole: boolean;
  /** The first request needs no session: the server renders the page complete with its response. */
  readonly isAnswered: boolean;
  /** True if the page alone fills the first packets of a connection, so its styles are a separate file. */
  readonly isLong: boolean;
}

const signup = [paths.signup(), paths.rappi(), paths.victorHogar(), paths.plataforma10()];

/** Targets of links in messages and papers: `any` replaces the hash or document, and the HTML is a placeholder. */
const landings: readonly [path: string, screen: string][] = [
  [paths.vendor('any'), 'offer/lead-offer-screen.tsx'],
  [paths.balance('any'), 'balance/balance-screen.tsx'],
  [paths.coupon('any'), 'pay/coupon-screen.tsx'],
  [paths.finishOpen('any'), 'finish/finish-screen.tsx'],
  [paths.debtFree('any'), 'balance/debt-free/debt-free-screen.tsx'],
  [paths.debtFreeCheck('any'), 'balance/debt-free/debt-free-check-screen.tsx'],
];

const long = [paths.vendor('any'), paths.balance('any')];

/**
 * Private pages that people open, reload or return to: their code loads with the page, which shows a placeholder until
 * the guard passes. The pages of cards are not among them, since they allow no inline code.
 */
const guarded: readonly [path: string, screen: string][] = [
  [paths.loan('any'), 'loan/loan-screen.tsx'],
  [paths.welcome(), 'welcome/welcome-screen.tsx'],
  [paths.offer(), 'offer/customer-offer-screen.tsx'],
  [paths.identity(), 'apply/photos/identity-screen.tsx'],
  [paths.address(), 'apply/address-screen.tsx'],
  [paths.bank(), 'apply/bank-screen.tsx'],
  [paths.account(), 'apply/account-screen.tsx'],
  [paths.delivery(), 'apply/delivery-screen.tsx'],
  [paths.phone(), 'apply/phone-screen.tsx'],
  [paths.review(), 'review/review-screen.tsx'],
  [paths.statement('any'), 'statement/statement-screen.tsx'],
  [paths.ownData(), 'own-data/own-data-screen.tsx'],
  [paths.preferences(), 'preferences/preferences-screen.tsx'],
];

/** Links that log in. */
const logins = [paths.autoLogin('any'), paths.magicLink('any')];

/** Public forms that people open from a link or the footer. */
const forms: readonly [path: string, screen: string][] = [
  [paths.accountStatus(), 'balance/account-status-screen.tsx'],
  [paths.withdrawal(), 'legal/request-screen.tsx'],
  [paths.membershipCancellation(), 'legal/request-screen.tsx'],
];

const whole = (path: string, ...modules: string[]): Prerendered => ({
  path,
  countries: COUNTRIES,
  modules,
  isWhole: true,
  isAnswered: false,
  isLong: false,
});

/**
 * Public first screens, rendered at build time so that their first paint waits for no script, and screens
 * that show every visitor placeholders for figures.
 */
export function routes(): Prerendered[] {
  return [
    ...signup.map((path) => whole(path, 'signup/signup-screen.tsx')),
    whole(paths.login(), 'login/login-screen.tsx'),
    whole(paths.passwordReset('any'), 'login/password-reset-screen.tsx'),
    ...logins.map((path) => whole(path, 'login/exchange-screen.tsx')),
    ...forms.map(([path, screen]) => whole(path, 'routes/query-layout.tsx', screen)),
    ...landings.map(([path, screen]) => ({
      path,
      countries: COUNTRIES,
      modules: ['routes/query-layout.tsx', screen],
      isWhole: false,
      isAnswered: true,
      isLong: long.includes(path),
    })),
    ...guarded.map(([path, screen]) => ({
      path,
      countries: COUNTRIES,
      modules: ['routes/query-layout.tsx', 'profile.ts', screen],
      isWhole: firstAnswerOf(matchRoute(allRoutes, path).route) === undefined,
      isAnswered: false,
      isLong: false,
    })),
  ];
}

const titleOf = (title: string | undefined) => pageTitle(title, brandOf({}));

/** HTML of a screen for `#app`, and its title. Contains no inline style or script. */
export async function render(path: string, country: CountryCode): Promise<{ html: string; title: string }> {
  const router = createAppRouter(fixedHistory(path));
  const loaded = router.load();
  if (!guarded.some(([each]) => each === path)) await loaded;
  // Drawn while the guard is asked, in the columns of the page; its answer at build time is of no use.
  else loaded.catch(() => undefined);
  const html = renderToString(<App pack={packOf(country)} router={router} />);
  return { html, title: titleOf(matchRoute(allRoutes, path).route.title) };
}

/** Brand, contact and notices: every page asks for them, and one that is drawn without them would move. */
const settingsKey = 'GET /api/v3/enviroments';
const profileKey = 'GET /api/v3/account-new';

/**
 * The calls that the page of a path makes first, its own before all others; none where the server is not to make them.
 * Nothing is drawn without the answer to one that is needed.
 */
export function firstCallsOf(path: string, isLoggedIn: boolean) {
  const { route, params } = matchRoute(allRoutes, path);
  const answer = firstAnswerOf(route);
  const input = answer?.input(params);
  if (!answer || !input || (route.guard && !isLoggedIn)) return [];
  return [
    { key: answer.key, ...input, isNeeded: true },
    { key: settingsKey, isNeeded: false },
    // Every guard loads the profile.
    ...(isLoggedIn ? [{ key: profileKey, isNeeded: true }] : []),
  ];
}

/** Access is decided by the calls the page is rendered with. */
const unguarded = allRoutes.map((route) => (route.screen ? { ...route, guard: undefined } : route));

/** Responses to {@link firstCallsOf}, in order: with a profile if rendered for a session. */
type Answers = readonly [
  own: OutputOf<CallKey>,
  settings?: OutputOf<typeof settingsKey> | undefined,
  profile?: OutputOf<typeof profileKey>,
];

/** Page of a path, with or without a session, once its first calls are answered. */
export async function renderAnswered(
  path: string,
  country: CountryCode,
  [own, told, profile]: Answers,
): Promise<DrawnParts> {
  const { route, params } = matchRoute(allRoutes, path);
  const isLoggedIn = profile !== undefined;
  const known = [...((await firstAnswerOf(route)?.known(params, own, isLoggedIn)) ?? [])];
  if (profile) known.push({ queryKey: profileQuery.queryKey, data: profile.result });
  const settings = told?.model;
  const router = createAppRouter(fixedHistory(path), unguarded);
  await router.load();
  // Session, queries and settings are this module's, so one page is drawn at a time: nothing waits from here on.
  try {
    drawLoggedIn(isLoggedIn);
    if (settings) bringSettings(settings);
    giveKnown(queryClient, known);
    const html = renderToString(<App pack={packOf(country)} router={router} />);
    const brought: Brought = { known, settings };
    return { html, title: pageTitle(route.title, brandOf(settings ?? {})), data: JSON.stringify(brought) };
  } finally {
    drawLoggedIn(false);
    queryClient.clear();
    forgetSettings();
  }
}
