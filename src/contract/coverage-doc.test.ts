import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'coverage.md'), 'utf8');

/** The cells of every row of the page's tables, their heads left out. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Sentences|What) \|/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
const pathsIn = (text: string) => [...text.matchAll(/`([^`]+\/[^`]+)`/g)].map(([, path = '']) => path);
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

describe('docs/coverage.md', () => {
  test('names only what exists', () => {
    expect(pathsIn(page).length).toBeGreaterThan(100);
    expect(pathsIn(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test.each(rows.map((cells) => [cells[0] ?? '', cells] as const))(
    'says who does and who shows: %s',
    (_what, cells) => {
      expect(cells).toHaveLength(3);
      const [, built = '', shown = ''] = cells;
      expect(pathsIn(built).length).toBeGreaterThan(0);
      expect(pathsIn(built).filter(isTest)).toEqual([]);
      expect(pathsIn(shown).length).toBeGreaterThan(0);
      expect(pathsIn(shown).filter((path) => !isTest(path))).toEqual([]);
    },
  );

  test('has every section of both documents', () => {
    for (const document of ['A', 'B'])
      for (let section = 1; section <= 9; section += 1)
        expect(page).toContain(`### ${document} §${section} `);
    for (const part of ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.8'])
      expect(page).toContain(`| §${part} `);
  });
});
