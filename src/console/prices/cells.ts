import type { StaffInput } from '../api.ts';

export type PriceTable = StaffInput<'POST /api/staff/price-drafts/{id}/save'>['body']['table'];
type Variant = keyof PriceTable['variants'];

/** Every cell of a list as it is typed, by the name that the server's findings give it. */
export type Cells = Readonly<Record<string, string>>;

/** `2.6` is shown as `260`: by moving the point of the text, which loses nothing. */
export function percentOf(fraction: string): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(fraction);
  if (!match) return fraction;
  const [, whole = '', decimals = ''] = match;
  const digits = whole + decimals.padEnd(2, '0').slice(0, 2);
  const rest = decimals.slice(2).replace(/0+$/, '');
  return `${digits.replace(/^0+(?=\d)/, '')}${rest ? `,${rest}` : ''}`;
}

/** Inverse; text that is no percentage stays as typed, and the server reports the fault. */
export function fractionOf(percent: string): string {
  const match = /^(\d+)(?:[.,](\d+))?$/.exec(percent.trim());
  if (!match) return percent;
  const [, whole = '', decimals = ''] = match;
  const padded = whole.padStart(3, '0');
  const text = `${padded.slice(0, -2)}.${padded.slice(-2)}${decimals}`.replace(/\.?0+$/, '');
  return text.replace(/^0+(?=\d)/, '') || '0';
}

/** `1-12`, `3, 6, 12`. */
export function countsText(counts: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const count of counts) {
    const run = runs.at(-1);
    if (run && run[1] === count - 1) run[1] = count;
    else runs.push([count, count]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}

export function countsOf(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [, from = '', to = from] = /^\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*$/.exec(part) ?? [];
    if (from === '') return part.trim() === '' ? [] : [0];
    const length = Math.min(120, Number(to) - Number(from) + 1);
    return length < 1 ? [0] : Array.from({ length }, (_, index) => Number(from) + index);
  });
}

/** Whole units of a typed amount; 0 for text that is none. */
export const unitsOf = (text = ''): number => {
  const digits = text
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll('.', '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
};

/** Decimals are typed with a comma. */
const decimalOf = (text = ''): string => text.trim().replace(',', '.');
const formatDecimal = (text: string): string => text.replace('.', ',');

const VARIANTS = ['no_membership', 'membership'] as const;

export function cellsOf(table: PriceTable): Cells {
  const variants = VARIANTS.flatMap((name): [string, string][] => {
    const { rate, basis_days: days, tax_rate: tax, instalments, fees } = table.variants[name];
    const cells: [string, string][] = [
      ['rate', percentOf(rate)],
      ['tax_rate', percentOf(tax)],
      ['instalments', countsText(instalments)],
      ...(days === undefined ? [] : [['basis_days', formatDecimal(days)] as [string, string]]),
      ...(fees
        ? ([
            ['fees.origination', formatDecimal(fees.origination)],
            ['fees.instalment', formatDecimal(fees.instalment)],
            ['fees.most', formatDecimal(fees.most)],
            ['fees.tax_rate', percentOf(fees.tax_rate)],
          ] as [string, string][])
        : []),
    ];
    return cells.map(([cell, value]) => [`variants.${name}.${cell}`, value]);
  });
  const segments = table.segments.flatMap(({ name, grade, max_amount: most }, index): [string, string][] => [
    [`segments.${index}.name`, name],
    [`segments.${index}.grade`, String(grade)],
    [`segments.${index}.max_amount`, String(most)],
  ]);
  return Object.fromEntries([
    ['min_amount', String(table.min_amount)],
    ['max_amount', String(table.max_amount)],
    ['step', String(table.step)],
    ['offer_days', String(table.offer_days)],
    ['ceiling_counts', table.ceiling_counts ?? ''],
    ...variants,
    ...segments,
  ]);
}

/** Number of rows in the segments table. */
export const segmentCount = (cells: Cells): number =>
  Object.keys(cells).filter((name) => /^segments\.\d+\.name$/.test(name)).length;

export function tableOfCells(cells: Cells): PriceTable {
  const variantOf = (name: Variant): PriceTable['variants'][Variant] => {
    const cell = (part: string) => cells[`variants.${name}.${part}`];
    const days = cell('basis_days');
    const origination = cell('fees.origination');
    return {
      rate: fractionOf(cell('rate') ?? ''),
      tax_rate: fractionOf(cell('tax_rate') ?? ''),
      instalments: countsOf(cell('instalments') ?? ''),
      ...(days === undefined ? {} : { basis_days: decimalOf(days) }),
      fees:
        origination === undefined
          ? null
          : {
              origination: decimalOf(origination),
              instalment: decimalOf(cell('fees.instalment')),
              most: decimalOf(cell('fees.most')),
              tax_rate: fractionOf(cell('fees.tax_rate') ?? ''),
            },
    };
  };
  const counts = cells.ceiling_counts;
  return {
    min_amount: unitsOf(cells.min_amount),
    max_amount: unitsOf(cells.max_amount),
    step: unitsOf(cells.step),
    offer_days: unitsOf(cells.offer_days),
    variants: { no_membership: variantOf('no_membership'), membership: variantOf('membership') },
    segments: Array.from({ length: segmentCount(cells) }, (_, index) => ({
      name: (cells[`segments.${index}.name`] ?? '').trim(),
      grade: Math.min(99, unitsOf(cells[`segments.${index}.grade`])),
      max_amount: unitsOf(cells[`segments.${index}.max_amount`]),
    })),
    ceiling_counts: counts === 'interest' || counts === 'all-charges' ? counts : null,
  };
}

/** Removes a row of the segments and moves the others up. */
export function withoutSegment(cells: Cells, removed: number): Cells {
  const table = tableOfCells(cells);
  const left = cellsOf({ ...table, segments: table.segments.filter((_, index) => index !== removed) });
  const typed = Object.entries(cells).filter(([name]) => !name.startsWith('segments.'));
  return { ...left, ...Object.fromEntries(typed) };
}

export function withSegment(cells: Cells): Cells {
  const index = segmentCount(cells);
  return {
    ...cells,
    [`segments.${index}.name`]: '',
    [`segments.${index}.grade`]: String(index),
    [`segments.${index}.max_amount`]: cells.max_amount ?? '',
  };
}
