import { PASSWORDS_DIFFER, parseNewPassword } from '../../../countries/identifiers/passwords.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failFields, type Failure } from '../../platform/http/result.ts';
import { isCommonPassword, isPersonalPassword } from './common-passwords.ts';

export interface TypedTwice {
  readonly password: string;
  readonly password_confirmation: string;
}

/** Why nobody may have this password; undefined when somebody may. */
export function refuseNewPassword(
  { password, password_confirmation: confirmation }: TypedTwice,
  { config }: Pick<Dependencies, 'config'>,
): Failure | undefined {
  const parsed = parseNewPassword(password);
  if (!parsed.ok) return failFields({ password: parsed.message });
  if (password !== confirmation) {
    return fail('password_mismatch', { fields: { password_confirmation: PASSWORDS_DIFFER } });
  }
  return isCommonPassword(password, config.BRAND) ? fail('password_weak') : undefined;
}

interface Whose {
  readonly id: number;
  readonly country: CountryCode;
  readonly email: string;
  readonly document_number: string;
  readonly cellphone: string;
}

/** Why this customer may not have it: others know it, of them or of another site. */
export async function refusePasswordOf(
  deps: Dependencies,
  customer: Whose,
  password: string,
): Promise<Failure | undefined> {
  const { email, document_number: documentNumber, cellphone } = customer;
  if (isPersonalPassword(password, { email, documentNumber, cellphone })) return fail('password_weak');
  return (await isBreached(deps, customer, password)) ? fail('password_breached') : undefined;
}

/** A list that cannot be asked keeps nobody from a new password; that it was not asked is an event. */
async function isBreached(
  { ports, db, clock, log }: Dependencies,
  { id: customerId, country }: Whose,
  password: string,
): Promise<boolean> {
  try {
    return (await ports.breachedPasswords?.isBreached(password)) ?? false;
  } catch (error) {
    log.warn({ err: error }, 'the list of breached passwords cannot be asked');
    await recordEvent(db, { at: clock.now(), country, kind: 'breached-passwords-unasked', customerId });
    return false;
  }
}
