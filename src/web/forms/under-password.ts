import { ApiFailure } from '../../ui/api-failure.ts';

/** Failures of a new password, of which the answer names no field. */
const refusals: ReadonlySet<string> = new Set(['password_weak', 'password_breached']);

/** What is wrong with a new password is told under its field; any other failure is as it was. */
export function underPassword(error: unknown): unknown {
  if (!(error instanceof ApiFailure) || !refusals.has(error.code)) return error;
  const { code, status, message } = error;
  return new ApiFailure({ code, status, message, fields: { password: message } });
}
