// npm start: installs what is missing, builds the web once, then runs the product with the Node it brings.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';

import { buildWebIfStale } from './build-web.mjs';
import { findNode, installIfMissing, ROOT } from './install.mjs';

installIfMissing();
if (!buildWebIfStale()) {
  console.error('The web could not be built; the reason is above.');
  process.exit(1);
}

const parent = process.ppid;
const product = spawn(findNode(), [join(ROOT, 'src', 'server', 'start.ts')], {
  cwd: ROOT,
  // The channel carries nothing: its end tells the product that this process was killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => product.kill(signal));
if (process.env.npm_lifecycle_event) stopWithParent();
product.on('error', (error) => {
  console.error(`The product could not be started: ${error.message}`);
  process.exit(1);
});
product.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

/** A killed npm must not leave a product behind that holds the port. */
function stopWithParent() {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    product.kill('SIGTERM');
  }, 1000);
}
