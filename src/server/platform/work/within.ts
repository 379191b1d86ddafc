/**
 * Waits for work that may never end.
 * @returns whether it ended within the limit; otherwise it keeps running unattended
 * @throws the error of the work, if it fails in time
 */
export async function within(limitMs: number, work: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const done = work().then(() => true);
  // A failure after the limit has no caller left to handle it.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
