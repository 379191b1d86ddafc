import { paths } from '../../contract/paths.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { googleTexts } from './texts.ts';

/** Failure codes of an identity without an account (docs/product/signup-and-login.md#social). */
const unregistered: ReadonlySet<string> = new Set(['social_commercial_offer', 'account_create_exception']);

/**
 * Reports a failed social login: leads a person without an account to sign-up, shows the server's message to anybody
 * else.
 */
export function reportSocialFailure(error: unknown, goTo: (path: string) => void): void {
  const code = error instanceof ApiFailure ? error.code : '';
  if (unregistered.has(code)) goTo(paths.signup());
  snackbar.show({ message: messageFor(code, error) });
}

function messageFor(code: string, error: unknown): string {
  if (unregistered.has(code)) return googleTexts.notRegistered;
  // A failure without the server's words gets the general sentence.
  return error instanceof ApiFailure && code !== 'unreadable' ? error.message : googleTexts.failed;
}
