declare const kind: unique symbol;

/** String validated as its kind; only that kind's parser creates one. */
export type CheckedText<Kind extends string> = string & { readonly [kind]: Kind };

/** Result of checking typed text: the normalized value, or a message to show. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

export const REQUIRED = 'Campo requerido.';
export const ONLY_NUMBERS = 'Solo números.';

export function accepted<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

/** Unwraps the value of trusted text, in code and data. @throws RangeError when it is invalid */
export function known<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new RangeError(parsed.message);
  return parsed.value;
}

export function refused(message: string): Parsed<never> {
  return { ok: false, message };
}
