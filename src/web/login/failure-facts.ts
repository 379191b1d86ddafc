import { ApiFailure, messageOf } from '../../ui/api-failure.ts';

/** What analytics are told of a profile that did not come (docs/product/signup-and-login.md#auto-login). */
export function failureFacts(error: unknown): { messages: string; code: string } {
  return { messages: messageOf(error), code: error instanceof ApiFailure ? error.code : 'unknown' };
}
