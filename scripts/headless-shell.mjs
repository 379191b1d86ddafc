import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './install.mjs';

/** Chromium without windows and the files of the same version that it reads. */
const PACKAGES = ['chromium-headless-shell', 'chromium-common'];
const CACHE = join(ROOT, '.cache');
const KEPT = join(CACHE, 'chromium');
const PROGRAM = join('usr', 'lib', 'chromium', 'chromium-headless-shell');
const LISTS = '/var/lib/apt/lists';
const LONGEST_MS = 180_000;
/** Without a network the browser that is there does as well, if slower: nobody waits long for a better one. */
const QUICKLY = ['-qq', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'];

/**
 * Chromium without windows, half the work for a page: unpacked from Debian's packages into `.cache/chromium`, where it
 * changes nothing of the system.
 * @returns undefined where Debian's packages cannot be had
 */
export function fetchHeadlessShell() {
  const program = join(KEPT, PROGRAM);
  if (runs(program)) return program;
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined;
  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, 'chromium-'));
  try {
    if (process.getuid?.() === 0 && !hasLists()) run(fresh, 'apt-get', [...QUICKLY, 'update']);
    if (!run(fresh, 'apt-get', [...QUICKLY, 'download', ...PACKAGES])) return undefined;
    for (const file of readdirSync(fresh).filter((name) => name.endsWith('.deb'))) {
      if (!run(fresh, 'dpkg-deb', ['-x', file, '.'])) return undefined;
      rmSync(join(fresh, file));
    }
    // Its libraries may be missing where no Chromium has been installed.
    if (!runs(join(fresh, PROGRAM))) return undefined;
    rmSync(KEPT, { recursive: true, force: true });
    renameSync(fresh, KEPT);
    return program;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

export function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function hasLists() {
  return existsSync(LISTS) && readdirSync(LISTS).some((name) => name.endsWith('_Packages'));
}

function run(cwd, program, args) {
  return spawnSync(program, args, { cwd, stdio: 'ignore', timeout: LONGEST_MS }).status === 0;
}
