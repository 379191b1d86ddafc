import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../testing/new-folder.ts';

const program = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'check-licences.mjs');

/** What the check says of a product with these packages, and of one with a licence's text for `png-js`. */
function check(packages: Record<string, object>, licenceText?: string) {
  const folder = newFolder();
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
  if (licenceText !== undefined) {
    mkdirSync(join(folder, 'node_modules/png-js'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/png-js/LICENSE'), licenceText);
  }
  const { status, stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  return { status, output: stderr };
}

test('licences that allow the product pass, and those of tools alone are not asked', () => {
  const packages = {
    'node_modules/a': { license: 'MIT' },
    'node_modules/b': { license: '(GPL-3.0-only OR ISC)' },
    'node_modules/a/node_modules/c': { license: 'Apache-2.0 AND MIT' },
    'node_modules/tool': { license: 'GPL-3.0-only', dev: true },
    'node_modules/@img/sharp-libvips-linux-x64': { license: 'LGPL-3.0-or-later', optional: true },
  };
  expect(check(packages)).toEqual({ status: 0, output: '' });
});

test.each([
  ['another licence', { license: 'AGPL-3.0-only' }, 'seeded is under AGPL-3.0-only'],
  ['part of one', { license: 'MIT AND GPL-2.0-only' }, 'seeded is under MIT AND GPL-2.0-only'],
  ['an accepted one elsewhere', { license: 'LGPL-3.0-or-later' }, 'seeded is under LGPL-3.0-or-later'],
  ['none', {}, 'seeded names no licence'],
])('%s is refused by name', (_what, entry, sentence) => {
  const { status, output } = check({ 'node_modules/deep/node_modules/seeded': entry });
  expect(status).toBe(1);
  expect(output).toContain(sentence);
});

test('a package without a named licence is known by the text that it brings', () => {
  const packages = { 'node_modules/png-js': {} };
  expect(check(packages, 'MIT License\n\nCopyright').status).toBe(0);
  expect(check(packages, 'All rights reserved').output).toContain('png-js names no licence');
});
