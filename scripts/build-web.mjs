import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findNode, ROOT } from './install.mjs';

const COMMON = ['src/domain', 'src/countries', 'src/contract', 'src/ui'];
const SETTINGS = ['package-lock.json', 'scripts/build-web.mjs', 'scripts/precompress.mjs'];

/** Contents of dist/<name>: its folders and files, and the build steps. */
const BUNDLES = {
  web: {
    sources: [...COMMON, 'src/web'],
    settings: [
      ...SETTINGS,
      'vite.config.ts',
      'scripts/prerender.mjs',
      'scripts/check-bundle.mjs',
      'scripts/script-inventory.mjs',
    ],
    steps: (fresh) => [
      vite('vite.config.ts', fresh),
      ['scripts/prerender.mjs', fresh],
      ['scripts/check-bundle.mjs', fresh],
      ['scripts/script-inventory.mjs', fresh],
      ['scripts/precompress.mjs', fresh],
    ],
  },
  // The staff's, on a host of its own.
  console: {
    sources: [...COMMON, 'src/words', 'src/console'],
    settings: [...SETTINGS, 'vite.console.config.ts'],
    steps: (fresh) => [vite('vite.console.config.ts', fresh), ['scripts/precompress.mjs', fresh]],
  },
};

const vite = (config, fresh) => [
  'node_modules/vite/bin/vite.js',
  'build',
  `--config=${config}`,
  `--outDir=${fresh}`,
  '--emptyOutDir',
  '--logLevel=warn',
];

/**
 * Builds the web into dist/web and the console into dist/console, unless they were built from these very sources.
 * @returns false when a build failed; what failed has been printed.
 */
export function buildWebIfStale() {
  return Object.keys(BUNDLES).every(buildIfStale);
}

/**
 * Built aside and put in place whole, so that neither a killed build nor one beside a running server leaves half of
 * it.
 */
function buildIfStale(name) {
  const output = join(ROOT, 'dist', name);
  const stampFile = `${output}.stamp`;
  const stamp = hashSources(BUNDLES[name]);
  if (existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  console.error(`Building the ${name}…`);
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const fresh = `${output}.${randomBytes(4).toString('hex')}`;
  try {
    if (!BUNDLES[name].steps(fresh).every((step) => run(stamp, ...step))) return false;
    const old = `${fresh}.old`;
    if (existsSync(output)) renameSync(output, old);
    renameSync(fresh, output);
    rmSync(old, { recursive: true, force: true });
    writeFileSync(stampFile, stamp);
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

function hashSources({ sources, settings }) {
  const hash = createHash('sha256');
  const files = sources.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...files.toSorted(), ...settings.map((name) => join(ROOT, name))]) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}
