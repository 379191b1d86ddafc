import { expect, test } from 'vitest';
import { calendarDate } from '../../domain/calendar-date.ts';
import { centavos, ZERO } from '../../domain/money.ts';
import type { AgreedRow } from '../../domain/standing/actions.ts';
import { NO_DUES } from '../../domain/standing/allocation.ts';
import { changeWords, type LoanChange } from './loan-change-texts.ts';

const day = calendarDate('2026-03-02');
const row: AgreedRow = {
  number: 4,
  dueDate: day,
  payableUntil: day,
  principal: centavos(100_000),
  interest: ZERO,
  tax: ZERO,
  fee: ZERO,
  feeTax: ZERO,
  carried: { ...NO_DUES, defaultInterest: centavos(5_000) },
};
const agreement = { kind: 'agreement', base: NO_DUES, waived: NO_DUES, isRefinancing: true } as const;

test.each<[LoanChange, string]>([
  [
    { kind: 'pause', from: day, to: calendarDate('2026-03-12') },
    'Pausa de los intereses por mora, del 02-03-2026 al 12-03-2026',
  ],
  [{ kind: 'waive', amount: centavos(12_345) }, 'Quita de hasta $123,45'],
  [{ kind: 'waive', amount: centavos(100), instalment: 3 }, 'Quita de hasta $1,00 de la cuota 3'],
  [{ kind: 'waive', amount: centavos(100), component: 'defaultInterest' }, 'Quita de hasta $1,00 de mora'],
  [
    { kind: 'settlement-offer', amount: centavos(5_000_000), until: day },
    'Oferta para cancelar con $50.000,00 hasta el 02-03-2026',
  ],
  [{ ...agreement, rows: [row] }, 'Acuerdo de pago: 1 cuota desde el 02-03-2026, en total $1.050,00'],
  [{ ...agreement, rows: [row, row] }, 'Acuerdo de pago: 2 cuotas desde el 02-03-2026, en total $2.100,00'],
  [{ ...agreement, rows: [] }, 'Acuerdo sin cuotas: el préstamo queda cancelado'],
  [
    { ...agreement, rows: [row], isRefinancing: false },
    'Cambio del día de vencimiento: la próxima cuota vence el 02-03-2026',
  ],
  [{ kind: 'accelerate' }, 'Todo el préstamo pasa a estar vencido'],
  [{ kind: 'sued' }, 'Demanda judicial iniciada'],
])('%o', (change, words) => {
  expect(changeWords(change, 'ARS')).toBe(words);
});
