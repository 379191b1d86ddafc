import { describe, expect, test } from 'vitest';
import { packOf } from '../index.ts';
import { lenderNotice } from '../lender.ts';
import { pickupPointsOf } from '../lists.ts';
import {
  receiptAmountLabel,
  receiptDestination,
  receiptDocument,
  receiptRows,
  type ReceiptFacts,
} from './receipt.ts';
import { SERVER_ENTRIES } from '../server-entries.ts';

const facts = (change: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  code: 'C-1',
  amount: '$150.000,50',
  date: '10-07-2026',
  name: 'Ana Pérez',
  destination: '',
  place: '',
  legalNumber: '',
  ...change,
});

describe('the receipt of a payout', () => {
  test('names the account of a transfer and the CUIT as people write it', () => {
    const pack = packOf('AR');
    const where = receiptDestination(pack, 'bank-transfer', '2850590940090418135201');
    const transfer = facts({ ...where, legalNumber: '27301112228' });
    expect(receiptAmountLabel(transfer)).toBe('Monto transferido');
    const rows = new Map(receiptRows(transfer, pack));
    expect(rows.get('Cuenta de destino')).toBe('2850590940090418135201');
    expect(rows.get('CUIT/CUIL')).toBe('27-30111222-8');
    expect([...rows.keys()]).not.toContain('Lugar de cobro');
  });

  test('of cash names the place and no account, with the document as people write it', () => {
    const pack = packOf('UY');
    const cash = facts({ ...receiptDestination(pack, 'red-pagos', '12345672'), legalNumber: '12345672' });
    expect(receiptAmountLabel(cash)).toBe('Monto entregado');
    expect(receiptRows(cash, pack)).toEqual([
      ['Código', 'C-1'],
      ['Fecha', '10-07-2026'],
      ['Titular', 'Ana Pérez'],
      ['Lugar de cobro', 'Red pagos, con tu documento'],
      [pack.mainDocument, '1.234.567-2'],
    ]);
  });

  test.each(['AR', 'UY'] as const)('of a pickup point in %s says where it is', (country) => {
    const pack = packOf(country);
    for (const { id, name, address } of pickupPointsOf(country)) {
      const { destination, place } = receiptDestination(pack, 'pdv', id);
      expect(destination).toBe('');
      expect(place).toContain(`${name}, ${address}`);
    }
    expect(receiptDestination(pack, 'pdv', 'closed since')).toEqual({ destination: '', place: '' });
  });

  test('as a file says the same', () => {
    const pack = packOf('AR');
    const at = new Date('2026-07-10T12:00:00Z');
    const lender = SERVER_ENTRIES.AR.lender.demonstration;
    const made = { brand: 'Wayni', pack, lender, at };
    const { blocks } = receiptDocument(facts({ legalNumber: '30111222' }), made);
    expect(blocks).toEqual([
      { kind: 'highlight', label: 'Monto transferido', value: '$150.000,50', note: 'Código C-1' },
      { kind: 'facts', rows: receiptRows(facts({ legalNumber: '30111222' }), pack) },
      { kind: 'paragraph', text: lenderNotice(pack, 'Wayni', lender) },
    ]);
    expect(receiptRows(facts({ legalNumber: '30111222' }), pack)).toContainEqual([
      pack.mainDocument,
      '30.111.222',
    ]);
  });
});
