import { paths } from '../../../../contract/paths.ts';
import { creditRefundEmail, creditRefundedEmail } from '../../../../countries/messages/credit-messages.ts';
import { formatMoney, type Centavos } from '../../../../domain/money.ts';
import { writeTo } from '../../../customers/letters/service.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import type { Tx } from '../../../platform/database.ts';

/** Notifies the customer of a refund by e-mail. */
export async function notifyRefund(
  tx: Tx,
  deps: Pick<BookingDependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  refund: {
    readonly loanId: number;
    readonly amount: Centavos;
    readonly destination: string;
    readonly short?: Centavos;
  },
  news: 'sent' | 'completed' | 'failed' | 'not-sent',
): Promise<void> {
  const loan = await tx
    .selectFrom('loan')
    .select(['customer_id', 'public_id', 'currency'])
    .where('id', '=', refund.loanId)
    .executeTakeFirstOrThrow();
  await writeTo(tx, deps, loan.customer_id, ({ sender, firstName, site }) => {
    const facts = {
      firstName,
      amount: formatMoney(refund.amount, loan.currency),
      account: refund.destination.slice(-4),
      url: site + paths.statement(loan.public_id),
      // Part that had paid instalments before the transfer was found to have left.
      short: refund.short === undefined ? undefined : formatMoney(refund.short, loan.currency),
    };
    return news === 'completed' ? creditRefundedEmail(sender, facts) : creditRefundEmail(sender, facts, news);
  });
}
