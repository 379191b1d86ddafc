import { PASSWORDS_DIFFER, parseNewPassword } from '../../../countries/identifiers/passwords.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failFields, type Failure } from '../../platform/http/result.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Most common passwords from public lists, worldwide and of this region (ASVS 6.2.4), in lower case. */
const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/**
 * Words related to the product, which an attacker tries first (docs/security-policies.md#own-words); the
 * brand counts too.
 */
const productWords = [
  'cuota',
  'cuotas',
  'prestamo',
  'préstamo',
  'prestamos',
  'préstamos',
  'credito',
  'crédito',
];

/** Personal facts that others may know, unsuitable as a password. */
interface KnownFacts {
  readonly email: string;
  readonly documentNumber: string;
  readonly cellphone: string;
}

/**
 * Checks whether anybody would try this password first.
 * @param brand name of the product as shown to people
 */
function isCommonPassword(password: string, brand: string): boolean {
  const typed = password.toLowerCase();
  // Strips digits and signs around the word: 'prestamo2026!' counts as the word.
  const word = typed.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const words = [...productWords, brand.toLowerCase()];
  return common.has(typed) || new Set(typed).size === 1 || words.includes(word);
}

/** Checks whether someone who knows the person would try this password first. */
function isPersonalPassword(password: string, facts: KnownFacts): boolean {
  const typed = password.toLowerCase();
  const email = facts.email.toLowerCase();
  return [email, email.split('@')[0], facts.documentNumber, facts.cellphone].includes(typed);
}

interface TypedTwice {
  readonly password: string;
  readonly password_confirmation: string;
}

/** Reason to refuse a password of anyone; undefined if there is none. */
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

/**
 * Reason to refuse a password of this customer: derived from their data, or found in a breach of another
 * site.
 */
export async function refusePasswordOf(
  deps: Dependencies,
  customer: Whose,
  password: string,
): Promise<Failure | undefined> {
  const { email, document_number: documentNumber, cellphone } = customer;
  if (isPersonalPassword(password, { email, documentNumber, cellphone })) return fail('password_weak');
  return (await isBreached(deps, customer, password)) ? fail('password_breached') : undefined;
}

/** Accepts the password if the list is unreachable, and records the missing check as an event. */
async function isBreached(
  { ports, db, clock, log }: Dependencies,
  { id: customerId, country }: Whose,
  password: string,
): Promise<boolean> {
  try {
    return (await ports.breachedPasswords?.isBreached(password)) ?? false;
  } catch (error) {
    log.warn({ err: error }, 'the list of breached passwords is unreachable');
    await recordEvent(db, { at: clock.now(), country, kind: 'breached-passwords-unasked', customerId });
    return false;
  }
}
