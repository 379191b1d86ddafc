import type { OutputOf } from '../contract/contract.ts';
import { formatPercentExact } from '../domain/rate.ts';

type Dated = OutputOf<'GET /api/staff/dated-values'>;
export type Source = Dated['result'][number];
export type HolidayTable = Dated['holidays'][number];
export type Holiday = OutputOf<'GET /api/staff/holidays'>['result'][number];

export const KIND_NAMES: Readonly<Record<Source['kind'], string>> = {
  unit: 'Valor de la UI',
  ceiling: 'Tope legal de la tasa',
  'default-ceiling': 'Tope legal de la mora',
};

export const KIND_SOURCES: Readonly<Record<Source['kind'], string>> = {
  unit: 'Lo publica el instituto de estadística. Con él se cobran los gastos.',
  ceiling: 'Lo publica el banco central. Un plan que lo supera no se ofrece.',
  'default-ceiling':
    'Lo publica el banco central. Los préstamos nuevos no pactan una mora mayor. Si no se carga, sale del tope de la tasa.',
};

export const STATE_NAMES: Readonly<Record<Source['state'], string>> = {
  fine: 'Al día',
  soon: 'Se termina pronto',
  out: 'Falta el nuevo',
};

export const STATE_TONES = { fine: 'good', soon: 'late', out: 'bad' } as const;

/** True if values of the kind are rates, typed and shown as percentages. */
export const isRate = (kind: Source['kind']): boolean => kind !== 'unit';

export const formatDecimal = (kind: Source['kind'], value: string): string =>
  isRate(kind) ? formatPercentExact(value) : value.replace('.', ',');
