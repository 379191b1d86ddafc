import { paths } from '../../contract/paths.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { keptReason, keptReturn } from '../routes/return-to.ts';
import { showFailure } from './failures.ts';
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
 * Shows an action's failure next to it (docs/product/shell.md#failures-of-an-action).
 * @param form id of the form that was sent
 */
export function reportFailure(error: unknown, form?: string): void {
  // The person has just said in a dialog that they do not want to.
  if (isUnproven(error) || notifyEndedSession(error)) return;
  showFailure(messageOf(error), form);
}

/** Shows in the snackbar that something of the page could not be loaded (docs/product/shell.md#message-of-a-failure). */
export function notifyLoadFailure(error: unknown): void {
  if (!notifyEndedSession(error)) snackbar.show({ message: messageOf(error) });
}

/**
 * Says that the session has ended, with a login link, on a page that anybody may see. From a private page the guard
 * leads to the login, which says it, also when a second call is refused after that.
 */
function notifyEndedSession(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.code !== 'unauthenticated') return false;
  const isSaid = keptReturn() === here() || location.pathname === paths.login();
  if (keptReason() === 'ended' && isSaid) return true;
  const login = paths.login({ redirectTo: here() });
  snackbar.show({ message: error.message, kind: 'warning', timeout: sessionEndedMs, login });
  return true;
}
