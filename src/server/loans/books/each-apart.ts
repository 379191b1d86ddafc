import type { Logger } from '../../platform/logger.ts';

/** Processes each row separately: a failure is logged and does not stop the others. @returns the failures */
export async function oneByOne(
  log: Logger,
  ids: readonly number[],
  work: (id: number) => Promise<unknown>,
  failed = 'credit was not booked',
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const id of ids) {
    try {
      await work(id);
    } catch (error) {
      failures.push(error);
      log.error({ err: error, id }, failed);
    }
  }
  return failures;
}

/**
 * Fails a partly failed run, so that it is retried.
 * @throws AggregateError if there are failures
 */
export function failFor(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed`);
}
