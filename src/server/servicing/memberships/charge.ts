import { membershipRetryDay } from '../../../countries/law/withdrawal-window.ts';
import { localDate } from '../../../countries/local-time.ts';
import { cardName } from '../../../countries/identifiers/cards.ts';
import { centavos, subtract, type Centavos } from '../../../domain/money.ts';
import { reserveCharges, sendCharges, type Charge, type ChargePurpose } from '../../charges/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { payPriceFromCredit } from '../../loans/books/service.ts';
import { lockLoans } from '../../loans/service.ts';
import { adoptChargesOf, bookMembershipCharge } from '../payments/service.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { pagesById } from '../../platform/work/pages.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import {
  chargesWithoutPayment,
  dueCharges,
  lockCharge,
  membershipOfLoan,
  setCharge,
  type ChargeRow,
  type MembershipRow,
} from './queries.ts';
import { eventOf } from './posting.ts';
import { notifyPaid, notifyUnpaid } from './notify.ts';

const pageSize = 100;

/**
 * Charges the due membership prices, each once. Charges with an unknown outcome are queried like all card
 * charges. A killed run leaves the rest to the next run, the same day or later.
 */
export async function chargeMemberships(deps: Dependencies, day: Day): Promise<DayFigures> {
  await adoptCharges(deps, day);
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

/**
 * Turns charges that an earlier release booked only in the ledger into payments, so that staff can find and
 * reverse them.
 */
async function adoptCharges(deps: Dependencies, { country }: Day): Promise<void> {
  const read = (after: number) => chargesWithoutPayment(deps.db, country, after, pageSize);
  for await (const loans of pagesById(read, (loanId) => loanId))
    for (const loanId of loans)
      await transaction(deps.db, async (tx) => {
        await lockLoans(tx, [loanId]);
        await adoptChargesOf(tx, deps, loanId);
      });
}

/** @returns the charge to send; undefined if there is none */
async function begin(
  tx: Tx,
  deps: Dependencies,
  { country, date }: Day,
  loanId: number,
): Promise<number | undefined> {
  // Locks the loan before its charge, in the same order as ending a membership.
  await lockLoans(tx, [loanId]);
  const charge = await lockCharge(tx, loanId, date);
  const membership = await membershipOfLoan(tx, loanId);
  // Another worker may have tried it meanwhile, and put it off.
  if (!membership || charge?.state !== 'planned' || !charge.is_due) return undefined;
  if (charge.is_held || charge.is_being_paid) return undefined;
  const now = deps.clock.now();
  const amount = await owedAfterCredit(tx, deps, membership);
  const reason = amount === 0 && !charge.is_ended ? 'paid' : refusalOf(charge);
  const { card, reference } = charge;
  if (reason !== undefined || card === null) {
    const why = reason ?? 'no-card';
    await setCharge(tx, loanId, { state: 'skipped', reason: why }, now);
    if (amount > 0 && why !== 'paid') await notifyUnpaid(tx, deps, { ...membership, owed: amount }, why);
    return undefined;
  }
  await setCharge(tx, loanId, { state: 'charging', card_id: card.id, tries: charge.tries + 1 }, now);
  const { currency } = membership;
  const { id: cardId, brand, lastFour } = card;
  const planned = { country, subject: loanId, reference, amount, currency, brand, lastFour, cardId };
  return (await reserveCharges(tx, deps, 'membership', [planned])).get(reference);
}

/** Amount still owed after the loan's credit, which pays before a card is charged. */
async function owedAfterCredit(
  tx: Tx,
  deps: Dependencies,
  { loan_id, owed }: MembershipRow,
): Promise<Centavos> {
  return subtract(centavos(owed), await payPriceFromCredit(tx, deps, loan_id, centavos(owed)));
}

function refusalOf(charge: ChargeRow): 'ended' | 'switched-off' | 'no-card' | undefined {
  if (charge.is_ended) return 'ended';
  if (charge.is_switched_off) return 'switched-off';
  return charge.card === null ? 'no-card' : undefined;
}

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
    for (const charge of charges) {
      const membership = await membershipOfLoan(tx, charge.subject);
      if (!membership) continue;
      // A late approval overrides an earlier decline or a planned retry.
      await conclude(tx, deps, membership, { state: 'approved', reason: '' });
      await bookMembershipCharge(tx, deps, charge);
      await notifyPaid(tx, deps, membership, charge.amount, cardName(charge.brand, charge.lastFour));
    }
  },
  async declined(tx, deps, charges) {
    for (const charge of charges) await putOff(tx, deps, charge);
  },
};

/**
 * Schedules the next attempt after a declined charge, a few times; until then the price can be paid by other
 * means.
 */
async function putOff(
  tx: Tx,
  deps: Dependencies,
  { subject, country, createdAt, reference }: Charge,
): Promise<void> {
  const charge = await lockCharge(tx, subject, localDate(createdAt, country));
  const membership = await membershipOfLoan(tx, subject);
  if (charge?.state !== 'charging' || charge.reference !== reference || !membership) return;
  const now = deps.clock.now();
  const { tries, is_ended: isEnded } = charge;
  const holidays = deps.holidays.knownAt(country, now);
  const next = isEnded ? undefined : membershipRetryDay(localDate(now, country), tries, holidays);
  await conclude(
    tx,
    deps,
    membership,
    next === undefined
      ? { state: 'declined' }
      : { state: 'planned', charge_on: next, reference: `M-${membership.public_id}-${tries + 1}` },
    'membership-charge-declined',
  );
  // Credit received meanwhile pays it at once, like any due price.
  const owed = await owedAfterCredit(tx, deps, membership);
  if (owed > 0) await notifyUnpaid(tx, deps, { ...membership, owed }, 'declined', next);
}

async function conclude(
  tx: Tx,
  deps: Dependencies,
  membership: MembershipRow,
  change: Parameters<typeof setCharge>[2],
  kind = `membership-charge-${change.state}`,
): Promise<void> {
  const now = deps.clock.now();
  await setCharge(tx, membership.loan_id, change, now);
  await recordEvent(tx, { ...eventOf(membership, now), kind });
}
