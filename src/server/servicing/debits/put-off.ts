import { paths } from '../../../contract/paths.ts';
import { debitNotMadeEmail } from '../../../countries/messages/debit-messages.ts';
import { packOf } from '../../../countries/index.ts';
import { addBusinessDays, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { formatMoney } from '../../../domain/money.ts';
import type { InstalmentStanding } from '../../../domain/standing/standing.ts';
import { contactsOf } from '../../customers/preferences/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Loan } from '../../loans/service.ts';
import { enqueueMessages } from '../../messages/service.ts';
import type { Tx } from '../../platform/database.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import type { Day } from '../../platform/work/daily.ts';
import type { DueDebit } from './queries.ts';

/** Reasons that may disappear by another day; all others are final. */
const PASSING: ReadonlySet<string> = new Set(['open-payment', 'withdrawal', 'held']);

/**
 * Reasons worth a notification: unknown to the borrower, or temporary. A withdrawal sends its own letters.
 */
const TOLD: ReadonlySet<string> = new Set(['open-payment', 'held', 'no-card']);

interface NotAttempted {
  readonly debit: DueDebit;
  readonly loan: Loan | undefined;
  readonly standing: InstalmentStanding | undefined;
  readonly reason: string;
}

interface PutOff extends NotAttempted {
  /** Day of the next attempt; undefined for none. */
  readonly attemptOn: CalendarDate | undefined;
}

/** Postpones a debit to the next business day, up to the last one without surcharge. */
export function putOffOf(left: NotAttempted, { date }: Day, holidays: ReadonlySet<string>): PutOff {
  const next = addBusinessDays(date, 1, holidays);
  const isLeft =
    PASSING.has(left.reason) && left.standing !== undefined && next <= left.standing.payableUntil;
  return { ...left, attemptOn: isLeft ? next : undefined };
}

/**
 * Notifies borrowers that their announced debit was not made: when it is first postponed, and when it is
 * abandoned. The reason for a hold is never disclosed.
 */
export async function notifyNotAttempted(
  tx: Tx,
  deps: Dependencies,
  { country, date }: Day,
  left: readonly PutOff[],
): Promise<void> {
  const told = left.filter(
    ({ debit, reason, attemptOn }) =>
      TOLD.has(reason) && (attemptOn === undefined || debit.put_off_for === ''),
  );
  if (told.length === 0) return;
  const contacts = await contactsOf(
    tx,
    deps,
    told.flatMap(({ loan }) => loan?.customerId ?? []),
  );
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  const url = publicUrlOf(deps.config, country) + paths.accountStatus();
  const messages = told.flatMap(({ debit, loan, standing, reason, attemptOn }) => {
    const contact = loan && contacts.get(loan.customerId);
    if (!contact || !standing) return [];
    const letter = debitNotMadeEmail(sender, {
      firstName: contact.firstName,
      number: debit.instalment,
      count: loan.conditions.schedule.rows.length,
      amount: formatMoney(standing.toPay, sender.pack.currency),
      dueDate: formatDate(debit.due_date),
      payableUntil: formatDate(standing.payableUntil),
      date: formatDate(date),
      why: reason === 'open-payment' || reason === 'no-card' ? reason : '',
      attemptOn: attemptOn === undefined ? '' : formatDate(attemptOn),
      url,
    });
    return [{ channel: 'email' as const, to: contact.email, ...letter }];
  });
  await enqueueMessages(tx, deps, country, messages);
}
