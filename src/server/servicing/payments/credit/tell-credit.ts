import { paths } from '../../../../contract/paths.ts';
import { packOf } from '../../../../countries/index.ts';
import { creditUsedEmail } from '../../../../countries/messages/credit-messages.ts';
import { totalDues } from '../../../../domain/standing/allocation.ts';
import { formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { add, formatMoney, ZERO, type Centavos } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { enqueueMessage } from '../../../messages/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { publicUrlOf } from '../../../platform/public-url.ts';
import type { LoanBooks } from '../../../loans/books/service.ts';
import type { Loan } from '../../../loans/service.ts';

/** Tells the borrower by e-mail which instalments money in favour has paid on a day, and leaves an event. */
export async function tellCreditUsed(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  { id: loanId, country, customerId, conditions }: Loan,
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
  const customer = await tx
    .selectFrom('customer')
    .select(['email', 'first_name', 'erased_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (customer.erased_at !== null) return;
  const pack = packOf(country);
  const letter = creditUsedEmail(
    { brand: deps.config.BRAND, pack },
    {
      firstName: customer.first_name,
      date: formatDate(date),
      paid: [...used].map(([number, amount]) => ({
        number,
        amount: formatMoney(amount, pack.currency),
        isSettled: books.settled.includes(number),
      })),
      left: books.credit > 0 ? formatMoney(books.credit, pack.currency) : '',
      isFinished: books.settled.length === conditions.schedule.rows.length,
      url: publicUrlOf(deps.config, country) + paths.accountStatus(),
    },
  );
  await enqueueMessage(tx, deps, country, { channel: 'email', to: customer.email, ...letter });
}
