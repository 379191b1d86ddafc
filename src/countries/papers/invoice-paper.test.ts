import { expect, test } from 'vitest';
import { packOf } from '../index.ts';
import { invoiceDocument, type InvoiceFacts } from './invoice-paper.ts';

const facts: InvoiceFacts = {
  title: 'Factura B',
  number: '00001-00000012',
  issuedOn: '25-11-2026',
  taxDate: '20-11-2026',
  customer: 'Ana Pérez',
  documentLabel: 'DNI',
  document: '28.123.456',
  loanNumber: '7',
  net: '$100,00',
  taxRate: '21 %',
  tax: '$21,00',
  total: '$121,00',
  codeName: 'CAE',
  code: '76477123456789',
  codeUntil: '05-12-2026',
  corrects: [],
};
const lender = {
  name: 'Prestamista S.A.',
  taxNumber: '30-1',
  address: 'Calle 1',
  registration: '1',
  email: 'a@b.c',
  phone: '1',
};
const made = {
  brand: 'Cuota',
  pack: packOf('AR'),
  lender,
  at: new Date('2026-11-25T15:00:00Z'),
  url: 'https://example.com/qr',
  drawing: { path: 'M0 0', size: 10 },
};
const words = (corrects: readonly string[]) => JSON.stringify(invoiceDocument({ ...facts, corrects }, made));

test('an invoice says who, for what, how much, and its authorisation with the code that checks it', () => {
  const printed = words([]);
  for (const part of [
    'Factura B 00001-00000012',
    'Prestamista S.A.',
    'Ana Pérez',
    '28.123.456',
    '20-11-2026',
    '$100,00',
    'IVA 21 %',
    '$121,00',
    'CAE 76477123456789',
    'Vence el 05-12-2026',
    'https://example.com/qr',
  ])
    expect(printed).toContain(part);
  expect(printed).not.toContain('Corrige');
});

test('a credit note names what it corrects', () => {
  expect(words(['Factura B 00001-00000007'])).toContain('["Corrige","Factura B 00001-00000007"]');
});
