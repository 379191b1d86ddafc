import { describe, expect, test } from 'vitest';
import { createCollection } from '../create-ports.ts';
import { COLLECTION_LAYOUTS } from './layouts.ts';
import { readCollectionFile } from './read-file.ts';
import { writeCollectionFile } from './testing/write-file.ts';

const networks = Object.keys(COLLECTION_LAYOUTS);
const payments = [
  { paidOn: '2026-11-20', reportId: '00000000000017', amount: 1_234_56, reference: '12345678901234' },
  { paidOn: '2026-11-19', reportId: '00000000000018', amount: 99, isReversal: true },
].map((payment) => ({ ...payment, barcode: '9'.repeat(42), text: 'VAR 12345678901234 PEREZ' }));

describe('a header that names another network', () => {
  const file = (network: string, header: (line: string) => string) => {
    const lines = writeCollectionFile(COLLECTION_LAYOUTS[network]!, '2026-11-21', payments).split('\r\n');
    return lines.with(0, header(lines[0]!)).join('\r\n');
  };
  const named = (name: string) => (line: string) => line.replace('CABEZAL;', `CABEZAL;${name}`);
  const readAs = (network: string, content: string) =>
    readCollectionFile(COLLECTION_LAYOUTS[network]!, content);

  test.each([
    ['abitab', 'RED PAGOS'],
    ['abitab', 'REDPAGOS'],
    ['red-pagos', 'ABITAB'],
    ['red-pagos', 'Otra Red'],
  ])('%s: %s refuses the file whole', (network, name) => {
    const { name: own } = COLLECTION_LAYOUTS[network]!;
    expect(readAs(network, file(network, named(name)))).toMatchObject({
      ok: false,
      told: `es de ${name} y la subiste como de ${own}; elegí la red de la rendición`,
    });
  });

  test('its own name in any spelling, and none, are taken', () => {
    for (const [network, names] of [
      ['abitab', ['ABITAB', 'Abitab S.A.', '']],
      ['red-pagos', ['REDPAGOS', 'Red Pagos', 'RED-PAGOS']],
    ] as const)
      for (const name of names)
        expect(readAs(network, file(network, named(name)))).toMatchObject({ ok: true });
  });

  test('of a fixed length, by the name of a network that is known', () => {
    const inPlace = (name: string) => (line: string) =>
      line.slice(0, 45) + name + line.slice(45 + name.length);
    expect(readAs('pago-facil', file('pago-facil', inPlace('RAPIPAGO')))).toMatchObject({
      ok: false,
      told: expect.stringContaining('es de Rapipago'),
    });
    for (const name of ['PAGO FACIL', 'WAYNI'])
      expect(readAs('pago-facil', file('pago-facil', inPlace(name)))).toMatchObject({ ok: true });
    expect(readAs('rapipago', file('rapipago', inPlace('PAGO FÁCIL')))).toMatchObject({ ok: false });
  });
});

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

  test('with a sum or a count that is wrong is refused with the figures', () => {
    const lines = whole.split('\r\n');
    expect(readCollectionFile(layout, lines.toSpliced(1, 1).join('\r\n'))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/counts 2 lines, it has 1/),
    });
    expect(readCollectionFile(layout, lines.toSpliced(1, 0, lines[1]!).join('\r\n')).ok).toBe(false);
  });

  /** The file with a change in its first payment, its sum as it was. */
  const changed = (change: (line: string) => string) => {
    const lines = whole.split('\r\n');
    return readCollectionFile(layout, lines.with(1, change(lines[1]!)).join('\r\n'));
  };

  test('with a day that is none stops that line alone', () => {
    const read = changed((line) =>
      line.replace(/20261120|20\/11\/2026|2026-11-20/, (day) => day.replace('11', '13')),
    );
    expect(read).toMatchObject({
      ok: true,
      file: {
        total: 1_235_55,
        lines: [
          { kind: 'unread', reason: 'its date is not understood', amount: 1_234_56, paidOn: undefined },
          { kind: 'reversal', amount: 99 },
        ],
      },
    });
  });

  test('with a line of no form it knows stops that line alone', () => {
    const read = changed(() => 'AVISO');
    expect(read).toMatchObject({
      ok: true,
      file: {
        lines: [{ kind: 'unread', reason: 'it is no line of a payment', reportId: '' }, { kind: 'reversal' }],
      },
    });
  });

  test.each(['X', 'c', ''])('a movement %j that is not its own is no money', (movement) => {
    const file = writeCollectionFile(layout, '2026-11-21', [{ ...payments[0]!, movement }]);
    expect(readCollectionFile(layout, file)).toMatchObject({
      ok: true,
      file: {
        lines: [{ kind: 'unread', reason: 'its movement is not a word of the network', said: movement }],
      },
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

describe('a line between separators that says something else than its layout', () => {
  const layout = COLLECTION_LAYOUTS.abitab!;
  const good = 'DETALLE;20/11/2026;A2;1;20,00;COBRO';
  const read = (line: string, total: string) =>
    readCollectionFile(layout, ['CABEZAL;ABITAB;21/11/2026', line, good, `TOTAL;2;${total}`].join('\n'));

  test.each([
    ['DETALLE;20/11/2026;A1;1;10.00;COBRO;USD', '30,00', 'it has more columns than the layout', 'USD'],
    [
      'DETALLE;20/11/2026;A1;1;10,00;ANULACIÓN',
      '30,00',
      'its movement is not a word of the network',
      'ANULACIÓN',
    ],
    ['DETALLE;20/11/26;A1;1;10,00;COBRO', '30,00', 'its date is not understood', '20/11/26'],
    ['DETALLE;20/11/2026;A1;1;U$S 10;COBRO', '30,00', 'its amount is not understood', 'U$S 10'],
    ['DETALLE;20/11/2026;A1;1;-10,00;COBRO', '10,00', 'its amount is not understood', '-10,00'],
    ['DETALLE;20/11/2026;A1;1;-10,00;COBRO', '30,00', 'its amount is not understood', '-10,00'],
    ['DETALLE;20/11/2026;;1;10,00;COBRO', '30,00', 'its number is not understood', ''],
    ['DETALLE;20/11/2026;A1:reversed;1;10,00;COBRO', '30,00', 'its number is not understood', 'A1:reversed'],
    ['DETALLE;20/11/2026;A1;1a;10,00;COBRO', '30,00', 'its reference is not understood', '1a'],
  ])('%s', (line, total, reason, said) => {
    expect(read(line, total)).toMatchObject({
      ok: true,
      file: {
        lines: [
          { line: 2, kind: 'unread', reason, said },
          { line: 3, kind: 'payment' },
        ],
      },
    });
  });

  test('cannot hide that the sum is wrong', () => {
    expect(read('DETALLE;20/11/2026;A1;1;U$S 10;COBRO', '19,00').ok).toBe(false);
    expect(read('DETALLE;20/11/2026;A1;1;-10,00;COBRO', '20,00').ok).toBe(false);
    expect(read('DETALLE;20/11/2026;A1;1a;10,00;COBRO', '31,00').ok).toBe(false);
  });
});

test('a statement is read by the encoding that it is in', () => {
  const { 'bank-transfer-ar': bank } = createCollection();
  const line = { ...payments[0]!, text: 'VAR ÑANDÚ JOSÉ' };
  const content = writeCollectionFile(COLLECTION_LAYOUTS['bank-transfer-ar']!, '2026-11-21', [line]);
  for (const [bytes, encoding] of [
    [Buffer.from(content, 'utf8'), 'utf-8'],
    [Buffer.from(`\uFEFF${content}`, 'utf8'), 'utf-8'],
    [Buffer.from(content, 'latin1'), 'windows-1252'],
  ] as const)
    expect(bank?.read(bytes)).toMatchObject({
      ok: true,
      encoding,
      file: { lines: [{ text: 'VAR ÑANDÚ JOSÉ' }] },
    });
});
