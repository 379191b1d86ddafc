import { Worker } from 'node:worker_threads';

/** A program did not respond in time and was stopped. */
export class ThreadTimeoutError extends Error {}

interface ThreadLimits {
  readonly timeoutMs: number;
  readonly maxMegabytes: number;
}

/** Program in its own thread that handles one message at a time. */
export interface Thread<Input, Output> {
  /** @throws ThreadTimeoutError, or the program's error */
  run(input: Input): Promise<Output>;
}

/** Idle time before the thread ends; starting one takes longer than most of its work. */
const idleMs = 30_000;

/**
 * Runs long computations that must not block the requests of this process, and decoders of untrusted files:
 * their memory is freed with the thread. The thread starts with the first call, is discarded on failure or
 * timeout, and never keeps the process alive.
 * @param program module that answers each message of its `parentPort` with one message
 */
export function threadOf<Input, Output>(program: URL, limits: ThreadLimits): Thread<Input, Output> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const drop = () => {
    void worker?.terminate();
    worker = undefined;
  };
  const ask = async (input: Input): Promise<Output> => {
    clearTimeout(idle);
    worker ??= new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: limits.maxMegabytes },
      // Decoders of untrusted files get no secrets. Besides, under `node --watch` the environment makes a
      // thread post a message per loaded module, which would be taken for the response.
      env: {},
    });
    try {
      return await answerOf<Output>(worker, input, limits.timeoutMs);
    } catch (error) {
      drop();
      throw error;
    } finally {
      worker?.unref();
      idle = setTimeout(drop, idleMs).unref();
    }
  };
  return {
    run(input) {
      const answer = last.then(() => ask(input));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

function answerOf<Output>(worker: Worker, input: unknown, timeoutMs: number): Promise<Output> {
  const ended = new AbortController();
  return new Promise<Output>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ThreadTimeoutError(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const onExit = (code: number) => reject(new Error(`the thread ended with ${code} and without an answer`));
    worker.once('message', resolve).once('error', reject).once('exit', onExit);
    ended.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      worker.off('message', resolve).off('error', reject).off('exit', onExit);
    });
    worker.ref();
    // Copies instead of transferring, so that the caller keeps its input.
    worker.postMessage(input, []);
  }).finally(() => ended.abort());
}
