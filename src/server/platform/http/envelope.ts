import { failures } from '../../../contract/failures.ts';
import type { Failure } from './result.ts';

/** The failure envelope (product decisions §2): Spanish, fit to be shown, nothing of the inside. */
export interface FailureBody {
  readonly status: 'error';
  readonly code: string;
  readonly message: string;
  readonly messages: readonly string[];
  readonly errors: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly challenge?: object;
}

export function failureStatus(failure: Failure): number {
  return failures[failure.code][0];
}

export function failureBody(failure: Failure): FailureBody {
  const message = failure.message ?? failures[failure.code][1];
  const errors = failure.fields ? [...new Set(Object.values(failure.fields))] : [];
  return {
    status: 'error',
    code: failure.code,
    message,
    messages: [message],
    errors,
    ...(failure.fields ? { fields: failure.fields } : {}),
    ...(failure.challenge ? { challenge: failure.challenge } : {}),
  };
}
