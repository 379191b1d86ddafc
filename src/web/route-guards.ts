import { track } from './analytics.ts';
import { enterChannel } from './channel.ts';
import type { Profile } from './profile.ts';
import { paths } from './paths.ts';
import type { Place } from './router/history.ts';
import { Redirect } from './router/route.ts';
import { session } from './session.ts';

/** public-only: an authenticated visitor is sent to /bienvenido (A §2.1). */
export function publicOnly(): void {
  if (session.token() !== null) throw new Redirect(paths.welcome());
}

/** A sign-up route of a channel: also remembers the channel. */
export function signupOfChannel({ pathname }: Place): void {
  publicOnly();
  enterChannel(pathname);
}

/** The session whose chosen plan has been looked after. */
let broughtFor: string | null = null;

/** Once a login: the plan that was chosen on another device (decision 0037). */
async function bringChoice(profile: Profile): Promise<void> {
  const token = session.token();
  if (broughtFor === token) return;
  broughtFor = token;
  if (profile.selected_option === '') return;
  try {
    const { restoreProposal } = await import('./offer/restore-proposal.ts');
    await restoreProposal(profile);
  } catch {
    // The way then leads over the offer, where the plan is chosen again.
  }
}

/**
 * private: an unauthenticated visitor is sent to /; a profile that is not there yet is loaded, and a
 * failure ends the session and leads to / (A §2.1, A §4 'Session').
 */
export async function privateOnly(): Promise<void> {
  if (session.token() === null) throw new Redirect(paths.root());
  try {
    const [{ queryClient }, { profileQuery }] = await Promise.all([
      import('./query-client.ts'),
      import('./profile.ts'),
    ]);
    const known = queryClient.getQueryData(profileQuery.queryKey) !== undefined;
    const profile = await queryClient.ensureQueryData(profileQuery);
    if (!known) track('identify', { document_number: profile.account_information.document_number });
    await bringChoice(profile);
  } catch {
    session.logout();
    throw new Redirect(paths.root());
  }
}
