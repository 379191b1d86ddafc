import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { membershipOverpaid, membershipReturned, reversed } from '../../../domain/ledger.ts';
import {
  add,
  centavos,
  negate,
  roundingOf,
  roundMoney,
  smaller,
  subtract,
  ZERO,
  type Centavos,
} from '../../../domain/money.ts';
import type { Charge } from '../../../domain/schedule.ts';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import { unpayPrice } from '../../loans/books/service.ts';
import { loanBalance, post } from '../../loans/ledger/service.ts';
import { lockedLoan, lockLoans } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { adoptChargesOf, closeMembershipRequests, membershipCredit } from '../payments/service.ts';
import { eventOf, postingOf } from './posting.ts';
import { membershipOfLoan, type MembershipRow } from './queries.ts';
import { notifyContactChanged } from './notify.ts';

interface GivenUp {
  readonly part: Charge;
  readonly on: CalendarDate;
  readonly reason: 'ended' | 'waived';
}

/** Reverses income and tax of the unowed part of the price. */
export async function giveUp(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  membership: MembershipRow,
  { part, on, reason }: GivenUp,
): Promise<void> {
  const now = clock.now();
  const { loan_id } = membership;
  const { tax } = part;
  await tx
    .insertInto('membership_return')
    .values({ loan_id, amount: add(part.net, tax), tax, ended_on: on, reason, created_at: now })
    .execute();
  await post(tx, {
    ...postingOf(membership, now),
    kind: reason === 'waived' ? 'membership-waived' : 'membership-returned',
    entries: membershipReturned(part),
  });
}

/**
 * Turns the overpaid part of a membership price back into credit of the payments that covered it.
 * @returns credit, centavos
 */
export async function settleOverpaid(tx: Tx, deps: BookingDependencies, loanId: number): Promise<Centavos> {
  const balance = (await loanBalance(tx, loanId)).get('membership-receivable') ?? ZERO;
  if (balance >= 0) return ZERO;
  await adoptChargesOf(tx, deps, loanId);
  const loan = await lockedLoan(tx, loanId);
  const now = deps.clock.now();
  const today = localDate(now, loan.country);
  const overpaid = negate(balance);
  const left = subtract(overpaid, await unpayPrice(tx, deps, loan, overpaid, today));
  const membership = await membershipOfLoan(tx, loanId);
  if (left > 0 && membership)
    await post(tx, {
      ...postingOf(membership, now),
      kind: 'membership-returned',
      entries: membershipOverpaid(left),
    });
  return overpaid;
}

/**
 * Waives the owed part of a membership's price, on behalf of the staff. @returns centavos; zero if no
 * collectable amount is owed
 */
export async function waiveMembership(tx: Tx, deps: BookingDependencies, loanId: number): Promise<Centavos> {
  await lockLoans(tx, [loanId]);
  const membership = await membershipOfLoan(tx, loanId);
  if (!membership?.is_due || membership.owed === 0) return ZERO;
  const owed = centavos(membership.owed);
  const { country, currency, price, tax, returned, returned_tax } = membership;
  const isWhole = membership.owed === price - returned;
  const share = { num: BigInt(tax), den: BigInt(price) };
  const part = isWhole
    ? centavos(tax - returned_tax)
    : roundMoney(BigInt(owed) * share.num, share.den, roundingOf(currency, 'half-up'));
  const now = deps.clock.now();
  const on = localDate(now, country);
  await giveUp(tx, deps, membership, {
    part: { net: subtract(owed, part), tax: part },
    on,
    reason: 'waived',
  });
  await recordEvent(tx, { ...eventOf(membership, now), kind: 'membership-waived', detail: { amount: owed } });
  await closeMembershipRequests(tx, loanId, now);
  await notifyContactChanged(tx, deps, { ...membership, owed: 0 }, 'waived', owed);
  return owed;
}

/**
 * Applies an earlier release's refund to a price that is owed again, so that it is not refunded twice. Such a
 * refund exists only in the ledger until staff transfer it.
 */
export async function takeBackGiven(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  loanId: number,
): Promise<void> {
  const membership = await membershipOfLoan(tx, loanId);
  if (!membership) return;
  const amount = smaller(centavos(membership.owed), await membershipCredit(tx, { id: loanId }));
  if (amount <= 0) return;
  await post(tx, {
    ...postingOf(membership, clock.now()),
    kind: 'membership-returned',
    entries: reversed(membershipOverpaid(amount)),
  });
}
