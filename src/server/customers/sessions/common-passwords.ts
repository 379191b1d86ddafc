import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Passwords of the public lists of the most common ones, and of this region's (ASVS 6.2.4). Lower case. */
const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/**
 * The product's own words, which an attacker of this product tries first (docs/security-policies.md#own-words); the brand is one
 * too.
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

/** What a person might set of what others know about them. */
export interface KnownFacts {
  readonly email: string;
  readonly documentNumber: string;
  readonly cellphone: string;
}

/** True for a password that anybody would try first. @param brand the product's name as people see it */
export function isCommonPassword(password: string, brand: string): boolean {
  const typed = password.toLowerCase();
  // 'prestamo2026!' is the word.
  const word = typed.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const words = [...productWords, brand.toLowerCase()];
  return common.has(typed) || new Set(typed).size === 1 || words.includes(word);
}

/** True for a password that anybody would try first who knows the person. */
export function isPersonalPassword(password: string, facts: KnownFacts): boolean {
  const typed = password.toLowerCase();
  const email = facts.email.toLowerCase();
  return [email, email.split('@')[0], facts.documentNumber, facts.cellphone].includes(typed);
}
