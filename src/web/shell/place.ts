import { paths } from '../../contract/paths.ts';
import { useRouterState } from '../router/context.ts';

const first = [paths.signup(), paths.rappi(), paths.victorHogar(), paths.plataforma10()];
const application = [
  paths.offer(),
  paths.requestLoan(),
  paths.welcome(),
  paths.identity(),
  paths.phone(),
  paths.review(),
];

/** The path of the current page. */
export function usePlace(): string {
  return useRouterState({ select: (state) => state.location.pathname });
}

/** Sign-up and the offer of a lead. */
export function isLeadPlace(path: string): boolean {
  return first.includes(path) || path.startsWith(paths.vendor(''));
}

/** Screens on which a visitor arrives: sign-up and login. */
export function isFirstAccess(path: string): boolean {
  return first.includes(path) || path === paths.login();
}

/** From sign-up to the review: where people may need a hand to go on. */
export function isOnboardingPlace(path: string): boolean {
  return isLeadPlace(path) || application.some((known) => path === known || path.startsWith(`${known}/`));
}

/** Screens before the decision to apply: promotions appear there, not during the application. */
export function isFirstPlace(path: string): boolean {
  return isLeadPlace(path) || path === paths.login() || path === paths.offer() || path === paths.welcome();
}
