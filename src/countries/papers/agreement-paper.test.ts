import { expect, test } from 'vitest';
import { agreementPaper, type AgreementFacts } from './agreement-paper.ts';

const facts: AgreementFacts = {
  brand: 'Wayni',
  language: 'es-AR',
  isDueDay: false,
  lender: [['Presta', 'Wayni Móvil S. A.']],
  customer: 'Ana Pérez',
  documentLabel: 'DNI',
  document: '30.123.456',
  loanNumber: '12',
  on: '02-03-2026',
  parts: [['Capital', '$100,00', '', '$100,00']],
  rows: [['4', '02-04-2026', '02-04-2026', '$100,00', '$0,00', '$0,00', '$0,00', '$100,00']],
  total: '$100,00',
  rate: '',
  evidence: { at: new Date(0), local: '02-03-2026 10:00:00', channel: 'sms', digest: 'abc' },
};

test('the paper of a plan says what happens if it is not kept', () => {
  const paper = JSON.stringify(agreementPaper(facts));
  expect(paper).toContain('Acuerdo de pago');
  expect(paper).toContain('Sin intereses nuevos');
  expect(paper).toContain('una persona revisa el caso');
  expect(paper).toContain('Con un código enviado por SMS');
});

test('that of a change of the due day has no such clause', () => {
  const paper = JSON.stringify(agreementPaper({ ...facts, isDueDay: true, rate: '30,00%' }));
  expect(paper).toContain('Cambio del día de vencimiento');
  expect(paper).toContain('30,00% anual');
  expect(paper).not.toContain('una persona revisa el caso');
});
