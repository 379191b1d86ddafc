import { describe, expect, test } from 'vitest';
import { COLLECTION_LAYOUTS } from './layouts.ts';
import { readCollectionFile } from './read-file.ts';
import { writeCollectionFile } from './testing/write-file.ts';

const networks = Object.keys(COLLECTION_LAYOUTS);
const payments = [
  { paidOn: '2026-11-20', reportId: '00000000000017', amount: 1_234_56, reference: '12345678901234' },
  { paidOn: '2026-11-19', reportId: '00000000000018', amount: 99, isReversal: true },
].map((payment) => ({ ...payment, barcode: '9'.repeat(42), text: 'VAR 12345678901234 PEREZ' }));

describe.each(networks)('a file of %s', (network) => {
  const layout = COLLECTION_LAYOUTS[network]!;
  const whole = writeCollectionFile(layout, '2026-11-21', payments);

  test('is read line by line', () => {
    const read = readCollectionFile(layout, whole);
    expect(read).toMatchObject({
      ok: true,
      file: {
        settledOn: '2026-11-21',
        total: 1_235_55,
        lines: [
          { line: 2, kind: 'payment', amount: 1_234_56, paidOn: '2026-11-20' },
          { line: 3, kind: 'reversal', amount: 99, paidOn: '2026-11-19' },
        ],
      },
    });
    expect(read.ok && Number(read.file.lines[0]?.reportId)).toBe(17);
  });

  test('cut anywhere is refused whole', () => {
    const end = whole.trimEnd().length;
    for (let length = 0; length < end; length += 1)
      expect(readCollectionFile(layout, whole.slice(0, length)).ok).toBe(false);
  });

  test('with a sum, a count, a date or an amount that is wrong is refused with the line or the figures', () => {
    const lines = whole.split('\r\n');
    expect(readCollectionFile(layout, lines.toSpliced(1, 1).join('\r\n'))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/counts 2 lines, it has 1/),
    });
    expect(readCollectionFile(layout, lines.toSpliced(1, 0, lines[1]!).join('\r\n')).ok).toBe(false);
    const noDay = whole.replace(/20261120|20\/11\/2026|2026-11-20/, (day) => day.replace('11', '13'));
    expect(readCollectionFile(layout, noDay)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^line 2: no date/),
    });
  });
});

test('money between separators with a comma or a point is the same, and never less than all of it', () => {
  const layout = COLLECTION_LAYOUTS.abitab!;
  const file = (amount: string) =>
    ['CABEZAL;ABITAB;21/11/2026', `DETALLE;20/11/2026;A1;1;${amount};C`, `TOTAL;1;${amount}`].join('\n');
  const sums = ['10,5', '10.50'].map((amount) => readCollectionFile(layout, file(amount)));
  expect(sums).toMatchObject([{ file: { total: 1050 } }, { file: { total: 1050 } }]);
  for (const amount of ['10,505', '1.000,50', '-10', '0', '', 'diez'])
    expect(readCollectionFile(layout, file(amount)).ok).toBe(false);
});
