import { paths } from '../../contract/paths.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { keptReason, keptReturn } from '../routes/return-to.ts';
import { snackbar } from './snackbar/snackbar-store.ts';

/** Time to find the way back in, milliseconds: the page stays, as everybody sees it. */
const sessionEndedMs = 6000;

/** The call needs re-authentication, which the person declined. */
export function isUnproven(error: unknown): boolean {
  return (
    error instanceof ApiFailure &&
    (error.code === 'fresh_login_required' || error.code === 'address_unproved')
  );
}

const here = () => `${location.pathname}${location.search}${location.hash}`;

/**
 * Shows a failed call in the snackbar (docs/product/shell.md#message-of-a-failure), with a login link if the session
 * has ended on a page that anybody may see. From a private page the guard leads to the login, which says it.
 */
export function tellFailure(error: unknown): void {
  // The person has just said in a dialog that they do not want to.
  if (isUnproven(error)) return;
  const hasEnded = error instanceof ApiFailure && error.code === 'unauthenticated';
  if (hasEnded && keptReason() === 'ended' && keptReturn() === here()) return;
  snackbar.show({
    message: messageOf(error),
    ...(hasEnded && {
      kind: 'warning',
      timeout: sessionEndedMs,
      login: paths.login({ redirectTo: here() }),
    }),
  });
}
