import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A program exceeded its time or memory limit and was killed. */
export class ProcessKilledError extends Error {}

interface ProcessLimits {
  readonly timeoutMs: number;
  /** Resident memory of the whole process, native libraries included. Enforced on Linux only. */
  readonly maxMegabytes: number;
}

/** Program in its own process that handles one input at a time. */
interface SeparateProcess<Output> {
  /** @throws ProcessKilledError if it exceeded its time or memory limit, or ended without a response */
  run(input: Uint8Array): Promise<Output>;
}

/** Idle time before the process ends; starting one takes longer than most of its work. */
const idleMs = 30_000;
/** Interval of memory checks; a native library allocates about a megabyte in that time. */
const lookEveryMs = 10;
/** Linux reports pages of 4 kB. */
const pagesPerMegabyte = 256;
/**
 * Each input is preceded by its size and sent through a pipe, because a message would be copied several times
 * in this process.
 */
const sizeBytes = 4;

/**
 * Runs native decoders of untrusted files in a separate process, because it can be killed, while a thread
 * shares its process's memory. The process starts with the first call, handles one call at a time, is killed
 * on failure, and never keeps this process alive.
 * @param program module that answers each input (`eachPiece`) with one message
 */
export function processOf<Output>(program: URL, limits: ProcessLimits): SeparateProcess<Output> {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const drop = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const ask = async (input: Uint8Array): Promise<Output> => {
    clearTimeout(idle);
    child ??= startProcess(program);
    try {
      return await answerOf<Output>(child, input, limits);
    } catch (error) {
      drop();
      throw error;
    } finally {
      child?.unref();
      child?.channel?.unref();
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

function startProcess(program: URL): ChildProcess {
  const child = fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    // Decoders of untrusted files get no secrets. The settings make glibc return freed memory at once.
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
    execArgv: ['--max-old-space-size=64'],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  // Each call adds its own listener; without this one an error between calls would end this process.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  return child;
}

/** Runs in the separate process: passes each input to `take`. */
export function eachPiece(take: (bytes: Uint8Array) => void): void {
  // The parent process ended.
  process.on('disconnect', () => process.exit());
  let size = Buffer.alloc(0);
  let piece: Buffer | undefined;
  let filled = 0;
  process.stdin.on('data', (chunk: Buffer) => {
    let rest = chunk;
    if (piece === undefined) {
      size = Buffer.concat([size, rest]);
      if (size.length < sizeBytes) return;
      piece = Buffer.alloc(size.readUInt32BE(0));
      rest = size.subarray(sizeBytes);
      size = Buffer.alloc(0);
      filled = 0;
    }
    filled += rest.copy(piece, filled);
    if (filled < piece.length) return;
    take(piece);
    piece = undefined;
  });
}

function answerOf<Output>(
  child: ChildProcess,
  input: Uint8Array,
  { timeoutMs, maxMegabytes }: ProcessLimits,
): Promise<Output> {
  const ended = new AbortController();
  return new Promise<Output>((resolve, reject) => {
    const kill = (why: string) => {
      child.kill('SIGKILL');
      reject(new ProcessKilledError(why));
    };
    const timer = setTimeout(() => kill(`no answer within ${timeoutMs} ms`), timeoutMs);
    const weigh = async () => {
      const megabytes = await residentMegabytes(child);
      if (!ended.signal.aborted && megabytes > maxMegabytes)
        kill(`it took more than ${maxMegabytes} MB of memory`);
    };
    const look = setInterval(() => void weigh(), lookEveryMs);
    const onMessage = (answer: unknown) => resolve(answer as Output);
    const onExit = () => reject(new ProcessKilledError('it ended without an answer'));
    child.once('message', onMessage).once('error', reject).once('exit', onExit);
    ended.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      clearInterval(look);
      child.off('message', onMessage).off('error', reject).off('exit', onExit);
    });
    child.ref();
    child.channel?.ref();
    const size = Buffer.alloc(sizeBytes);
    size.writeUInt32BE(input.length);
    child.stdin?.write(size);
    child.stdin?.write(input);
  }).finally(() => ended.abort());
}

/** @returns 0 if the system does not report it */
async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) / pagesPerMegabyte;
}
