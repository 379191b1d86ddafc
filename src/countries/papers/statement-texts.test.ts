import { expect, test } from 'vitest';
import { receiptTitle } from './receipt.ts';
import { dueDatesMoved, statementTexts } from './statement-texts.ts';

test('the payoff text mentions a payment in progress only if there is one', () => {
  expect(statementTexts.payoff('')).toBe('Para cancelar todo hoy');
  expect(statementTexts.payoff('20-04-2026')).toBe(
    'Para cancelar todo con tu pago en curso, hasta el 20-04-2026',
  );
});

test('cash is handed over, not transferred', () => {
  expect(receiptTitle({ place: 'Red pagos' })).toBe('Comprobante de entrega');
  expect(receiptTitle({ place: '' })).toBe('Comprobante de transferencia');
});

test('a late delivery says by how much the due dates moved', () => {
  expect(dueDatesMoved(0)).toBe('');
  expect(dueDatesMoved(6)).toBe('Todos los vencimientos se corrieron 6 días');
});
