import { ApiFailure } from '../../ui/api-failure.ts';

/** Failures of a new password that name no field. */
const refusals: ReadonlySet<string> = new Set(['password_weak', 'password_breached']);

/** Shows faults of a new password under its field; passes on any other failure. */
export function underPassword(error: unknown): unknown {
  if (!(error instanceof ApiFailure) || !refusals.has(error.code)) return error;
  const { code, status, message } = error;
  return new ApiFailure({ code, status, message, fields: { password: message } });
}
