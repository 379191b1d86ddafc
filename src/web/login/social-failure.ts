import { paths } from '../../contract/paths.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { googleTexts } from './texts.ts';

/**
 * Codes of somebody who has no account that the identity could open
 * (docs/product/signup-and-login.md#social).
 */
const unregistered: ReadonlySet<string> = new Set(['social_commercial_offer', 'account_create_exception']);

/**
 * Tells of a social login that failed, wherever it began: a person who never signed up is led to sign-up,
 * anybody else reads the server's words.
 */
export function tellSocialFailure(error: unknown, goTo: (path: string) => void): void {
  const code = error instanceof ApiFailure ? error.code : '';
  if (unregistered.has(code)) goTo(paths.signup());
  snackbar.show({ message: messageFor(code, error) });
}

function messageFor(code: string, error: unknown): string {
  if (unregistered.has(code)) return googleTexts.notRegistered;
  // A failure without the server's words gets the general sentence.
  return error instanceof ApiFailure && code !== 'unreadable' ? error.message : googleTexts.failed;
}
