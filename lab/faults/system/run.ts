import { execFile, type ExecFileOptions } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * Runs a program to its end.
 * @returns its output
 * @throws Error with its error output if it fails
 */
export async function run(argv: readonly string[], options: ExecFileOptions = {}): Promise<string> {
  const [program = '', ...given] = argv;
  try {
    const { stdout } = await promisify(execFile)(program, given, { cwd: '/', ...options, encoding: 'utf8' });
    return stdout;
  } catch (error) {
    const said =
      error instanceof Error && 'stderr' in error && 'stdout' in error
        ? `${String(error.stderr)}${String(error.stdout)}`
        : '';
    throw new Error(`${argv.join(' ')}: ${said.trim().slice(-800) || String(error)}`, { cause: error });
  }
}

/** True if the condition was met in time. */
export async function comesTrue(
  what: () => boolean | Promise<boolean>,
  limitMs: number,
  everyMs = 200,
): Promise<boolean> {
  const began = performance.now();
  while (!(await what())) {
    if (performance.now() - began > limitMs) return false;
    await pause(everyMs);
  }
  return true;
}

/** @throws Error if the condition is not met in time */
export async function until(
  name: string,
  what: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  if (!(await comesTrue(what, limitMs))) throw new Error(`timed out after ${limitMs / 1_000} s: ${name}`);
}

/** Status of a GET; 0 if there is no answer. */
export async function statusOf(url: string): Promise<number> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
