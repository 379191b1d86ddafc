import { Worker } from 'node:worker_threads';

/** A program did not answer in time; it was stopped. */
export class ThreadTimeoutError extends Error {}

export interface ThreadLimits {
  readonly timeoutMs: number;
  readonly maxMegabytes: number;
}

/**
 * Runs a program in a thread of its own and gives its first message: work that takes a core for long must not
 * hold up the requests of this process, and what a stranger's file makes of a decoder ends with the thread.
 * @param program a module that reads `workerData` and posts one message
 * @throws ThreadTimeoutError, or what the program threw
 */
export function runInThread<Input, Output>(
  program: URL,
  input: Input,
  { timeoutMs, maxMegabytes }: ThreadLimits,
): Promise<Output> {
  const worker = new Worker(program, {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  return new Promise<Output>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ThreadTimeoutError(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    worker.once('message', (answer: Output) => resolve(answer));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread ended with ${code} and without an answer`)));
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => void worker.terminate());
}
