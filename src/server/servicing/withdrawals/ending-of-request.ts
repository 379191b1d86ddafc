import type { MembershipEndingWords } from '../../../countries/messages/withdrawal-messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { endingOf, endingWords, membershipOfLoan } from '../memberships/service.ts';
import type { Confirmed } from './decide.ts';
import { dayAsked, loanWithMembership } from './queries.ts';

/** Describes the effects of confirming a membership cancellation now; null if there is nothing to end. */
export async function endingOfRequest(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'holidays'>,
  request: Confirmed,
): Promise<MembershipEndingWords | null> {
  const askedOn = await dayAsked(tx, deps, request);
  const loan = await loanWithMembership(tx, request.customer_id, askedOn);
  const membership = loan && (await membershipOfLoan(tx, loan.id));
  return membership ? endingWords(request.country, await endingOf(tx, deps, membership, askedOn)) : null;
}
