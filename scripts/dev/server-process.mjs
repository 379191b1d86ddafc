import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

import { ROOT } from '../install.mjs';

const START = join(ROOT, 'src', 'server', 'start.ts');
const POLL_MS = 50;
/** A request that hangs must not hold up the next version of the code. */
const LONGEST_STOP_MS = 5000;

/**
 * The server as a process that is started anew when asked for. One that ends by itself (a fault in the sources, a
 * migration that fails) is left ended until then, with its reason on the terminal.
 * `ready()` resolves to true once the newest one answers, to false once it has ended.
 */
export function superviseServer({ port, inspect, environment }) {
  let child;
  let isFirst = true;
  let isStopping = false;
  let isEnding = false;

  const start = () => {
    const flags = inspect ? ['--inspect'] : [];
    child = spawn(process.execPath, [...flags, START], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    print(child, isFirst);
    isFirst = false;
    return answers(child, port);
  };
  const end = async () => {
    if (hasEnded(child)) return;
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS);
    await once(child, 'exit');
    clearTimeout(late);
  };
  const renew = async () => {
    isEnding = true;
    await end();
    isEnding = false;
    return isStopping ? false : start();
  };
  const report = async (answered, message) => {
    const isUp = await answered;
    if (isStopping || answered !== ready) return;
    console.log(isUp ? message() : 'The server ended; it starts again when a source file changes.');
  };

  let ready = start();
  void report(ready, () => 'The server restarts and the web reloads when a source file changes.');
  return {
    ready: () => ready,
    restart() {
      // A start still to come takes up this change too.
      if (isEnding || isStopping) return;
      const began = performance.now();
      ready = renew();
      void report(ready, () => `The server restarted in ${Math.round(performance.now() - began)} ms.`);
    },
    async stop() {
      isStopping = true;
      await end();
    },
  };
}

function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

async function answers(child, port) {
  while (!hasEnded(child)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return true;
    await pause(POLL_MS);
  }
  return false;
}

/** The welcome is for the first start; of the others only the log is of interest. */
function print(child, withWelcome) {
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (withWelcome || line.startsWith('{')) console.log(line);
  });
}
