/** What the profile can show as done (A §3, credit_rating), and the choice of delivery in Uruguay. */
export type Verification =
  | 'avatar'
  | 'front-document'
  | 'back-document'
  | 'address'
  | 'delivery'
  | 'banking'
  | 'card'
  | 'contact-data';

/** Where an application can stand; the web maps each to the country's route. */
export type ApplicationStep =
  | 'offer'
  | 'identity'
  | 'address'
  | 'delivery'
  | 'banking'
  | 'card'
  | 'phone'
  | 'review';

/** A step between offer and review, and what it leaves verified. */
export type FlowStep = {
  readonly step: Exclude<ApplicationStep, 'offer' | 'review'>;
  readonly verifies: readonly Verification[];
};

/** The steps of one country and delivery type, in order. */
export type Flow = readonly FlowStep[];

/**
 * The step on which an application goes on (A §2.7, first match wins): the offer without a selected proposal,
 * else the first step with something unverified, else the review.
 */
export function nextStep(
  verified: ReadonlySet<Verification>,
  hasProposal: boolean,
  flow: Flow,
): ApplicationStep {
  if (!hasProposal) return 'offer';
  return flow.find(({ verifies }) => !verifies.every((each) => verified.has(each)))?.step ?? 'review';
}

/** What the flow demands and the customer has not shown: a loan is confirmed only when this is empty. */
export function missingVerifications(verified: ReadonlySet<Verification>, flow: Flow): Verification[] {
  return flow.flatMap(({ verifies }) => verifies).filter((each) => !verified.has(each));
}

/** Place of a step for the progress line: counted from 1, of all; offer is 0, review comes after the last. */
export function stepPosition(
  step: ApplicationStep,
  flow: Flow,
): { readonly at: number; readonly of: number } {
  if (step === 'offer') return { at: 0, of: flow.length };
  const index = flow.findIndex((each) => each.step === step);
  return { at: index === -1 ? flow.length + 1 : index + 1, of: flow.length };
}
