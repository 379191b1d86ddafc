import { ApiFailure, messageOf } from '../../ui/api-failure.ts';

/** Analytics event of a profile that failed to load (docs/product/signup-and-login.md#auto-login). */
export function failureFacts(error: unknown): { messages: string; code: string } {
  return { messages: messageOf(error), code: error instanceof ApiFailure ? error.code : 'unknown' };
}
