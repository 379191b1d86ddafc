import { paths } from '../../../contract/paths.ts';
import {
  membershipPaidEmail,
  membershipPaidWithCreditEmail,
  membershipUnpaidEmail,
  membershipOwedAgainEmail,
  membershipWaivedEmail,
  type WhyUnpaid,
} from '../../../countries/messages/membership-messages.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney, type Centavos } from '../../../domain/money.ts';
import { writeTo } from '../../customers/letters/service.ts';
import type { Tx } from '../../platform/database.ts';
import type { MembershipRow } from './queries.ts';

type Writing = Parameters<typeof writeTo>[1];

/** Notifies the customer that the card on file was charged. @param amount centavos */
export async function notifyPaid(
  tx: Tx,
  deps: Writing,
  { customer_id, currency }: MembershipRow,
  amount: Centavos,
  card: string,
): Promise<void> {
  await writeTo(tx, deps, customer_id, ({ sender, firstName, site }) =>
    membershipPaidEmail(sender, {
      firstName,
      price: formatMoney(amount, currency),
      card,
      url: site + paths.membership(),
    }),
  );
}

/** Notifies the customer of a failed charge. @param retryOn day of the next attempt; absent for none */
export async function notifyUnpaid(
  tx: Tx,
  deps: Writing,
  { customer_id, currency, owed, ended_at, last_due_date, country }: MembershipRow,
  why: WhyUnpaid,
  retryOn?: CalendarDate,
): Promise<void> {
  const canEnd = ended_at === null && localDate(deps.clock.now(), country) <= last_due_date;
  await writeTo(tx, deps, customer_id, ({ sender, firstName, site }) =>
    membershipUnpaidEmail(sender, {
      firstName,
      price: formatMoney(centavos(owed), currency),
      why,
      retryOn: retryOn === undefined ? '' : formatDate(retryOn),
      canEnd,
      url: site + paths.membership(),
    }),
  );
}

type Changed = 'paid-with-credit' | 'owed-again' | 'waived';

const letters = {
  'paid-with-credit': membershipPaidWithCreditEmail,
  'owed-again': membershipOwedAgainEmail,
  waived: membershipWaivedEmail,
} as const;

/**
 * Notifies the customer of a change in the amount owed without a card charge.
 * @param amount change in centavos;
 * @param membership its current state
 */
export async function notifyContactChanged(
  tx: Tx,
  deps: Writing,
  { customer_id, currency, owed }: MembershipRow,
  change: Changed,
  amount: Centavos,
): Promise<void> {
  await writeTo(tx, deps, customer_id, ({ sender, firstName, site }) =>
    letters[change](sender, {
      firstName,
      price: formatMoney(amount, currency),
      owed: owed > 0 ? formatMoney(centavos(owed), currency) : '',
      url: site + paths.membership(),
    }),
  );
}
