import { paths } from '../../contract/paths.ts';
import { track } from '../analytics.ts';
import { enterChannel } from '../channel.ts';
import { bringFirstAnswer } from '../first-answer.ts';
import type { Profile } from '../profile.ts';
import type { Place } from '../router/history.ts';
import { Redirect } from '../router/route.ts';
import {
  hasAdmitted,
  noteAdmitted,
  noteGuarded,
  type ReturnReason,
  storeReturn,
  wasAdmitted,
} from './return-to.ts';
import { session } from '../session.ts';

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

/**
 * Target of a visitor refused by a private page: the login where the session ended during this visit, else
 * the root page, which asks for the login. Either keeps where the login leads; a logout keeps nothing.
 */
function withoutSession({ pathname, searchStr, hash, key }: Place, reason: ReturnReason = 'asked'): Redirect {
  const target = `${pathname}${searchStr}${hash}`;
  if (session.hasEnded() && hasAdmitted()) {
    storeReturn(target, 'ended');
    return new Redirect(paths.login({ redirectTo: target }));
  }
  if (!wasAdmitted(key)) storeReturn(target, session.hasEnded() ? 'ended' : reason);
  return new Redirect(paths.root());
}

/**
 * private: an unauthenticated visitor is sent to /, one with an ended session to the login; a missing profile
 * is loaded, and a failure ends the session and leads to / (docs/product/shell.md#guards).
 */
export async function privateOnly(place: Place): Promise<void> {
  noteGuarded(place.key);
  if (session.token() === null) {
    session.refuse(null);
    throw withoutSession(place);
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
    // The session had been revoked, or its profile cannot be had: for the visitor it is as if there were none.
    if (!session.hasEnded()) session.logout();
    throw withoutSession(place, 'failed');
  }
}
