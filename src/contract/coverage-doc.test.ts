import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = read('docs/coverage.md');

/** Rule, modules and tests of every row. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map((line) => {
    const [, rule = '', built = '', shown = ''] = /^- (\[.*?\)): (.*); (.*)$/.exec(line) ?? [];
    return [rule, built, shown] as const;
  });
const pathsIn = (text: string) => [...text.matchAll(/`([^`]+\/[^`]+)`/g)].map(([, path = '']) => path);
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

/** Every rule of the product pages, as a row links it: its heading and its anchor. */
const rules = readdirSync(join(root, 'docs', 'product')).flatMap((file) =>
  [...read(`docs/product/${file}`).matchAll(/^### (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-');
    return `[${heading}](product/${file}#${anchor})`;
  }),
);

describe('docs/coverage.md', () => {
  test('names only what exists', () => {
    expect(pathsIn(page).length).toBeGreaterThan(100);
    expect(pathsIn(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test.each(rows)('names a module and a test: %s', (_rule, built, shown) => {
    expect(pathsIn(built).length).toBeGreaterThan(0);
    expect(pathsIn(built).filter(isTest)).toEqual([]);
    expect(pathsIn(shown).length).toBeGreaterThan(0);
    expect(pathsIn(shown).filter((path) => !isTest(path))).toEqual([]);
  });

  test('has one row for every rule of the product pages', () => {
    expect(rules.length).toBeGreaterThan(150);
    expect(rows.map(([rule]) => rule).toSorted()).toEqual(rules.toSorted());
  });
});
