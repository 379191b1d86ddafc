import { paths } from '../../contract/paths.ts';
import { nextStep, type ApplicationProgress, stepAfter, stepsOf } from '../../countries/application-steps.ts';
import type { ApplicationStepName, CountryPack, ApplicationStep } from '../../countries/country-pack.ts';
import type { Profile } from '../profile.ts';
import { skippedBy } from './no-card.ts';
import type { Proposal } from '../proposal.ts';

/** Progress of the application according to the profile. */
export function progressOf(pack: CountryPack, profile: Profile): ApplicationProgress {
  return {
    verifications: profile.credit_rating,
    deliveryType: pack.deliveryTypes.find((type) => type === profile.delivery_type),
  };
}

/**
 * Target of 'continue', first match wins (docs/product/application.md#next-step): the offer if no proposal is
 * selected, and no card if the person said they have none.
 */
export function nextPath(pack: CountryPack, profile: Profile, proposal: Proposal | null): string {
  if (!proposal) return paths.offer();
  return stepPath(nextStep(pack, progressOf(pack, profile), skippedBy(profile))) ?? paths.review();
}

/** Place among the four of the steps that one country alone has; their addresses open in the other too. */
const elsewhere: Partial<Record<ApplicationStepName, 3 | 4>> = { bank: 3, delivery: 3, card: 4, account: 4 };
/** Phone and review come after the four. */
const last = 5;

const ownStep = (pack: CountryPack, name: ApplicationStepName) =>
  pack.applicationSteps.find((step) => step.name === name);

const accountSteps: readonly ApplicationStepName[] = ['bank', 'delivery', 'account'];

/**
 * Target for the address of another country's account step: the first own step about the account, since accounts of
 * this country cannot be entered there.
 */
export function stepInstead(pack: CountryPack, name: ApplicationStepName): string | undefined {
  if (ownStep(pack, name) || (name !== 'bank' && name !== 'account')) return undefined;
  return stepPath(pack.applicationSteps.find((step) => accountSteps.includes(step.name)));
}

/** The number of 'paso n de 4'; undefined for a step that has none. */
export function placeOf(pack: CountryPack, name: ApplicationStepName): number | undefined {
  const own = ownStep(pack, name);
  return own ? own.number : elsewhere[name];
}

/** Target of a step's SIG (docs/product/application.md#order). */
export function pathAfter(pack: CountryPack, profile: Profile, name: ApplicationStepName): string {
  const progress = progressOf(pack, profile);
  if (ownStep(pack, name)) return stepPath(stepAfter(pack, progress, name)) ?? paths.review();
  const place = elsewhere[name] ?? last;
  return stepPath(stepsOf(pack, progress).find(({ number = last }) => number > place)) ?? paths.review();
}

/** Target of a step's ANT: the first step leads back to the welcome. */
export function pathBefore(pack: CountryPack, profile: Profile, name: ApplicationStepName): string {
  const shown = stepsOf(pack, progressOf(pack, profile));
  if (!ownStep(pack, name)) {
    const place = elsewhere[name] ?? last;
    return stepPath(shown.findLast(({ number = last }) => number < place)) ?? paths.welcome();
  }
  const all = pack.applicationSteps;
  const own = all.findIndex((step) => step.name === name);
  return stepPath(all.slice(0, own).findLast((step) => shown.includes(step))) ?? paths.welcome();
}

/** Address of an application step, by the step's name. */
export function stepPath(step: ApplicationStep): string;
export function stepPath(step: ApplicationStep | undefined): string | undefined;
export function stepPath(step: ApplicationStep | undefined): string | undefined {
  return step && paths[step.name]();
}
