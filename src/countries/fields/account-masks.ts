import { parseBankAccount } from '../identifiers/cbu.ts';

/* Apart from the other masks: sign-up loads those, and asks for no account. */

/** Text with letters is an alias and stays as it is; digits keep the marks that an alias of digits may have. */
export function maskBankAccount(typed: string): string {
  const trimmed = typed.trim();
  return /\p{L}/u.test(trimmed) ? trimmed : trimmed.replaceAll(/[^\d.-]/g, '');
}

export function writtenBankAccount(typed: string): string {
  const account = parseBankAccount(typed);
  return account.ok ? account.value : maskBankAccount(typed);
}
