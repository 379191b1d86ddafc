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

const product = spawn(findNode(), [join(ROOT, 'src', 'server', 'start.ts')], { cwd: ROOT, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => product.kill(signal));
product.on('error', (error) => {
  console.error(`The product could not be started: ${error.message}`);
  process.exit(1);
});
product.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
