import type { CollectionLayout, Column, Form, Place, RecordLayout } from '../layouts.ts';

/** A payment as a network would write it; dates YYYY-MM-DD, amounts in centavos. */
export interface Written {
  readonly paidOn: string;
  readonly reportId: string;
  readonly amount: number;
  readonly barcode?: string;
  readonly reference?: string;
  readonly text?: string;
  readonly isReversal?: boolean;
  /** Instead of the network's own word. */
  readonly movement?: string;
}

/** A settlement file as the network of the layout sends it, with its header and trailer. */
export function writeCollectionFile(
  layout: CollectionLayout,
  settledOn: string,
  payments: readonly Written[],
): string {
  const { header, detail, trailer } = layout.records;
  const { movements } = layout;
  const details = payments.map(({ isReversal = false, ...payment }) => {
    const [movement = ''] = isReversal ? movements.reversals : movements.payments;
    return record(layout, detail, { movement, ...payment });
  });
  const total = payments.reduce((sum, { amount }) => sum + amount, 0);
  return [
    record(layout, header, { settledOn }),
    ...details,
    record(layout, trailer, { count: details.length, total }),
    '',
  ].join('\r\n');
}

type Values = Readonly<Record<string, string | number | undefined>>;

function record<Name extends string>(
  { records }: CollectionLayout,
  layout: RecordLayout<Name, Place> | RecordLayout<Name, Column>,
  values: Values,
): string {
  const fields = Object.entries<Place | Column | undefined>(layout.fields);
  if (records.kind === 'fixed') {
    let text = layout.mark.padEnd(records.lineLength);
    for (const [name, place] of fields) {
      if (place === undefined || 'column' in place) continue;
      const value = written(values[name] ?? '', place.as);
      const filled = place.as === 'text' ? value.padEnd(place.length) : value.padStart(place.length, '0');
      text = text.slice(0, place.from - 1) + filled + text.slice(place.from - 1 + place.length);
    }
    return text;
  }
  const cells = [layout.mark];
  for (const [name, place] of fields)
    if (place !== undefined && 'column' in place)
      cells[place.column - 1] = written(values[name] ?? '', place.as);
  return Array.from(cells, (cell) => cell ?? '').join(records.separator);
}

function written(value: string | number, form: Form): string {
  const text = String(value);
  const [year, month, day] = text.split('-');
  switch (form) {
    case 'units':
      return (Number(text) / 100).toFixed(2).replace('.', ',');
    case 'YYYYMMDD':
      return `${year}${month}${day}`;
    case 'DD/MM/YYYY':
      return `${day}/${month}/${year}`;
    case 'text':
    case 'digits':
    case 'centavos':
    case 'YYYY-MM-DD':
      return text;
  }
}
