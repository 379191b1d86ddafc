import { paths } from '../../../contract/paths.ts';
import {
  membershipPaidEmail,
  membershipUnpaidEmail,
} from '../../../countries/messages/membership-messages.ts';
import { localDate } from '../../../countries/local-time.ts';
import { cardName } from '../../../countries/identifiers/cards.ts';
import { membershipPaid } from '../../../domain/ledger.ts';
import { centavos, formatMoney, subtract } from '../../../domain/money.ts';
import { reserveCharges, sendCharges, type Charge, type ChargePurpose } from '../../charges/service.ts';
import { writeTo } from '../../customers/letters/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { post } from '../../loans/ledger/service.ts';
import { lockLoans } from '../../loans/service.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { pagesById } from '../../platform/work/pages.ts';
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
import { eventOf, postingOf } from './service.ts';

const pageSize = 100;

/**
 * Charges the prices whose day has come, each once. Those without a known outcome are asked for as every charge is. A
 * day's run that is killed leaves the rest to the next look at the day, or to the next day.
 */
export async function chargeMemberships(deps: Dependencies, day: Day): Promise<DayFigures> {
  let charges = 0;
  const read = (after: number) => dueCharges(deps.db, day, after, pageSize);
  for await (const loans of pagesById(read, (loanId) => loanId))
    for (const loanId of loans) {
      const charge = await transaction(deps.db, (tx) => begin(tx, deps, day, loanId));
      if (charge === undefined) continue;
      charges += 1;
      await sendCharges(deps, membershipCharges, [charge]);
    }
  return { charges };
}

/** @returns the charge to be sent; undefined when there is none */
async function begin(
  tx: Tx,
  deps: Dependencies,
  { country, date }: Day,
  loanId: number,
): Promise<number | undefined> {
  // The loan before its charge, as who ends a membership locks them.
  await lockLoans(tx, [loanId]);
  const charge = await lockCharge(tx, loanId, date);
  const membership = await membershipOfLoan(tx, loanId);
  if (!membership || charge?.state !== 'planned' || charge.is_held) return undefined;
  const now = deps.clock.now();
  const reason = refusalOf(charge);
  const { card, reference } = charge;
  if (reason !== undefined || card === null) {
    await setCharge(tx, loanId, { state: 'skipped', reason: reason ?? 'no-card' }, now);
    if (reason !== 'ended') await tellUnpaid(tx, deps, membership);
    return undefined;
  }
  await setCharge(tx, loanId, { state: 'charging', card_id: card.id }, now);
  const { currency } = membership;
  const { id: cardId, brand, lastFour } = card;
  const amount = centavos(membership.price);
  const planned = { country, subject: loanId, reference, amount, currency, brand, lastFour, cardId };
  return (await reserveCharges(tx, deps, 'membership', [planned])).get(reference);
}

function refusalOf(charge: ChargeRow): 'ended' | 'switched-off' | 'no-card' | undefined {
  if (charge.is_ended) return 'ended';
  if (charge.is_switched_off) return 'switched-off';
  return charge.card === null ? 'no-card' : undefined;
}

/** What follows when the card was charged a membership's price, or not. */
export const membershipCharges: ChargePurpose = {
  purpose: 'membership',
  async lock(tx, charges) {
    if (charges.length === 0) return;
    await lockLoans(
      tx,
      charges.map(({ subject }) => subject),
    );
    for (const { subject, country, createdAt } of charges)
      await lockCharge(tx, subject, localDate(createdAt, country));
  },
  async approved(tx, deps, charges) {
    // Money that came after all ends what had been given up.
    for (const charge of charges) {
      const membership = await settle(tx, deps, charge, 'approved', ['charging', 'declined']);
      if (membership) await bookPaid(tx, deps, membership, charge);
    }
  },
  async declined(tx, deps, charges) {
    for (const charge of charges) {
      const membership = await settle(tx, deps, charge, 'declined', ['charging']);
      if (membership) await tellUnpaid(tx, deps, membership);
    }
  },
};

/** @returns the membership whose charge has ended now; undefined when it had before */
async function settle(
  tx: Tx,
  deps: Dependencies,
  { subject, country, createdAt }: Charge,
  state: 'approved' | 'declined',
  before: readonly string[],
): Promise<MembershipRow | undefined> {
  const charge = await lockCharge(tx, subject, localDate(createdAt, country));
  const membership = await membershipOfLoan(tx, subject);
  if (!charge || !before.includes(charge.state) || !membership) return undefined;
  const now = deps.clock.now();
  await setCharge(tx, subject, { state }, now);
  await recordEvent(tx, { ...eventOf(membership, now), kind: `membership-charge-${state}` });
  return membership;
}

async function bookPaid(
  tx: Tx,
  deps: Dependencies,
  membership: MembershipRow,
  { brand, lastFour }: Charge,
): Promise<void> {
  const now = deps.clock.now();
  const price = centavos(membership.price);
  await post(tx, {
    ...postingOf(membership, now),
    kind: 'membership-paid',
    entries: membershipPaid(price, subtract(price, centavos(membership.returned))),
  });
  await writeTo(tx, deps, membership.customer_id, ({ sender, firstName, site }) =>
    membershipPaidEmail(sender, {
      firstName,
      price: formatMoney(price, membership.currency),
      card: cardName(brand, lastFour),
      url: site + paths.membership(),
    }),
  );
}

async function tellUnpaid(tx: Tx, deps: Dependencies, membership: MembershipRow): Promise<void> {
  await writeTo(tx, deps, membership.customer_id, ({ sender, firstName, site }) =>
    membershipUnpaidEmail(sender, {
      firstName,
      price: formatMoney(centavos(membership.price), membership.currency),
      url: site + paths.membership(),
    }),
  );
}
