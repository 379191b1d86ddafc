import { paths } from '../../../../contract/paths.ts';
import { creditUsedEmail } from '../../../../countries/messages/credit-messages.ts';
import { totalDues } from '../../../../domain/standing/allocation.ts';
import { formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { add, formatMoney, ZERO, type Centavos } from '../../../../domain/money.ts';
import { writeTo } from '../../../customers/letters/service.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import type { LoanBooks } from '../../../loans/books/service.ts';
import type { Loan } from '../../../loans/service.ts';

/** Notifies the borrower by e-mail of the instalments that credit paid on a day, and records an event. */
export async function notifyCreditUsed(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  { id: loanId, country, currency, customerId }: Loan,
  books: LoanBooks,
  date: CalendarDate,
): Promise<void> {
  const used = new Map<number, Centavos>();
  for (const { date: on, parts } of books.creditUses)
    for (const { number, dues } of on === date ? parts : [])
      used.set(number, add(used.get(number) ?? ZERO, totalDues(dues)));
  if (used.size === 0) return;
  const detail = { instalments: [...used.keys()].join(','), amount: [...used.values()].reduce(add, ZERO) };
  await recordEvent(tx, {
    at: deps.clock.now(),
    country,
    kind: 'credit-applied',
    customerId,
    loanId,
    detail,
  });
  await writeTo(tx, deps, customerId, ({ sender, firstName, site }) =>
    creditUsedEmail(sender, {
      firstName,
      date: formatDate(date),
      paid: [...used].map(([number, amount]) => ({
        number,
        amount: formatMoney(amount, currency),
        isSettled: books.settled.includes(number),
      })),
      left: books.credit > 0 ? formatMoney(books.credit, currency) : '',
      isFinished: books.isSettled,
      url: site + paths.accountStatus(),
    }),
  );
}
