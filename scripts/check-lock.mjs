// The lock file names no registry, so that it installs from any.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './install.mjs';

const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
if (/"resolved":\s*"https?:/.test(lock)) {
  console.error('package-lock.json names a registry: remove its "resolved" lines');
  process.exitCode = 1;
}
