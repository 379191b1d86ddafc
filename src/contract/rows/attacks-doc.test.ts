import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const page = readFileSync(join(root, 'docs', 'attacks.md'), 'utf8');
const named = [...page.matchAll(/\| `([^`]+\.test\.ts)` \|$/gm)].map(([, path = '']) => path);

test('docs/attacks.md names every test of the suite, and only tests that exist', () => {
  const suite = readdirSync(join(root, 'src/server/attacks')).map((name) => `src/server/attacks/${name}`);
  expect(suite.filter((path) => path.endsWith('.test.ts') && !named.includes(path))).toEqual([]);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
