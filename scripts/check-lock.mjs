// The lock file serves whoever installs from a registry of their own: it names none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './install.mjs';

const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
if (/"resolved":\s*"https?:/.test(lock)) {
  console.error('package-lock.json names a registry: remove its "resolved" lines');
  process.exitCode = 1;
}
