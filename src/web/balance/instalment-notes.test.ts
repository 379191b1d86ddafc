import { describe, expect, it } from 'vitest';
import type { Instalment } from './balance-query.ts';
import { notesOf as notesBy } from './instalment-row.tsx';
import { stateName } from './standing.ts';
import { instalment } from './testing/instalment.ts';
import { moneyOf } from '../ui/money.ts';
import type { UnderWay } from './payment/under-way.ts';

const closing: UnderWay = {
  hash: 'h',
  method: 'rapipago',
  supplier_name: 'Rapipago',
  kind: 'coupon',
  purpose: 'settlement',
  state: 'open',
  amount: 300,
  due_date: '24-11-2026',
  barcode: '1',
  reference: '1',
  opened_by: 'owner',
  installments: [1],
  url: '/coupon/h',
  pdf_url: '',
};

const notesOf = (...facts: [Instalment, UnderWay | undefined]) => notesBy(...facts, moneyOf('ARS'));

describe('notes of an instalment', () => {
  it('nothing where the state says it all', () => {
    expect(notesOf(instalment(1), undefined)).toEqual([]);
    expect(notesOf(instalment(1, { state_name: 'payed', payed: true, paid: 100 }), undefined)).toEqual([]);
  });

  it('an instalment in default that lacks ten pesos says that nearly all was paid', () => {
    const late = { state_name: 'delayed', days_late: 40, paid: 167_374.74, missing: 10, amount: 10 } as const;
    expect(stateName(instalment(2, late))).toBe('Default');
    expect(notesOf(instalment(2, late), undefined)).toEqual(['Pagaste $167.374,74. Faltan $10,00.']);
  });

  it('the last day without surcharge where it is not the due date, until the instalment is paid', () => {
    const later = { due_date_format: '12-12-2026', payable_until_format: '14-12-2026' };
    expect(notesOf(instalment(1, later), undefined)).toEqual([
      'Podés pagarla hasta el lunes 14-12-2026 sin recargo.',
    ]);
    expect(notesOf(instalment(1, { ...later, state_name: 'payed', payed: true }), undefined)).toEqual([]);
    expect(notesOf(instalment(1, { ...later, state_name: 'delayed', days_late: 1 }), undefined)).toEqual([
      'Se podía pagar hasta el lunes 14-12-2026 sin recargo.',
    ]);
    // A coupon says its own day.
    const coupon = instalment(1, { ...later, state_name: 'coupon' });
    expect(notesOf(coupon, { ...closing, purpose: 'instalments' })).toEqual([]);
  });

  it('a reversal leaves a trace', () => {
    const reversals = [{ amount: 50.5, date: '20-11-2026' }];
    expect(notesOf(instalment(1, { reversals }), undefined)).toEqual([
      'El 20-11-2026 se anuló un pago de $50,50: ya no cuenta.',
    ]);
  });

  it('other payments that cover it', () => {
    expect(notesOf(instalment(1, { state_name: 'coupon' }), closing)).toEqual([
      'Incluida en el cierre de tu préstamo.',
    ]);
    const dropped = instalment(6, { state_name: 'payed', payed: true, advance: true });
    expect(stateName(dropped)).toBe('Adelantada');
    expect(notesOf(dropped, undefined)).toEqual(['Pagada con tu adelanto.']);
  });
});
