import type { ListedPayment, ListedState } from '../../integrations/listed.ts';

/** The same in our own books. */
export interface OurPayment {
  readonly key: string;
  readonly state: ListedState;
  readonly amount: number;
}

export type DifferenceKind = 'unknown-here' | 'unknown-there' | 'state' | 'amount';

export interface Difference {
  readonly key: string;
  readonly providerId: string;
  readonly kind: DifferenceKind;
  readonly our?: OurPayment;
  readonly their?: Pick<ListedPayment, 'state' | 'amount'>;
}

const hasMoney = (state: ListedState) => state === 'taken' || state === 'given-back';

/** What the provider has and our books have otherwise, or not at all. Nothing without money is missed. */
export function differenceOf(their: ListedPayment, our: OurPayment | undefined): Difference | undefined {
  const { key, providerId } = their;
  if (our === undefined)
    return hasMoney(their.state) ? { key, providerId, kind: 'unknown-here', their } : undefined;
  if (isOtherState(their.state, our.state)) return { key, providerId, kind: 'state', our, their };
  return hasMoney(our.state) && their.amount !== our.amount
    ? { key, providerId, kind: 'amount', our, their }
    : undefined;
}

function isOtherState(their: ListedState, our: ListedState): boolean {
  if (their === our) return false;
  // What is open on one side may end as the other says; money that is counted or taken may not wait.
  if (their === 'open') return our === 'taken';
  if (our === 'open') return hasMoney(their);
  return hasMoney(their) || hasMoney(our);
}
