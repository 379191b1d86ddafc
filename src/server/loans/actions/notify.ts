import { paths } from '../../../contract/paths.ts';
import { loanChangedEmail, type ChangeNews } from '../../../countries/messages/change-messages.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { formatMoney } from '../../../domain/money.ts';
import { writeTo } from '../../customers/letters/service.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import type { ActionBody, Loan } from '../service.ts';

/** Notifies the borrower of a stored action, unless it is one that only the lender has to know. */
export async function notifyAction(
  tx: Tx,
  deps: BookingDependencies,
  loan: Loan,
  body: ActionBody,
): Promise<void> {
  const news = newsOf(loan, body, formatDate(localDate(deps.clock.now(), loan.country)));
  if (news !== undefined) await notifyChange(tx, deps, loan, news);
}

export async function notifyChange(
  tx: Tx,
  deps: BookingDependencies,
  { customerId }: Pick<Loan, 'customerId'>,
  news: ChangeNews,
): Promise<void> {
  await writeTo(tx, deps, customerId, ({ sender, firstName, site }) =>
    loanChangedEmail(sender, { firstName, news, url: site + paths.accountStatus() }),
  );
}

function newsOf({ state, currency }: Loan, body: ActionBody, today: string): ChangeNews | undefined {
  switch (body.kind) {
    case 'pause':
      return { kind: 'paused', from: formatDate(body.from), to: formatDate(body.to) };
    case 'waive':
      return { kind: 'waived', amount: formatMoney(body.amount, currency), isFinished: state === 'finished' };
    case 'settlement-offer': {
      const amount = formatMoney(body.amount, currency);
      return { kind: 'settlement-offered', amount, until: formatDate(body.until) };
    }
    case 'accelerate':
      return { kind: 'accelerated', on: today };
    // The paper of an agreement is its message.
    case 'agreement':
    case 'sued':
      return undefined;
  }
}
