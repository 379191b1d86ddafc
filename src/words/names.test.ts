import { expect, test } from 'vitest';
import { dataLines } from './operation.ts';
import { instalmentCount, loanState, providerName, wayName } from './names.ts';
import { subjectName } from './subject-names.ts';

test('a payment channel has one name, as method, settlement file, rail or internal booking', () => {
  expect(['bank-transfer', 'bank-transfer-uy', 'red-pagos', 'pdv', 'credit-closing'].map(wayName)).toEqual([
    'Transferencia bancaria',
    'Transferencia bancaria',
    'Red pagos',
    'Punto de retiro',
    'Saldo a favor',
  ]);
  expect(wayName('of-tomorrow')).toBe('of-tomorrow');
});

test('a provider is named by its purpose, a loan by its state', () => {
  expect(providerName('payout:bank-transfer')).toBe('Envíos y devoluciones, Transferencia bancaria');
  expect(providerName('card:sandbox')).toBe('Cobros con tarjeta, Prueba');
  expect(['send', 'preapproved', 'x'].map(loanState)).toEqual(['Confirmado', 'En envío', 'x']);
});

test('instalments are counted in words, one as one', () => {
  expect([1, 12].map(instalmentCount)).toEqual(['1 cuota', '12 cuotas']);
});

test('the audit translates internal codes', () => {
  const named = (subject: string, subject_name: string) => subjectName({ subject, subject_name });
  expect(named('difference:7', 'card:sandbox cuota-91')).toBe('Cobros con tarjeta, Prueba cuota-91');
  expect(named('day:ledger-check', 'ledger-check')).toBe('Control del libro');
  expect(named('work:send-message:9', 'send-message')).toBe('Mensaje');
  expect(named('settlement', 'abitab: enero: parte 2.txt')).toBe('Abitab: enero: parte 2.txt');
  expect(named('customer:5', 'Cliente 5')).toBe('Cliente 5');
});

test('failed jobs are described in words, without personal data', () => {
  const data = { job: 'debits', country: 'UY', date: '2026-11-23', to: '•••', network: 'abitab' };
  expect(dataLines(JSON.stringify(data))).toEqual([
    'Tarea: Débitos',
    'País: Uruguay',
    'Día: 23-11-2026',
    'Red: Abitab',
  ]);
});
