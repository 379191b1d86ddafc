import { packOf } from '../../../countries/index.ts';
import type { EmailMessage, Sender } from '../../../countries/messages/messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import type { Tx } from '../../platform/database.ts';
import { publicUrlOf } from '../../platform/public-url.ts';

interface Addressee {
  readonly sender: Sender;
  readonly firstName: string;
  readonly isDisabled: boolean;
  /** Scheme and host of the country's site, for links. */
  readonly site: string;
}

/**
 * Sends a customer an e-mail, except after an erasure.
 * @param letterOf returns undefined for a customer who must not be notified
 */
export async function writeTo(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  customerId: number,
  letterOf: (to: Addressee) => EmailMessage | undefined,
): Promise<void> {
  const customer = await tx
    .selectFrom('customer')
    .select(['country', 'email', 'first_name', 'disabled_at', 'erased_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const { country, email } = customer;
  if (customer.erased_at !== null) return;
  const letter = letterOf({
    sender: { brand: deps.config.BRAND, pack: packOf(country) },
    firstName: customer.first_name,
    isDisabled: customer.disabled_at !== null,
    site: publicUrlOf(deps.config, country),
  });
  if (letter) await enqueueMessage(tx, deps, country, { channel: 'email', to: email, customerId, ...letter });
}
