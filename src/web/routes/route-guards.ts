import { paths } from '../../contract/paths.ts';
import { track } from '../analytics.ts';
import { enterChannel } from '../channel.ts';
import { bringFirstAnswer } from '../first-answer.ts';
import type { Profile } from '../profile.ts';
import type { Place } from '../router/history.ts';
import { Redirect } from '../router/route.ts';
import { keepReturn, noteAdmitted, noteGuarded, wasAdmitted } from './return-to.ts';
import { session } from '../session.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { shellTexts } from '../text/shared.ts';

/** public-only: an authenticated visitor is sent to /bienvenido (docs/product/shell.md#guards). */
export function publicOnly(): void {
  if (session.token() !== null) throw new Redirect(paths.welcome());
}

/** A sign-up route of a channel: also remembers the channel. */
export function signupOfChannel({ pathname }: Place): void {
  publicOnly();
  enterChannel(pathname);
}

/** Session with its chosen plan already restored. */
let broughtFor: string | null = null;

/** Once a login: the plan that was chosen on another device (docs/product/application.md#drafts). */
async function bringChoice(profile: Profile): Promise<void> {
  const token = session.token();
  if (broughtFor === token) return;
  broughtFor = token;
  if (profile.selected_option === '') return;
  try {
    const { restoreProposal } = await import('../offer/restore-proposal.ts');
    await restoreProposal(profile);
  } catch {
    // The way then leads over the offer, where the plan is chosen again.
  }
}

/** Session with its customer already reported to analytics. */
let identifiedFor: string | null = null;

function identify({ account_information: { document_number } }: Profile): void {
  const token = session.token();
  if (identifiedFor === token) return;
  identifiedFor = token;
  track('identify', { document_number });
}

/** Display time of the login prompt, milliseconds: long enough to read and press. */
const loginPromptMs = 6000;

/** For a private page requested without a session: shows a prompt and stores the target. */
function askForLogin({ pathname, searchStr, hash, key }: Place): void {
  if (wasAdmitted(key)) return;
  const target = `${pathname}${searchStr}${hash}`;
  keepReturn(target);
  snackbar.show({
    message: shellTexts.loginFirst,
    kind: 'warning',
    timeout: loginPromptMs,
    login: paths.login({ redirectTo: target }),
  });
}

/**
 * private: an unauthenticated visitor is asked to log in and sent to /; a profile that is not there yet is loaded, and a
 * failure ends the session and leads to / (docs/product/shell.md#guards).
 */
export async function privateOnly(place: Place): Promise<void> {
  noteGuarded(place.key);
  if (session.token() === null) {
    askForLogin(place);
    throw new Redirect(paths.root());
  }
  try {
    const [{ queryClient }, { profileQuery }] = await Promise.all([
      import('../query-client.ts'),
      import('../profile.ts'),
    ]);
    bringFirstAnswer(queryClient);
    const profile = await queryClient.ensureQueryData(profileQuery);
    identify(profile);
    noteAdmitted(place.key);
    await bringChoice(profile);
  } catch {
    session.logout();
    // The session had been revoked, or its profile cannot be had: for the visitor it is as if there were none.
    askForLogin(place);
    throw new Redirect(paths.root());
  }
}
