import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { Origin } from '../../platform/http/route.ts';
import { noteEmailProof, type EmailProof } from '../service.ts';
import { forgetPasskeys } from './passkey-rows.ts';
import { endOtherSessions, forgetSocialIdentities, revokeSessions, spendLinks } from './queries.ts';

interface Proved {
  readonly customerId: number;
  readonly country: CountryCode;
  readonly by: EmailProof;
  readonly origin: Pick<Origin, 'requestId' | 'address'>;
  /** Session that verifies the address, which continues. */
  readonly session?: Buffer | undefined;
}

/**
 * Records proof that the customer reads the account's mailbox; the caller has locked the customer. The first
 * proof ends all earlier access, because the address may have been typed by a stranger: sessions, links,
 * passkeys, social logins, the password and, unless the proving session verified the phone, login by phone
 * (docs/product/signup-and-login.md#proved-or-not).
 * @returns whether it was the first proof
 */
export async function proveEmail(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  { customerId, country, by, origin, session }: Proved,
): Promise<boolean> {
  const at = clock.now();
  const lost = await noteEmailProof(tx, customerId, { at, by, keepsPhone: session !== undefined });
  if (!lost) return false;
  await spendLinks(tx, customerId, at);
  const sessions =
    session === undefined
      ? await revokeSessions(tx, customerId, at)
      : await endOtherSessions(tx, customerId, { present: session, now: at });
  const passkeys = await forgetPasskeys(tx, customerId);
  await forgetSocialIdentities(tx, customerId);
  const { requestId, address } = origin;
  const detail = { by, sessions, passkeys, ...lost };
  await recordEvent(tx, { at, country, kind: 'email-proved', customerId, requestId, address, detail });
  return true;
}
