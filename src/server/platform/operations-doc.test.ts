import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingNames } from './settings.ts';

test('the operations page names every setting of the process', async () => {
  const page = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'operations.md'), 'utf8');
  expect(settingNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
