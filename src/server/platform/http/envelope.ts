import type { FastifyReply } from 'fastify';
import { failures, failureSentence, type FailureCode } from '../../../contract/failures.ts';
import { noteRefusal } from './request-line.ts';
import type { Failure } from './result.ts';

/**
 * Failure envelope (docs/product/calls.md#envelope): a Spanish sentence for display, without internal
 * details.
 */
interface FailureBody {
  readonly status: 'error';
  readonly code: string;
  readonly message: string;
  readonly messages: readonly string[];
  readonly errors: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly challenge?: object;
}

/** Default `Retry-After` of failures that are temporary, seconds. */
const usualRetrySeconds: Partial<Record<FailureCode, number>> = { unavailable: 5, key_in_flight: 1 };

export function failureStatus(failure: Failure): number {
  return failures[failure.code][0];
}

export function failureBody(failure: Failure): FailureBody {
  const message = failure.message ?? failureSentence(failure.code, failure.retryAfterSeconds);
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

export function failureHeaders(failure: Failure): Record<string, string> {
  const seconds = failure.retryAfterSeconds ?? usualRetrySeconds[failure.code];
  return {
    'Cache-Control': 'no-store',
    ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
  };
}

/** Sends a failure in the envelope and records its code for the log. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  noteRefusal(reply.request, failure.code);
  return reply.status(failureStatus(failure)).headers(failureHeaders(failure)).send(failureBody(failure));
}
