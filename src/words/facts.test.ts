import { expect, test } from 'vitest';
import { changeRows, factGroups, factsOf } from './facts.ts';

const before = JSON.stringify({ state: 'sent', answer: 'unknown', ledger: { bank: '-$10,00' } });
const after = JSON.stringify({ outcome: 'not-paid', ledger: { bank: '$0,00', collections: '$5,00' } });

test('what would change stands beside what is, the ledger last and account by account', () => {
  expect(changeRows(before, after).map(({ name, before: is, after: would }) => [name, is, would])).toEqual([
    ['Estado', 'En camino', ''],
    ['Proveedor', 'No sabe', ''],
    ['Resultado', '', 'No se pagó'],
    ['Banco', '-$10,00', '$0,00'],
    ['Cobranzas', '', '$5,00'],
  ]);
});

test('no code is left of a fact: answers, networks and what is or is not so', () => {
  expect(factsOf(JSON.stringify({ network: 'abitab', known: false, roles: [] }))).toEqual([
    'Red: Abitab',
    'Ya registrada: no',
    'Roles: ninguno',
  ]);
  expect(factGroups(JSON.stringify({ ledger: { bank: '$1,00' } }))).toEqual([
    { line: 'Libro', members: ['Banco: $1,00'] },
  ]);
  expect(factGroups(JSON.stringify({ ledger: {} }))).toEqual([{ line: 'Libro: sin saldos', members: [] }]);
});

test('decimals have a comma', () => {
  expect(factsOf(JSON.stringify({ basis_days: '28.5', amount: 1234.5, reference: '28.5' }))).toEqual([
    'Días del período: 28,5',
    'Importe: 1234,5',
    'Referencia: 28.5',
  ]);
});

test('texts that people typed break nothing and are shown as typed', () => {
  const typed = ['2026-02-30', '0000-00-00', '9999-99-99', 'constructor', '__proto__', 'toString'];
  expect(factsOf(JSON.stringify({ name: typed }))).toEqual([expect.stringContaining(typed.join(', '))]);
  for (const country of typed) expect(factsOf(JSON.stringify({ country }))[0]).toContain(country);
  expect(factsOf(JSON.stringify({ from: '2026-02-28' }))).toEqual(['Desde: 28-02-2026']);
});
