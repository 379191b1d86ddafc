import { paths } from '../../../../contract/paths.ts';
import { packOf } from '../../../../countries/index.ts';
import { creditRefundEmail, creditRefundedEmail } from '../../../../countries/messages/credit-messages.ts';
import { formatMoney, type Centavos } from '../../../../domain/money.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { enqueueMessage } from '../../../messages/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { publicUrlOf } from '../../../platform/public-url.ts';

/** Tells the customer of a transfer of their money, by e-mail. */
export async function tellRefund(
  tx: Tx,
  deps: Pick<BookingDependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  refund: { readonly loanId: number; readonly amount: Centavos; readonly destination: string },
  news: 'sent' | 'completed' | 'failed' | 'not-sent',
): Promise<void> {
  const row = await tx
    .selectFrom('loan as l')
    .innerJoin('customer as c', 'c.id', 'l.customer_id')
    .select(['l.country', 'l.public_id', 'c.email', 'c.first_name', 'c.erased_at'])
    .where('l.id', '=', refund.loanId)
    .executeTakeFirstOrThrow();
  if (row.erased_at !== null) return;
  const { country } = row;
  const pack = packOf(country);
  const sender = { brand: deps.config.BRAND, pack };
  const facts = {
    firstName: row.first_name,
    amount: formatMoney(refund.amount, pack.currency),
    account: refund.destination.slice(-4),
    url: publicUrlOf(deps.config, country) + paths.statement(row.public_id),
  };
  const letter =
    news === 'completed' ? creditRefundedEmail(sender, facts) : creditRefundEmail(sender, facts, news);
  await enqueueMessage(tx, deps, country, { channel: 'email', to: row.email, ...letter });
}
