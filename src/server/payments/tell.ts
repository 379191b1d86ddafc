import { packOf } from '../../countries/index.ts';
import { type CellPhone, toE164 } from '../../countries/identifiers/phones.ts';
import { localHour } from '../../countries/local-time.ts';
import { paymentEmail, type PaymentNews, paymentSms } from '../../countries/payment-messages.ts';
import { formatMoneyExact, type Centavos } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import { enqueueMessage } from '../messages/service.ts';
import type { Tx } from '../platform/database.ts';
import { publicUrlOf } from '../platform/public-url.ts';
import { methodOf } from './methods.ts';
import type { PaymentRequest } from './queries.ts';

export type TellDependencies = Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>;

/** Hours of the day at which a phone may ring; networks report at night as well, and the e-mail tells it then. */
const awake = { from: 8, until: 21 };
/** News with which no loan ends. */
const noEnd: ReadonlySet<PaymentNews> = new Set(['reversed', 'refunded', 'rejected']);
/** The number has been proved to be theirs. */
const verified = 1;

/**
 * Tells the borrower what happened to the money of a payment, in the transaction that books it: by e-mail, and by
 * SMS where they are not looking at a screen of ours.
 * @param paid what came or was taken back
 */
export async function tellPayment(
  tx: Tx,
  deps: TellDependencies,
  request: PaymentRequest,
  news: PaymentNews,
  paid: Centavos,
): Promise<void> {
  const { country, customerId, loanId, hash, kind } = request;
  const customer = await tx
    .selectFrom('customer')
    .select(['email', 'first_name', 'cellphone', 'contact_data_verified', 'erased_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (customer.erased_at !== null) return;
  const loan = await tx.selectFrom('loan').select('state').where('id', '=', loanId).executeTakeFirstOrThrow();
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  const facts = {
    firstName: customer.first_name,
    news,
    method: methodOf(country, request.method)?.name ?? request.method,
    paid: formatMoneyExact(paid),
    asked: formatMoneyExact(request.amount),
    isFinished: loan.state === 'finished' && !noEnd.has(news),
    url: `${publicUrlOf(deps.config, country)}/coupon/${hash}`,
  };
  await enqueueMessage(tx, deps, country, {
    channel: 'email',
    to: customer.email,
    ...paymentEmail(sender, facts),
  });
  const hour = localHour(deps.clock.now(), country);
  const isAway = kind === 'coupon' || kind === 'transfer' || news === 'reversed' || news === 'refunded';
  const mayRing = hour >= awake.from && hour < awake.until && customer.contact_data_verified === verified;
  const sms = isAway && mayRing ? paymentSms(sender, facts) : undefined;
  if (sms) {
    const to = toE164(country, customer.cellphone as CellPhone);
    await enqueueMessage(tx, deps, country, { channel: 'sms', to, text: sms.text });
  }
}
