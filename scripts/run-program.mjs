import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

import { findNode, ROOT } from './install.mjs';

/**
 * Runs a program of the repository with the Node that the packages bring, passes signals on, and ends with its
 * exit code.
 */
export function runProgram(path, args = []) {
  const parent = process.ppid;
  const program = spawn(findNode(), [join(ROOT, path), ...args], {
    cwd: ROOT,
    // The channel carries nothing: its end tells the program that this process was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => program.kill(signal));
  if (process.env.npm_lifecycle_event) stopWithParent(program, parent);
  program.on('error', (error) => {
    console.error(`${path} could not be started: ${error.message}`);
    process.exit(1);
  });
  program.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** A killed npm must not leave a program behind that holds the port. */
function stopWithParent(program, parent) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    program.kill('SIGTERM');
  }, 1000);
}
