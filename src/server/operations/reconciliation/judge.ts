import type { ListedPayment, ListedState } from '../../integrations/listed.ts';

/** Our record of the same payment. */
export interface OurPayment {
  readonly key: string;
  readonly state: ListedState;
  readonly amount: number;
}

type DifferenceKind = 'unknown-here' | 'unknown-there' | 'state' | 'amount';

export interface Difference {
  readonly key: string;
  readonly providerId: string;
  readonly kind: DifferenceKind;
  readonly our?: OurPayment;
  readonly their?: Pick<ListedPayment, 'state' | 'amount'>;
}

const hasMoney = (state: ListedState) => state === 'taken' || state === 'given-back';

/**
 * Difference between a provider's entry and our books, if ours is missing or contradicts it. Entries without
 * money are ignored.
 */
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
  // An entry that is open on one side may still follow the other; booked or taken money may not wait.
  if (their === 'open') return our === 'taken';
  if (our === 'open') return hasMoney(their);
  return hasMoney(their) || hasMoney(our);
}
