import type { FailureCode } from '../../../contract/failures.ts';

interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

/** Expected failure, returned as a value; `platform/http` maps it to a status and an envelope. */
export interface Failure {
  readonly ok: false;
  readonly code: FailureCode;
  /** Replaces the default sentence of the code. */
  readonly message?: string;
  /** Spanish sentence per invalid field. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterSeconds?: number;
  /** Challenge to solve before the same request is served. */
  readonly challenge?: object;
}

export type Result<T> = Success<T> | Failure;

export function ok<T>(value: T): Success<T> {
  return { ok: true, value };
}

export function fail(code: FailureCode, more: Omit<Failure, 'ok' | 'code'> = {}): Failure {
  return { ok: false, code, ...more };
}

/** Failure with an error text for each invalid field. */
export function failFields(fields: Readonly<Record<string, string>>): Failure {
  return { ok: false, code: 'invalid', fields };
}

/** Failure of a rate limit; `seconds` until it allows the next attempt. */
export function failTooMany(seconds: number): Failure {
  return { ok: false, code: 'too_many', retryAfterSeconds: seconds };
}
