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
