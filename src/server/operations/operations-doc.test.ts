import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WHATSAPP_TEMPLATES } from '../../countries/messages/whatsapp-templates.ts';
import { settingNames } from '../platform/settings.ts';

const readPage = () => readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'operations.md'), 'utf8');

test('the operations page names every setting of the process', async () => {
  const page = await readPage();
  expect(settingNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('the operations page has every template of WhatsApp as it is to be registered', async () => {
  const page = await readPage();
  for (const [kind, { name, category, body, button, ttlSeconds }] of Object.entries(WHATSAPP_TEMPLATES)) {
    const start = `| \`${kind}\` | \`${name}\` | ${category} | ${ttlSeconds} s | ${body ?? ''}`;
    const label = button.kind === 'url' ? button.text : 'copy code';
    const row = page.split('\n').find((line) => line.startsWith(start));
    expect(row, `${kind}: ${start}`).toMatch(new RegExp(`\\| ${label} \\|$`));
  }
});
