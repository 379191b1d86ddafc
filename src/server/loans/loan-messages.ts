import { paths } from '../../contract/paths.ts';
import { packOf } from '../../countries/index.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import {
  loanCanceledEmail,
  loanPaidOutEmail,
  payoutFailedEmail,
  type EmailMessage,
} from '../../countries/messages/messages.ts';
import { notDeliveredEmail } from '../../countries/messages/delivery-messages.ts';
import { type Centavos, formatMoney } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import { enqueueMessage } from '../messages/service.ts';
import type { Tx } from '../platform/database.ts';
import type { AccountFault } from '../integrations/payouts/port.ts';
import { publicUrlOf } from '../platform/public-url.ts';

type MessageDependencies = Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>;

/** Facts and recipient of a loan notification. */
export interface Told {
  readonly country: CountryCode;
  readonly publicId: string;
  readonly email: string;
  readonly firstName: string;
  readonly amount: Centavos;
}

interface PaidOutFacts {
  /** Cash pick-up location; '' for a transfer. */
  readonly place: string;
  readonly moved: number;
  /** Formatted with the last day without surcharge. */
  readonly firstDueDate: string;
}

export async function notifyPaidOut(
  tx: Tx,
  deps: MessageDependencies,
  told: Told,
  { place, moved, firstDueDate }: PaidOutFacts,
): Promise<void> {
  const base = publicUrlOf(deps.config, told.country);
  const facts = { ...factsOf(deps, told), receiptUrl: base + paths.receipt(told.publicId), place };
  const dates = moved === 0 ? undefined : { days: moved, firstDueDate };
  await send(tx, deps, told, loanPaidOutEmail(senderOf(deps, told), { ...facts, moved: dates }));
}

export async function notifyPayoutFailed(
  tx: Tx,
  deps: MessageDependencies,
  told: Told,
  fault?: AccountFault,
): Promise<void> {
  await send(tx, deps, told, payoutFailedEmail(senderOf(deps, told), { ...factsOf(deps, told), fault }));
}

export async function notifyCanceled(tx: Tx, deps: MessageDependencies, told: Told): Promise<void> {
  await send(tx, deps, told, loanCanceledEmail(senderOf(deps, told), factsOf(deps, told)));
}

export async function notifyNotDelivered(
  tx: Tx,
  deps: MessageDependencies,
  told: Told,
  days: number,
): Promise<void> {
  await send(tx, deps, told, notDeliveredEmail(senderOf(deps, told), { ...factsOf(deps, told), days }));
}

export function senderOf({ config }: MessageDependencies, { country }: Told) {
  return { brand: config.BRAND, pack: packOf(country) };
}

export function factsOf(deps: MessageDependencies, { country, publicId, firstName, amount }: Told) {
  const pack = packOf(country);
  return {
    firstName,
    amount: formatMoney(amount, pack.currency),
    url: publicUrlOf(deps.config, country) + paths.loan(publicId),
  };
}

export function send(
  tx: Tx,
  deps: MessageDependencies,
  { country, email }: { readonly country: CountryCode; readonly email: string },
  message: EmailMessage,
): Promise<void> {
  return enqueueMessage(tx, deps, country, { channel: 'email', to: email, ...message });
}
