import type { FastifyReply } from 'fastify';
import { failures, failureSentence, type FailureCode } from '../../../contract/failures.ts';
import { noteRefusal } from './request-line.ts';
import type { Failure } from './result.ts';

/** The failure envelope (docs/product/calls.md#envelope): Spanish, fit to be shown, nothing of the inside. */
interface FailureBody {
  readonly status: 'error';
  readonly code: string;
  readonly message: string;
  readonly messages: readonly string[];
  readonly errors: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly challenge?: object;
}

/** When to ask again after failures that pass by themselves, where the failure does not say; seconds. */
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

/** Headers of a failure's answer. */
export function failureHeaders(failure: Failure): Record<string, string> {
  const seconds = failure.retryAfterSeconds ?? usualRetrySeconds[failure.code];
  return {
    'Cache-Control': 'no-store',
    ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
  };
}

/** Answers with a failure. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  noteRefusal(reply.request, failure.code);
  return reply.status(failureStatus(failure)).headers(failureHeaders(failure)).send(failureBody(failure));
}
