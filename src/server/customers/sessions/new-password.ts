import { PASSWORDS_DIFFER, parseNewPassword } from '../../../countries/identifiers/passwords.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
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

/** Why this customer may not have it: others know it of them. */
export async function refusePasswordOf(
  _deps: Dependencies,
  { email, document_number: documentNumber, cellphone }: Whose,
  password: string,
): Promise<Failure | undefined> {
  return isPersonalPassword(password, { email, documentNumber, cellphone })
    ? fail('password_weak')
    : undefined;
}
