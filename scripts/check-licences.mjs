// Checks that the licences of shipped packages allow the product. Reads the lock file and node_modules, no network.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { ROOT } from './install.mjs';

/** Licences that allow use in proprietary software without publishing it. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/**
 * Packages whose licence is none of these, each with the licence that somebody has read and accepted. libvips is a
 * library of its own that is loaded when the product runs, unchanged, and can be replaced: that is what the LGPL asks.
 */
const ACCEPTED = [
  { name: /^@img\/sharp-libvips-[\w-]+$/, licence: 'LGPL-3.0-or-later' },
  { name: /^@img\/sharp-win32-\w+$/, licence: 'Apache-2.0 AND LGPL-3.0-or-later' },
  { name: /^@img\/sharp-wasm32$/, licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT' },
];

/** Packages that name no licence and bring its text: how the file begins. */
const BROUGHT = [{ name: /^png-js$/, file: 'LICENSE', begins: 'MIT License', licence: 'MIT' }];

/** An expression of SPDX: one of the alternatives, with all of its parts, has to be allowed. */
function isAllowed(licence) {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => ALLOWED.has(part.trim())));
}

function licenceOf(root, path, name, { license }) {
  if (typeof license === 'string') return license;
  const brought = BROUGHT.find((each) => each.name.test(name));
  const file = brought && join(root, path, brought.file);
  // An optional package of another machine is not installed here, and nothing is said of it.
  if (!file || !existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').trimStart().startsWith(brought.begins) ? brought.licence : undefined;
}

const root = process.argv[2] ? resolve(process.argv[2]) : ROOT;
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const refused = Object.entries(packages).flatMap(([path, entry]) => {
  // The lock file marks what only work on the product needs.
  if (path === '' || entry.dev === true) return [];
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const licence = licenceOf(root, path, name, entry);
  if (licence === undefined) return [`${name} names no licence`];
  const isAccepted = ACCEPTED.some((each) => each.name.test(name) && each.licence === licence);
  return isAccepted || isAllowed(licence) ? [] : [`${name} is under ${licence}`];
});
for (const sentence of refused) console.error(`${sentence}: see scripts/check-licences.mjs`);
if (refused.length > 0) process.exitCode = 1;
