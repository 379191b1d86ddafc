import { expect, test } from 'vitest';
import { z } from 'zod';
import { csvOf } from './csv.ts';

const list = z.array(z.object({ note: z.string() }));

const written = (note: string) => csvOf({ list, rows: [{ note }], words: {} });

test.each([
  '=1+1',
  '+1+A1',
  '-1+A1',
  '@SUM(A1)',
  '\t=1',
  '\r\n=1',
  '  =1',
  '\u00a0=1',
  '＝1',
  '＋1',
  '－1',
  '＠A',
])('%j is no formula to a spreadsheet', async (note) => {
  const [, ...lines] = (await written(note)).split(/\r\n(?=['"])/);
  expect(lines.join('')).toMatch(/^"?'/);
});

test.each(['2026-99-99T99:99:99Z', '2026-02-30T25:00:00.000Z', '30-02-2026', '99-99-9999', '2026-02-30'])(
  'the text %s, which is no time, breaks no file',
  async (note) => {
    const [, line] = (await written(note)).split('\r\n');
    expect(line).toMatch(/^[\d:TZ.-]+$/);
  },
);
