import type { FailureCode } from '../../../contract/failures.ts';

/** The members of a successful answer. */
interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

/** An expected failure, returned as a value; `platform/http` turns it into status and envelope. */
export interface Failure {
  readonly ok: false;
  readonly code: FailureCode;
  /** Replaces the code's own sentence. */
  readonly message?: string;
  /** Spanish sentence per wrong field. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  /** Challenge to solve before the same request is answered. */
  readonly challenge?: object;
}

export type Result<T> = Success<T> | Failure;

export function ok<T>(value: T): Success<T> {
  return { ok: true, value };
}

export function fail(code: FailureCode, more: Omit<Failure, 'ok' | 'code'> = {}): Failure {
  return { ok: false, code, ...more };
}

/** A failure with an error text for each wrong field. */
export function failFields(fields: Readonly<Record<string, string>>): Failure {
  return { ok: false, code: 'invalid', fields };
}

/** A limit was passed; `seconds` until it opens again. */
export function failTooMany(seconds: number): Failure {
  return { ok: false, code: 'too_many', retryAfterSeconds: seconds };
}
