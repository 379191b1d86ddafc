import { nextStep, type ApplicationProgress, stepAfter, stepsOf } from '../../countries/application-steps.ts';
import type { ApplicationStep, ApplicationStepName, CountryPack } from '../../countries/country-pack.ts';
import { paths } from '../paths.ts';
import type { Profile } from '../profile.ts';
import type { Proposal } from '../proposal.ts';

/** What the profile says about how far the application is. */
export function progressOf(pack: CountryPack, profile: Profile): ApplicationProgress {
  return {
    verifications: profile.credit_rating,
    deliveryType: pack.deliveryTypes.find((type) => type === profile.delivery_type),
  };
}

/** Where 'continue' leads (A §2.7, first match wins): without a selected proposal to the offer. */
export function nextPath(pack: CountryPack, profile: Profile, proposal: Proposal | null): string {
  if (!proposal) return paths.offer();
  return nextStep(pack, progressOf(pack, profile))?.path ?? paths.review();
}

/** Where SIG of a step leads (A §4 'Application order'). */
export function pathAfter(pack: CountryPack, profile: Profile, name: ApplicationStepName): string {
  return stepAfter(pack, progressOf(pack, profile), name)?.path ?? paths.review();
}

/** Where ANT of a step leads: the first step goes back to the welcome (A §2.8). */
export function pathBefore(pack: CountryPack, profile: Profile, name: ApplicationStepName): string {
  const all = pack.applicationSteps;
  const own = all.findIndex((step) => step.name === name);
  const shown = new Set(stepsOf(pack, progressOf(pack, profile)));
  return all.slice(0, Math.max(own, 0)).findLast((step) => shown.has(step))?.path ?? paths.welcome();
}

/**
 * The steps that the welcome lists. The phone's stays once it is done, although the way no longer leads
 * over it: what a person has done does not disappear.
 */
export function listedSteps(pack: CountryPack, profile: Profile): readonly ApplicationStep[] {
  const shown = new Set(stepsOf(pack, progressOf(pack, profile)));
  return pack.applicationSteps.filter((step) => shown.has(step) || step.shownWhen === 'contact-unverified');
}
