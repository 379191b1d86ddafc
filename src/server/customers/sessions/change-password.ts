import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { passwordChangedEmail, type PasskeysThen } from '../../../countries/messages/access-messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { Origin } from '../../platform/http/route.ts';
import { setPassword } from '../service.ts';
import { spendLinks } from './queries.ts';

interface PasswordChange {
  readonly customer: {
    readonly id: number;
    readonly country: CountryCode;
    readonly email: string;
    readonly first_name: string;
  };
  readonly hash: string;
  readonly origin: Origin;
  readonly sessionsEnded: number;
  readonly passkeys: PasskeysThen;
}

/** Replaces the password, revokes open links and notifies the person, who may not have done it. */
export async function changePassword(
  tx: Tx,
  deps: Dependencies,
  { customer, hash, origin, sessionsEnded, passkeys }: PasswordChange,
): Promise<void> {
  const { id: customerId, country, email: to, first_name: firstName } = customer;
  const at = deps.clock.now();
  await setPassword(tx, customerId, hash);
  await spendLinks(tx, customerId, at);
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  const url = origin.baseUrl + paths.login({ reset: '1' });
  const letter = passwordChangedEmail(sender, { firstName, url, passkeys });
  await enqueueMessage(tx, deps, country, { channel: 'email', to, ...letter });
  const { requestId, address } = origin;
  const detail = { sessionsEnded };
  await recordEvent(tx, { at, country, kind: 'password-changed', customerId, requestId, address, detail });
}
