// The borrower's bundle: nothing of the staff's console, and no page heavier than its limit.
// node scripts/check-bundle.mjs <folder>
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const folder = process.argv[2];
/** Shared by every screen of the console: its calls. */
const OF_CONSOLE = '/api/staff/';

/**
 * Limit on a page's JavaScript, in kB of brotli: the common start, the page's screen, and the modules that the screen
 * fetches when first drawn.
 */
const LIMITS = [
  { page: 'sign-up', kB: 92, modules: [] },
  { page: 'login', kB: 105, modules: ['login/login-screen.tsx'] },
  {
    page: 'offer',
    kB: 130,
    modules: [
      'offer/lead-offer-screen.tsx',
      '../countries/holidays.ts',
      '../countries/law/withdrawal-window.ts',
    ],
  },
  {
    page: 'balance',
    kB: 130,
    modules: ['balance/balance-screen.tsx', 'shell/own-cost.tsx'],
  },
  { page: 'coupon', kB: 120, modules: ['pay/coupon-screen.tsx'] },
  {
    page: 'loan',
    kB: 122,
    modules: ['loan/loan-screen.tsx', 'shell/own-cost.tsx'],
  },
  {
    page: 'certificate',
    kB: 116,
    modules: ['balance/debt-free/debt-free-screen.tsx'],
  },
];

const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
const started = readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/([^"]+\.js)"/g);
const start = Array.from(started, ([, file]) => file);

/** Files of modules and of all that they import. */
function filesOf(keys, found = new Map()) {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no chunk of ${key}`);
    if (found.has(key)) continue;
    found.set(key, chunk.file);
    filesOf(chunk.imports ?? [], found);
  }
  return found.values();
}

const sizes = new Map();
function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, brotliCompressSync(readFileSync(join(folder, file))).length);
  return sizes.get(file);
}

const ofConsole = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css|html)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => readFileSync(file, 'utf8').includes(OF_CONSOLE))
  .map((file) => `${file} has a call of the staff's console`);

const tooHeavy = LIMITS.flatMap(({ page, kB, modules }) => {
  const files = new Set([...start, ...filesOf(modules)].filter((file) => file.endsWith('.js')));
  const weight = Array.from(files, sizeOf).reduce((sum, bytes) => sum + bytes, 0) / 1000;
  return weight > kB ? [`the ${page} loads ${weight.toFixed(1)} kB of scripts, more than ${kB}`] : [];
});

const faults = [...ofConsole, ...tooHeavy];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
