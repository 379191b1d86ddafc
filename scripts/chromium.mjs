import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { fetchHeadlessShell, runs } from './headless-shell.mjs';

/** The first is Chromium without windows: half the work for a page, and as much smaller to install. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The whole path of a Chromium that runs, as it is needed to start the browser: CHROMIUM_PATH, else one without
 * windows, else the system's, else, as root on Debian, the one of its package.
 * @returns undefined when there is none; what to do has been printed.
 */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    console.error(`CHROMIUM_PATH is ${given}, which does not run.`);
    return undefined;
  }
  const found = findInSystem(NAMES.slice(0, 1)) ?? fetchHeadlessShell() ?? findInSystem(NAMES);
  if (found) return found;
  const installed = installPackage() ? findInSystem(NAMES) : undefined;
  if (!installed)
    console.error('The browser tests need Chromium: install it, or give its program in CHROMIUM_PATH.');
  return installed;
}

function findInSystem(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...inPath, ...(process.platform === 'darwin' && names === NAMES ? MAC : [])].find(
    (program) => isExecutable(program) && runs(program),
  );
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installPackage() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return false;
  console.error('Installing Chromium…');
  return (
    apt('update') &&
    // Older Debians have no package of the first name.
    NAMES.slice(0, 2).some((name) => apt('install', '-y', '--no-install-recommends', name))
  );
}

function apt(...args) {
  const { status } = spawnSync('apt-get', ['-qq', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  });
  return status === 0;
}
