import { accepted, refused, type Parsed } from './checked.ts';

/**
 * Maximum length of the holder's name in the application and in payment (docs/product/countries.md#fields).
 */
export const HOLDER_MAX_LENGTH = { application: 20, payment: 60 } as const;

export function parseCardHolder(input: string, maxLength: number): Parsed<string> {
  const holder = input.trim();
  if (holder === '') return refused('El campo nombre es obligatorio.');
  return holder.length <= maxLength ? accepted(holder) : refused(`Ingresá hasta ${maxLength} caracteres.`);
}
