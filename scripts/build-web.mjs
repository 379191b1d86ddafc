import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findNode, ROOT } from './install.mjs';

const OUTPUT = join(ROOT, 'dist', 'web');
const STAMP = join(ROOT, 'dist', 'web.stamp');
const SOURCES = ['src/domain', 'src/countries', 'src/contract', 'src/web'];
const SETTINGS = [
  'vite.config.ts',
  'package-lock.json',
  'scripts/build-web.mjs',
  'scripts/prerender.mjs',
  'scripts/precompress.mjs',
  'scripts/script-inventory.mjs',
];

/**
 * Builds the web into dist/web, unless it was built from these very sources. Built aside and put in place
 * whole, so that neither a killed build nor one beside a running server leaves half of it.
 * @returns false when the build failed; what failed has been printed.
 */
export function buildWebIfStale() {
  const stamp = hashSources();
  if (existsSync(OUTPUT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return true;
  console.error('Building the web…');
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const fresh = `${OUTPUT}.${randomBytes(4).toString('hex')}`;
  try {
    const isBuilt =
      run(
        stamp,
        'node_modules/vite/bin/vite.js',
        'build',
        '--outDir',
        fresh,
        '--emptyOutDir',
        '--logLevel',
        'warn',
      ) &&
      run(stamp, 'scripts/prerender.mjs', fresh) &&
      run(stamp, 'scripts/script-inventory.mjs', fresh) &&
      run(stamp, 'scripts/precompress.mjs', fresh);
    if (!isBuilt) return false;
    const old = `${fresh}.old`;
    if (existsSync(OUTPUT)) renameSync(OUTPUT, old);
    renameSync(fresh, OUTPUT);
    rmSync(old, { recursive: true, force: true });
    writeFileSync(STAMP, stamp);
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function run(stamp, script, ...args) {
  const { status } = spawnSync(findNode(), [join(ROOT, script), ...args], {
    cwd: ROOT,
    // The web is built for production in every mode of the product. The footer's revision names its sources.
    env: { ...process.env, NODE_ENV: 'production', VITE_REVISION: stamp.slice(0, 7) },
    stdio: ['ignore', 2, 2],
  });
  return status === 0;
}

function hashSources() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...files.toSorted(), ...SETTINGS.map((name) => join(ROOT, name))]) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}
