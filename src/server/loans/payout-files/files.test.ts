import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centavos, type Currency } from '../../../domain/money.ts';
import { batchFile, batchFileName, type Batch } from './batch-file.ts';
import { csvLine, splitCsvLine } from './csv.ts';
import { readResultFile } from './result-file.ts';

const currency: Currency = 'UYU';
const batch: Batch = {
  rail: 'red-pagos',
  currency,
  number: 7,
  closedAt: new Date('2026-11-22T10:00:00Z'),
  orders: [
    {
      reference: '123456789012345',
      amount: centavos(15_000_050),
      holder: '=cmd|A1;"x"',
      legalNumber: '11111111',
      bankId: '',
      destination: '11111111',
      description: 'Prestamo Wayni',
    },
    {
      reference: '123456789012346',
      amount: centavos(100),
      holder: 'Ana\nPérez',
      legalNumber: '22222222',
      bankId: '',
      destination: '22222222',
      description: 'Prestamo Wayni',
    },
  ],
};

describe('a batch file', () => {
  test('has its name, one readable line an order for any name, count and sum', () => {
    expect(batchFileName(batch)).toBe('red-pagos-UYU-000007.csv');
    expect(batchFile(batch).toString()).toBe(
      [
        'BATCH;red-pagos;UYU;7;2026-11-22T10:00:00.000Z',
        'reference;amount;currency;holder;document;bank;destination;description',
        `123456789012345;150000.50;UYU;"'=cmd|A1;""x""";11111111;;11111111;Prestamo Wayni`,
        '123456789012346;1.00;UYU;Ana Pérez;22222222;;22222222;Prestamo Wayni',
        'END;2;150001.50',
        '',
      ].join('\n'),
    );
  });

  test('splits into the fields that were written, for any text', () => {
    const field = fc.string().map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 6 }), (fields) => {
        const line = csvLine(fields);
        expect(line).not.toMatch(/[\r\n]/);
        const isPlain = (text: string) => !/[\p{Cc}]/u.test(text) && !/^[=+@]|^-(?!\d)/.test(text);
        const read = splitCsvLine(line);
        expect(read).toHaveLength(fields.length);
        const plain = fields.flatMap((text, index) => (isPlain(text) ? [[text, read?.[index]]] : []));
        for (const [written, found] of plain) expect(found).toBe(written);
      }),
    );
  });
});

const resultFile = (...lines: readonly string[]) =>
  ['RESULTS;red-pagos;UYU', ...lines, `END;${lines.length}`, ''].join('\r\n');
const read = (content: string) => readResultFile('red-pagos', content);
const refusal = (content: string) => {
  const file = read(content);
  return file.ok ? 'accepted' : file.reason;
};

describe('a file of results', () => {
  test('is read quoted or not, in upper or lower case, with or without its heading', () => {
    const expected = {
      ok: true,
      currency: 'UYU',
      lines: [
        {
          line: 2,
          kind: 'result',
          reference: '123456789012345',
          state: 'completed',
          providerId: 'P-1',
          receiptCode: 'C;1',
          reason: '',
          paidOn: null,
        },
        {
          line: 3,
          kind: 'result',
          reference: '123456789012346',
          state: 'failed',
          providerId: '',
          receiptCode: '',
          reason: 'no funds',
          paidOn: null,
        },
        { line: 4, kind: 'acknowledgement', number: 7, count: 2, amount: 15_000_150 },
      ],
    };
    expect(
      read(
        resultFile(
          '123456789012345;completed;P-1;"C;1";',
          '123456789012346;failed;;;no funds',
          'BATCH;7;2;150001.50',
        ),
      ),
    ).toEqual(expected);
    expect(
      read(
        '\uFEFFresults;red-pagos;UYU\n"123456789012345";"COMPLETED";"P-1";"C;1";""\n123456789012346;Failed;;;"no funds"\nbatch;7;2;"150001,50"\nend;3\n',
      ),
    ).toEqual(expected);
    const headed = `RESULTS;red-pagos;UYU\nreference;state;provider_id;receipt;reason\n1;failed;;;\nEND;1\n`;
    expect(read(headed)).toMatchObject({ ok: true, lines: [{ line: 3, reference: '1' }] });
    const dated = resultFile('1;completed;P-1;;;2026-11-22', '2;completed;P-2;;;');
    expect(read(dated)).toMatchObject({ ok: true, lines: [{ paidOn: '2026-11-22' }, { paidOn: null }] });
  });

  test('cut off anywhere it is refused whole', () => {
    const whole = resultFile('1;completed;P-1234567890;C-1;', '2;failed;;;', 'BATCH;7;2;1.00').trimEnd();
    for (let length = 0; length < whole.length; length += 1)
      expect([length, read(whole.slice(0, length)).ok]).toEqual([length, false]);
    expect(read(whole).ok).toBe(true);
  });

  test.each([
    ['1;completed;P-1', /reference;state;provider_id;receipt;reason/],
    ['1;completed;;;', /a completed order has a provider_id/],
    ['1;completed;P-1;;;22-11-2026', /paid_on is a day/],
    ['1;paid;P-1;;', /a state is completed or failed/],
    ['a b;failed;;;', /15 letters and digits/],
    ['1;failed;;;"x', /a quote is not closed/],
    ['BATCH;x;1;1.00', /BATCH;number;count;sum/],
  ])('the line %s stops alone', (line, reason) => {
    const found = read(resultFile('2;failed;;;', line));
    expect(found).toMatchObject({
      ok: true,
      lines: [
        { kind: 'result', reference: '2' },
        { line: 3, kind: 'unread', reason: expect.stringMatching(reason) },
      ],
    });
    expect(found.ok && found.lines[1]).toMatchObject({ reason: expect.stringContaining(line) });
  });

  test('of another rail, without a currency or with a wrong count it is refused', () => {
    expect(refusal('RESULTS;pdv;ARS\nEND;0\n')).toMatch(/names pdv instead of red-pagos/);
    expect(refusal('RESULTS;red-pagos\nEND;0\n')).toMatch(/no currency/);
    expect(refusal('1;completed;P-1;C-1;\nEND;1\n')).toMatch(/no RESULTS line/);
    expect(refusal('RESULTS;red-pagos;UYU\nEND;1\n')).toMatch(/counts 1, it has 0/);
    expect(read('RESULTS;red-pagos;UYU\n1;failed;;;\n')).toMatchObject({ ok: false, isCut: true });
  });
});
