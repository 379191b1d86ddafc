import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A program passed its limit of time or memory and was killed. */
export class ProcessKilledError extends Error {}

interface ProcessLimits {
  readonly timeoutMs: number;
  /** Resident memory of the whole process, native libraries included. Watched on Linux. */
  readonly maxMegabytes: number;
}

/** A program in a process of its own that answers one piece of bytes at a time. */
interface SeparateProcess<Output> {
  /** @throws ProcessKilledError when it took more time or memory than it may, or ended without an answer */
  run(input: Uint8Array): Promise<Output>;
}

/** Idle time before the process ends: starting one takes longer than most of its work. */
const idleMs = 30_000;
/** A native library takes up about a megabyte in this time. */
const lookEveryMs = 10;
/** Linux reports pages of 4 kB. */
const pagesPerMegabyte = 256;
/** A piece is preceded by its size. It goes by a pipe, since a message would be copied several times in this process. */
const sizeBytes = 4;

/**
 * For native decoders of strangers' files: a thread shares the memory of its process, a process can be killed. It
 * starts with the first call, one call at a time, is killed when it fails, and never keeps this process alive.
 * @param program a module that answers each piece (`eachPiece`) with one message
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
    // Strangers' files need no secrets; glibc gives freed memory back at once.
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' },
    execArgv: ['--max-old-space-size=64'],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  // Each call listens for itself; without a listener an error between calls would end this process.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  return child;
}

/** Runs in the separate process: hands over each piece of bytes that comes. */
export function eachPiece(take: (bytes: Uint8Array) => void): void {
  // The parent is gone.
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

/** @returns 0 where the system does not say */
async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) / pagesPerMegabyte;
}
