import type { EmailMessage, Sender } from '../../../countries/messages/messages.ts';
import type { RewardFacts } from '../../../countries/messages/referral-messages.ts';
import { formatMoney, type Centavos } from '../../../domain/money.ts';
import { writeTo } from '../../customers/letters/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';

/** Notifies a customer of a reward, unless the account is closed. @param path page that the link opens */
export async function tell(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>,
  customerId: number,
  letterOf: (sender: Sender, facts: RewardFacts) => EmailMessage,
  amount: Centavos,
  path: string,
): Promise<void> {
  await writeTo(tx, deps, customerId, ({ sender, firstName, site, isDisabled }) => {
    if (isDisabled) return undefined;
    return letterOf(sender, {
      firstName,
      amount: formatMoney(amount, sender.pack.currency),
      url: site + path,
    });
  });
}
