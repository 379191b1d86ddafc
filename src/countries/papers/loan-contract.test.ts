import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../country-pack.ts';
import { loanContract, type ContractFacts } from './loan-contract.ts';

const COUNTRIES: readonly CountryCode[] = ['AR', 'UY'];

const FACTS: ContractFacts = {
  brand: 'Wayni',
  lender: [['Presta', 'Prestadora Ficticia S.A.']],
  language: 'es-AR',
  loanNumber: '1234',
  customer: 'Ana Pérez',
  documentLabel: 'DNI',
  document: '26.756.539',
  domicile: 'Belgrano 100, piso 4, departamento B, San Martín, provincia de Buenos Aires',
  email: 'ana@example.com',
  currency: 'ARS',
  principal: '$290.000,00',
  delivered: '$289.000,00',
  originationFee: '$1.000,00',
  tna: '260,00%',
  tea: '952,11%',
  cftna: '314,60%',
  cftea: '1.281,07%',
  cfteaWithMembership: '1.402,50%',
  defaultRate: '390,00%',
  defaultTea: '175,50%',
  defaultMonths: 24,
  taxRate: '21,00%',
  instalments: 12,
  payment: '$76.736,24',
  interestTotal: '$521.350,91',
  taxTotal: '$109.483,69',
  chargesTotal: '$0,00',
  finalAmount: '$920.834,60',
  deliveryRule: 'Antes de entregar el dinero no corren intereses.',
  delivery: 'Transferencia a la cuenta 2850590940090418135201',
  withdrawal: 'Podés arrepentirte.',
  isMembership: false,
  basicPlan: 'Plan sin membresía: 12 cuotas de $85.120,44.',
  schedule: [['1', '15-06-2026', '$1,00', '$2,00', '$3,00', '$4,00', '$10,00', '$5,00']],
  laterDays: ['cuota 1, hasta el martes 16-06-2026'],
  terms: { title: 'Términos y condiciones', version: 'ar-1', paragraphs: ['1. Primero', 'Un texto. Otro.'] },
  note: { title: 'Pagaré a la vista', version: 'pagare-1', paragraphs: ['Pagaré sin protesto.'] },
  evidence: {
    at: new Date('2026-05-15T12:00:00Z'),
    utc: '2026-05-15 12:00:00 UTC',
    local: '15 de mayo de 2026, 9:00:00',
    address: '192.0.2.1',
    device: 'Navegador',
    documents: [['Pagaré', 'pagare-1', 'ab'.repeat(32)]],
  },
};

describe('loan contract', () => {
  test.each(COUNTRIES)('%s prints every fact it is given', (code) => {
    const printed = JSON.stringify(loanContract(code, FACTS));
    const facts = JSON.stringify({ ...FACTS, isMembership: undefined, documentLabel: undefined });
    for (const [, fact = ''] of facts.matchAll(/:"((?:[^"\\]|\\.)+)"/g)) expect(printed).toContain(fact);
    expect(printed).toContain('Sistema de amortización');
  });

  test('of a loan whose address was not kept has no empty line for it', () => {
    expect(JSON.stringify(loanContract('AR', FACTS))).toContain('"Domicilio","Belgrano 100');
    expect(JSON.stringify(loanContract('AR', { ...FACTS, domicile: '' }))).not.toContain('"Domicilio"');
  });

  test.each([
    ['AR', 'Costo financiero total efectivo anual (CFTEA), con impuestos y cargos', 'CFTEA'],
    ['UY', 'Costo total efectivo anual, con impuestos y cargos', 'Costo total efectivo anual'],
  ] as const)('%s has one annual cost, and the one with the membership beside it', (code, label, name) => {
    const costs = (facts: ContractFacts) =>
      loanContract(code, facts).blocks.flatMap((block) => {
        if (block.kind === 'highlight') return [[block.label, block.value] as const];
        return block.kind === 'facts' ? block.rows.filter(([each]) => each.startsWith(name)) : [];
      });
    expect(costs({ ...FACTS, cfteaWithMembership: '' })).toEqual([
      [label, '1.281,07%'],
      [name, '1.281,07%'],
    ]);
    expect(costs(FACTS)).toContainEqual([`${name} con el precio de la membresía`, '1.402,50%']);
  });

  test('has no clause of another plan without one', () => {
    const printed = JSON.stringify(loanContract('AR', { ...FACTS, basicPlan: '' }));
    expect(printed).not.toContain('Plan sin membresía');
  });

  test('tells the rate of default, and as an effective one where rates are', () => {
    const told = (facts: ContractFacts) => JSON.stringify(loanContract('UY', facts));
    expect(told(FACTS)).toContain(
      '"hasta 390,00% nominal anual (TEA por mora 175,50%), más IVA, hasta 24 meses después de cada vencimiento"',
    );
    expect(told({ ...FACTS, defaultTea: null, defaultMonths: 0 })).toContain(
      '"hasta 390,00% nominal anual, más IVA"',
    );
  });

  test.each([
    [1, '1, pago único'],
    [12, '12, mensuales'],
  ])('of %i says how many instalments and how often', (instalments, words) => {
    const { blocks } = loanContract('AR', { ...FACTS, instalments });
    const rows = blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : []));
    expect(rows).toContainEqual(['Cantidad y periodicidad de las cuotas', words]);
  });

  test('each country names its own law', () => {
    expect(JSON.stringify(loanContract('AR', FACTS))).toContain('artículo 36 de la Ley 24.240');
    expect(JSON.stringify(loanContract('UY', FACTS))).toContain('Ley 18.212');
  });

  test('says whether the membership belongs to it, and that it is billed apart', () => {
    expect(JSON.stringify(loanContract('AR', FACTS))).toContain('no incluye la membresía Wayni+');
    const member = JSON.stringify(loanContract('AR', { ...FACTS, isMembership: true }));
    expect(member).toContain('se contrata aparte');
  });

  test('the plan names the days until which instalments can be paid after their due date, if there are any', () => {
    const words = (facts: ContractFacts) => JSON.stringify(loanContract('AR', facts).blocks);
    expect(words(FACTS)).toContain(
      'sin recargo hasta el día hábil siguiente: cuota 1, hasta el martes 16-06-2026.',
    );
    expect(words({ ...FACTS, laterDays: [] })).not.toContain('sin recargo');
  });

  test('numbered headings of the terms are headings', () => {
    const { blocks } = loanContract('AR', FACTS);
    expect(blocks).toContainEqual({ kind: 'subheading', text: '1. Primero' });
    expect(blocks).toContainEqual({ kind: 'paragraph', text: 'Un texto. Otro.' });
  });
});
