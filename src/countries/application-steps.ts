import type {
  ApplicationStep,
  CountryPack,
  DeliveryType,
  StepCondition,
  StepMark,
  Verification,
} from './country-pack.ts';

/** Number of numbered steps; phone validation and review follow them without a number. */
export const STEP_COUNT = 4;

/** Facts that decide which steps an application has and which are done. */
export interface ApplicationProgress {
  /** The profile's credit_rating: 1 is verified, anything else is not (docs/product/application.md#marks). */
  readonly verifications: Readonly<Record<Verification, number>>;
  readonly deliveryType?: DeliveryType | undefined;
}

/** The steps of a customer's application, in order (docs/product/application.md#order). */
export function stepsOf(pack: CountryPack, progress: ApplicationProgress): readonly ApplicationStep[] {
  return pack.applicationSteps.filter(({ shownWhen }) => applies(shownWhen, progress));
}

export const hasStep = (pack: CountryPack, name: ApplicationStep['name']): boolean =>
  pack.applicationSteps.some((step) => step.name === name);

export function isDone({ doneWhen }: ApplicationStep, progress: ApplicationProgress): boolean {
  return doneWhen.length > 0 && doneWhen.every((mark) => isReached(mark, progress));
}

/** True if a step is or may become necessary: a conditional step may, until the choice rules it out. */
export function isNeeded({ shownWhen }: ApplicationStep, progress: ApplicationProgress): boolean {
  return (
    shownWhen !== 'delivery-is-bank-transfer' ||
    progress.deliveryType === undefined ||
    applies(shownWhen, progress)
  );
}

/**
 * Target of 'continue' once a proposal is selected: the first open step (docs/product/application.md#next-step).
 * @param skipped steps that the customer has skipped for good
 */
export function nextStep(
  pack: CountryPack,
  progress: ApplicationProgress,
  skipped: readonly ApplicationStep['name'][] = [],
): ApplicationStep | undefined {
  return stepsOf(pack, progress).find((step) => !isDone(step, progress) && !skipped.includes(step.name));
}

/** Open steps that may not be skipped and so block confirmation (docs/product/confirmation.md#conditions). */
export function openSteps(pack: CountryPack, progress: ApplicationProgress): readonly ApplicationStep[] {
  return stepsOf(pack, progress).filter(
    (step) => step.doneWhen.length > 0 && !step.skippable && !isDone(step, progress),
  );
}

/** Next step regardless of verification, as the 'SIG' button needs it. Undefined after the last. */
export function stepAfter(
  pack: CountryPack,
  progress: ApplicationProgress,
  name: ApplicationStep['name'],
): ApplicationStep | undefined {
  const all = pack.applicationSteps;
  const index = all.findIndex((step) => step.name === name);
  return all.slice(index + 1).find(({ shownWhen }) => applies(shownWhen, progress));
}

function applies(condition: StepCondition, { verifications, deliveryType }: ApplicationProgress): boolean {
  switch (condition) {
    case 'always':
      return true;
    case 'delivery-is-bank-transfer':
      return deliveryType === 'bank-transfer';
    case 'contact-unverified':
      return verifications.contact_data_verified !== 1;
  }
}

function isReached(mark: StepMark, { verifications, deliveryType }: ApplicationProgress): boolean {
  return mark === 'delivery_type' ? deliveryType !== undefined : verifications[mark] === 1;
}
