import { accepted, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';

/** Digits of an account number in the format of its Uruguayan bank. */
export type UyAccount = CheckedText<'UyAccount'>;

export interface AccountFormat {
  readonly minDigits: number;
  readonly maxDigits: number;
  /** Shown below the field during input. */
  readonly hint: string;
}

const ACCOUNT_FORMAT_WRONG =
  'El formato de cuenta es inválido, por favor corrobore la información ingresada.';

/** Bank with numbers that may contain hyphens, then 15 characters. */
const BHU = '91';

function exactly(digits: number, hint = `${digits} números.`): AccountFormat {
  return { minDigits: digits, maxDigits: digits, hint };
}

/** Lengths by bank code (docs/product/countries.md#uruguayan-accounts). */
const FORMATS: Readonly<Record<string, AccountFormat>> = {
  1: exactly(14, '14 números seguidos, sin guiones: primero 9 y después 5.'),
  [BHU]: exactly(12, '12 números, o 15 caracteres con guiones.'),
  110: exactly(9),
  113: exactly(7),
  128: exactly(10),
  137: exactly(16),
  153: { minDigits: 8, maxDigits: 9, hint: '8 o 9 números.' },
  157: { minDigits: 4, maxDigits: 10, hint: 'Entre 4 y 10 números.' },
  162: exactly(9),
  205: exactly(10),
  246: exactly(12),
  361: { minDigits: 1, maxDigits: 7, hint: 'Hasta 7 números.' },
  607: exactly(9),
  815: exactly(7),
  6500: { minDigits: 3, maxDigits: 11, hint: 'Entre 3 y 11 números.' },
  6905: exactly(8),
};

export function uyAccountFormat(bankId: string): AccountFormat | undefined {
  return Object.hasOwn(FORMATS, bankId) ? FORMATS[bankId] : undefined;
}

/** Parses an account number of a bank; refused for an unknown bank. */
export function parseUyAccount(bankId: string, input: string): Parsed<UyAccount> {
  if (input === '') return refused(REQUIRED);
  const format = uyAccountFormat(bankId);
  const digits = bankId === BHU ? withoutHyphens(input) : input;
  const valid =
    format !== undefined &&
    /^\d+$/.test(digits) &&
    digits.length >= format.minDigits &&
    digits.length <= format.maxDigits;
  return valid ? accepted(digits as UyAccount) : refused(ACCOUNT_FORMAT_WRONG);
}

function withoutHyphens(input: string): string {
  return /^\d+(-\d+){3}$/.test(input) ? input.replaceAll('-', '') : input;
}
