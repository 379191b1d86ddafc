import { expect, it } from 'vitest';
import { detailLines, titleOf } from './texts.ts';

const item = (name: string, detail: object) => ({
  id: '1',
  at: '2026-11-27T12:00:00Z',
  source: 'event' as const,
  name,
  by: '',
  state: '',
  detail: JSON.stringify(detail),
});

it.each([
  ['password', 'Medio: contraseña'],
  ['magic', 'Medio: link por mail'],
  ['sms', 'Medio: código por SMS'],
])('names the way of a login by %s in words', (method, line) => {
  expect(detailLines(item('login', { method }) as Parameters<typeof detailLines>[0], 'AR', false)).toEqual([
    line,
  ]);
});

it('names a request as one, without the ledger unless it is shown', () => {
  const action = {
    ...item('POST /api/staff/loans/{id}/changes', {
      before: { overdue: '$100', status: 'delayed', ledger: { bank: '$5' } },
      after: { requested: { overdue: '$70', status: 'delayed', ledger: { bank: '$9' } } },
    }),
    source: 'staff' as const,
    by: 'Julia',
  } as unknown as Parameters<typeof detailLines>[0];
  expect(titleOf(action)).toBe('Cambio de un préstamo, pedido por Julia');
  expect(detailLines(action, 'AR', false)).toEqual(['Antes: Vencido: $100', 'Pedido: Vencido: $70']);
  // Facts that did not change are left out.
  expect(detailLines(action, 'AR', true)).toEqual([
    'Antes: Vencido: $100',
    'Antes: Libro: Banco: $5',
    'Pedido: Vencido: $70',
    'Pedido: Libro: Banco: $9',
  ]);
});

it('shows what changed in one line, with what it was about', () => {
  const matched = {
    ...item('POST /api/staff/money/unmatched/{id}/match', {
      before: { state: 'unmatched', suspense: '$100', loan: 28, loan_state: 'active' },
      after: { state: 'exact', suspense: '$0', loan_state: 'active', amount: '$100', operation: 'OP7' },
    }),
    source: 'staff' as const,
    by: 'Tomás',
  } as unknown as Parameters<typeof detailLines>[0];
  expect(detailLines(matched, 'UY', false)).toEqual([
    'Préstamo: 28',
    'Estado: Sin identificar → Acreditado',
    'Importe: $100',
    'Operación: OP7',
  ]);
  const removed = { ...matched, detail: JSON.stringify({ before: { state: 'unmatched' }, after: {} }) };
  expect(detailLines(removed, 'UY', false)).toEqual(['Antes: Estado: Sin identificar']);
});
