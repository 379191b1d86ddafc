import { paths } from '../../contract/paths.ts';
import { arrivalOf, arrivalSentence } from '../../countries/arrival.ts';
import { holidaysOf } from '../../countries/holidays.ts';
import { packOf } from '../../countries/index.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import {
  loanCanceledEmail,
  loanConfirmedEmail,
  loanPaidOutEmail,
  payOutFailedEmail,
  type EmailMessage,
} from '../../countries/messages/messages.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { type Centavos, formatMoney } from '../../domain/money.ts';
import { formatPercentExact } from '../../domain/rate.ts';
import type { Dependencies } from '../dependencies.ts';
import { enqueueMessage, type OutgoingMessage } from '../messages/service.ts';
import type { Tx } from '../platform/database.ts';
import type { AccountFault } from '../integrations/payouts/port.ts';
import { publicUrlOf } from '../platform/public-url.ts';
import type { AcceptedLoan, Confirmation } from './confirmation.ts';

type MessageDependencies = Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>;

/** What is told of a loan and to whom. */
export interface Told {
  readonly country: CountryCode;
  readonly publicId: string;
  readonly email: string;
  readonly firstName: string;
  readonly amount: Centavos;
}

type ConfirmedLoan = AcceptedLoan & { readonly publicId: string; readonly confirmation: Confirmation };

/** The confirmation, with its figures. */
export function confirmedMessage(
  deps: Pick<MessageDependencies, 'clock' | 'config'>,
  { applicant, price, publicId, confirmation }: ConfirmedLoan,
): OutgoingMessage {
  const { plan } = price;
  const pack = packOf(applicant.country);
  const { tna, tea } = plan.rates;
  const now = deps.clock.now();
  const arrival = arrivalOf({ confirmedAt: now }, now, pack, holidaysOf(pack.code));
  const message = loanConfirmedEmail(
    { brand: deps.config.BRAND, pack },
    {
      firstName: applicant.firstName,
      amount: formatMoney(plan.principal, pack.currency),
      url: loanUrl(confirmation.origin.baseUrl, publicId),
      instalments: plan.instalments,
      payment: formatMoney(plan.payment, pack.currency),
      finalAmount: formatMoney(plan.finalAmount, pack.currency),
      firstDueDate: formatDate(plan.firstDueDate),
      arrival: arrivalSentence(arrival),
      rate: formatPercentExact(pack.tasaSigla === 'TNA' ? tna : tea),
    },
  );
  return { channel: 'email', to: applicant.email, ...message };
}

export async function tellPaidOut(tx: Tx, deps: MessageDependencies, told: Told): Promise<void> {
  const base = publicUrlOf(deps.config, told.country);
  const receiptUrl = `${base}${paths.receipt(told.publicId)}`;
  await send(tx, deps, told, loanPaidOutEmail(senderOf(deps, told), { ...factsOf(deps, told), receiptUrl }));
}

export async function tellPayoutFailed(
  tx: Tx,
  deps: MessageDependencies,
  told: Told,
  fault?: AccountFault,
): Promise<void> {
  await send(tx, deps, told, payOutFailedEmail(senderOf(deps, told), { ...factsOf(deps, told), fault }));
}

export async function tellCanceled(tx: Tx, deps: MessageDependencies, told: Told): Promise<void> {
  await send(tx, deps, told, loanCanceledEmail(senderOf(deps, told), factsOf(deps, told)));
}

function senderOf({ config }: MessageDependencies, { country }: Told) {
  return { brand: config.BRAND, pack: packOf(country) };
}

function factsOf(deps: MessageDependencies, { country, publicId, firstName, amount }: Told) {
  const pack = packOf(country);
  return {
    firstName,
    amount: formatMoney(amount, pack.currency),
    url: loanUrl(publicUrlOf(deps.config, country), publicId),
  };
}

function loanUrl(baseUrl: string, publicId: string): string {
  return `${baseUrl}${paths.loan(publicId)}`;
}

function send(
  tx: Tx,
  deps: MessageDependencies,
  { country, email }: { readonly country: CountryCode; readonly email: string },
  message: EmailMessage,
): Promise<void> {
  return enqueueMessage(tx, deps, country, { channel: 'email', to: email, ...message });
}
