import { describe, expect, test } from 'vitest';
import { COUPON_TEXTS, couponRows, paidFor, type PrintedCoupon, transferRows } from './coupon-texts.ts';

const cash: PrintedCoupon = {
  kind: 'coupon',
  supplier_name: 'Abitab',
  fullname: 'Ana Pérez',
  loan_number: '1234',
  document_number: '41004043',
  due_date: '01-12-2026',
  purpose: 'instalments',
  installments: [1, 2, 3],
  reference: '00000000012345',
  bank: null,
};
const values = (rows: readonly { label: string; value: string }[]) =>
  Object.fromEntries(rows.map(({ label, value }) => [label, value]));

describe('what a coupon says', () => {
  test('names network, person, instalments and reference', () => {
    expect(values(couponRows(cash, 'UY'))).toEqual({
      'Red de pago': 'Abitab',
      'Cupón válido hasta': '01-12-2026',
      'Qué pagás': 'Cuotas 1, 2 y 3',
      'Titular del préstamo': 'Ana Pérez',
      Cédula: '4.100.404-3',
      'Número de préstamo': '1234',
      Referencia: '00000000012345',
    });
    expect(transferRows(cash, 'UY')).toEqual([]);
  });

  test('says of its last day that the amount may have changed after it, not that it has', () => {
    const words = COUPON_TEXTS.after(cash.due_date);
    expect(words).toContain('Después del 01-12-2026 no uses este comprobante');
    expect(words).toContain('el importe puede haber cambiado');
  });

  test('leaves out what strangers are not told', () => {
    const rows = values(couponRows({ ...cash, loan_number: '', installments: [4] }, 'AR'));
    expect(rows).toMatchObject({ 'Qué pagás': 'Cuota 4', DNI: '41.004.043' });
    expect(rows).not.toHaveProperty('Número de préstamo');
  });

  test.each([
    ['settlement', 'Cierre de tu préstamo'],
    ['fewer', 'Adelanto: menos cuotas'],
    ['smaller', 'Adelanto: cuotas más chicas'],
    ['withdrawal', 'Devolución por arrepentimiento'],
  ] as const)('of %s says what is paid', (purpose, words) => {
    expect(paidFor({ purpose, installments: [] })).toBe(words);
  });

  test('of a transfer names the account once, and what has to be typed in can be copied', () => {
    const bank = {
      entity_name: 'BROU',
      account_number: '00155667700001',
      cbu: '',
      account_holder: 'Prestadora Ficticia S.A.',
      legal_number: '211003420017',
    };
    const transfer = { ...cash, kind: 'transfer', supplier_name: 'Transferencia bancaria', bank };
    expect(transferRows(transfer, 'UY')).toEqual([
      { label: 'Banco', value: 'BROU' },
      { label: 'Número de cuenta', value: '00155667700001', isCopied: true },
      { label: 'Titular de la cuenta', value: 'Prestadora Ficticia S.A.' },
      { label: 'RUT', value: '211003420017', isCopied: true },
      { label: 'Referencia', value: '00000000012345', isCopied: true },
    ]);
    const rows = values(couponRows(transfer, 'UY'));
    expect(rows).not.toHaveProperty('Red de pago');
    expect(rows).not.toHaveProperty('Referencia');
  });
});
