import { accepted, refused, REQUIRED, type Parsed } from './checked.ts';

/** Minimum for customers (docs/product/signup-and-login.md#password), maximum by ASVS 6.2.9. */
const PASSWORD_LENGTH = { min: 6, max: 128 } as const;

export const PASSWORDS_DIFFER = 'Las contraseñas deben coincidir.';

/** Parses a login password: not empty, no spaces. */
export function parseLoginPassword(input: string): Parsed<string> {
  if (input === '') return refused(REQUIRED);
  return /\s/.test(input) ? refused('La contraseña no puede tener espacios.') : accepted(input);
}

/** Parses a new password. Spaces are refused because the login form refuses them too. */
export function parseNewPassword(input: string): Parsed<string> {
  const typed = parseLoginPassword(input);
  if (!typed.ok) return typed;
  if (input.length < PASSWORD_LENGTH.min) {
    return refused(`La contraseña debe tener al menos ${PASSWORD_LENGTH.min} caracteres.`);
  }
  return input.length <= PASSWORD_LENGTH.max
    ? typed
    : refused(`La contraseña debe tener hasta ${PASSWORD_LENGTH.max} caracteres.`);
}
