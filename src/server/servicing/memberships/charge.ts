import {
  membershipPaidEmail,
  membershipUnpaidEmail,
} from '../../../countries/messages/membership-messages.ts';
import { cardName } from '../../../countries/identifiers/cards.ts';
import { membershipPaid } from '../../../domain/ledger.ts';
import { centavos, formatMoney, subtract } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ChargeAnswer } from '../../integrations/card-payments/port.ts';
import { post } from '../../loans/ledger/service.ts';
import { enqueueMessage } from '../../messages/service.ts';
import type { Day } from '../../platform/daily.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import {
  dueCharges,
  lockCharge,
  membershipOfLoan,
  setCharge,
  type ChargeRow,
  type MembershipRow,
} from './queries.ts';
import { eventOf, membershipUrl, personOf, postingOf, senderOf } from './service.ts';

const page = 100;
/** Longer than the gateway may take: until then another worker may be charging. Real time. */
const askAfterSeconds = 60;

/**
 * Charges the prices whose day has come, each once, and asks again for those without a known outcome. A day's
 * run that is killed leaves them to the next look at the day, or to the next day.
 */
export async function chargeMemberships(deps: Dependencies, day: Day): Promise<void> {
  for (let after = 0; ;) {
    const loans = await dueCharges(deps.db, day, after, page);
    const last = loans.at(-1);
    if (last === undefined) return;
    after = last;
    for (const loanId of loans) await chargeOne(deps, day, loanId);
  }
}

async function chargeOne(deps: Dependencies, day: Day, loanId: number): Promise<void> {
  const begun = await transaction(deps.db, (tx) => begin(tx, deps, day, loanId));
  if (!begun) return;
  const { membership, charge, isNew } = begun;
  const answer = await ask(deps, membership, charge, isNew);
  if (answer?.state !== 'approved' && answer?.state !== 'declined') return;
  await transaction(deps.db, (tx) => settle(tx, deps, day, loanId, answer));
}

async function begin(tx: Tx, deps: Dependencies, { date }: Day, loanId: number) {
  const membership = await membershipOfLoan(tx, loanId);
  const charge = await lockCharge(tx, loanId, date);
  if (!membership || !charge) return undefined;
  const now = deps.clock.now();
  if (charge.state === 'charging') {
    if ((charge.sent_seconds_ago ?? 0) < askAfterSeconds) return undefined;
    await setCharge(tx, loanId, { state: 'charging' }, now);
    return { membership, charge, isNew: false };
  }
  if (charge.state !== 'planned') return undefined;
  const reason = refusalOf(charge);
  if (reason !== undefined || charge.card_id === null) {
    await setCharge(tx, loanId, { state: 'skipped', reason: reason ?? 'no-card' }, now);
    if (reason !== 'ended') await tellUnpaid(tx, deps, membership);
    return undefined;
  }
  await setCharge(tx, loanId, { state: 'charging', card_id: charge.card_id }, now);
  return { membership, charge, isNew: true };
}

function refusalOf(charge: ChargeRow): 'ended' | 'switched-off' | 'no-card' | undefined {
  if (charge.is_ended) return 'ended';
  if (charge.is_switched_off) return 'switched-off';
  return charge.card_id === null ? 'no-card' : undefined;
}

/** @returns undefined when the outcome is not known */
async function ask(
  { ports, log }: Dependencies,
  { price, currency, loan_id, customer_id: customerId }: MembershipRow,
  { reference, stored_token: token, bin, brand }: ChargeRow,
  isNew: boolean,
): Promise<ChargeAnswer | undefined> {
  if (token === null || bin === null || brand === null) return undefined;
  try {
    const known = isNew ? undefined : await ports.cardPayments.query(reference);
    if (known && known.state !== 'not-found') return known;
    const card = { kind: 'stored', token, customerId } as const;
    return await ports.cardPayments.charge({
      reference,
      card,
      brand,
      bin,
      currency,
      amount: centavos(price),
    });
  } catch (error) {
    log.error({ err: error, loanId: loan_id }, 'charge of a membership without an answer');
    return undefined;
  }
}

async function settle(
  tx: Tx,
  deps: Dependencies,
  { date }: Day,
  loanId: number,
  { state, providerId }: ChargeAnswer,
): Promise<void> {
  const charge = await lockCharge(tx, loanId, date);
  const membership = await membershipOfLoan(tx, loanId);
  if (charge?.state !== 'charging' || !membership) return;
  const now = deps.clock.now();
  await setCharge(tx, loanId, { state, provider_id: providerId }, now);
  await recordEvent(tx, { ...eventOf(membership, now), kind: `membership-charge-${state}` });
  if (state === 'declined') return tellUnpaid(tx, deps, membership);
  const price = centavos(membership.price);
  await post(tx, {
    ...postingOf(membership, now),
    kind: 'membership-paid',
    entries: membershipPaid(price, subtract(price, centavos(membership.returned ?? 0))),
  });
  const { email, firstName } = await personOf(tx, membership);
  const letter = membershipPaidEmail(senderOf(deps, membership), {
    firstName,
    price: formatMoney(price, membership.currency),
    card: charge.brand && charge.last_four ? cardName(charge.brand, charge.last_four) : '',
    url: membershipUrl(deps, membership),
  });
  await enqueueMessage(tx, deps, membership.country, { channel: 'email', to: email, ...letter });
}

async function tellUnpaid(tx: Tx, deps: Dependencies, membership: MembershipRow): Promise<void> {
  const { email, firstName } = await personOf(tx, membership);
  const letter = membershipUnpaidEmail(senderOf(deps, membership), {
    firstName,
    price: formatMoney(centavos(membership.price), membership.currency),
    url: membershipUrl(deps, membership),
  });
  await enqueueMessage(tx, deps, membership.country, { channel: 'email', to: email, ...letter });
}
