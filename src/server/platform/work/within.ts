/**
 * Waits for work that may never end.
 * @returns whether it ended within the milliseconds; otherwise it is left to itself
 * @throws the work's own error, if it comes in time
 */
export async function within(limitMs: number, work: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const done = work().then(() => true);
  // One that fails after it was given up has no caller left.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
