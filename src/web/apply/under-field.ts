import { ApiFailure } from '../../ui/api-failure.ts';

/**
 * Runs a call whose refusals belong under one field even where the server names none, so that they stay
 * to be read after the help panel is closed.
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
