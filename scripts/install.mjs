import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
const NODE_MAJOR = Number.parseInt(readFileSync(join(ROOT, '.nvmrc'), 'utf8'), 10);

/**
 * Installs what package-lock.json names, when node_modules lacks any of it.
 * Ends the process with a sentence when that fails.
 */
export function installIfMissing() {
  if (isInstalled()) return;
  console.error('Installing packages…');
  // Started by npm, its own program is known; node_modules, where this Node may live, is about to be emptied.
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const [program, first] =
    cli && /npm-cli\.c?js$/.test(cli) ? [node ?? process.execPath, [cli]] : ['npm', []];
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const { status } = spawnSync(program, [...first, ...options], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: program === 'npm' && process.platform === 'win32',
  });
  if (status === 0 && isInstalled()) return;
  console.error(
    'The packages could not be installed: npm ci failed. Check the network and npm’s registry, then try again.',
  );
  process.exit(1);
}

/** Compares with what npm noted of its last complete install, so that one made by hand counts too. */
function isInstalled() {
  const wanted = readLock('package-lock.json');
  const present = readLock('node_modules/.package-lock.json');
  if (!present) return false;
  const own = Object.keys(wanted['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
  return Object.entries(wanted).every(([path, { version, optional, os, cpu }]) => {
    if (path === '') return true;
    const isHere = (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
    // Other packages' optional parts also differ by C library; only ours have to be here.
    if (optional && !(own.includes(path) && isHere)) return true;
    return present[path]?.version === version && existsSync(join(ROOT, path));
  });
}

function readLock(path) {
  const file = join(ROOT, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/**
 * The Node that runs the product: the one its packages bring, else the one running this if new enough.
 * Ends the process with a sentence when there is neither.
 */
export function findNode() {
  const brought = join(ROOT, 'node_modules', '.bin', 'node');
  if (existsSync(brought) && spawnSync(brought, ['--version'], { stdio: 'ignore' }).status === 0)
    return brought;
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath;
  console.error(
    `No package brings Node ${NODE_MAJOR} for ${process.platform} ${process.arch}: install it from nodejs.org.`,
  );
  process.exit(1);
}
