import { ApiFailure } from '../../ui/api-failure.ts';

/**
 * Runs a call and attributes refusals without a field to one field, so that they stay visible after the help panel
 * closes.
 * @throws ApiFailure with `field` named
 */
export async function underField<T>(
  field: string,
  codes: readonly string[],
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiFailure) || !codes.includes(error.code)) throw error;
    const { code, status, message, fields } = error;
    if (Object.keys(fields).length > 0) throw error;
    throw new ApiFailure({ code, status, message, fields: { [field]: message } });
  }
}

/** Failures of a new password that name no field. */
const refusals: ReadonlySet<string> = new Set(['password_weak', 'password_breached']);

/** Shows faults of a new password under its field; passes on any other failure. */
export function underPassword(error: unknown): unknown {
  if (!(error instanceof ApiFailure) || !refusals.has(error.code)) return error;
  const { code, status, message } = error;
  return new ApiFailure({ code, status, message, fields: { password: message } });
}
