import { basicPlanClause } from '../messages/basic-plan-words.ts';
import { withdrawalTermWords } from '../law/withdrawal.ts';
import { describe, expect, test } from 'vitest';
import { erasedEmail } from '../law/data-protection.ts';
import {
  debtFreeDocument,
  debtFreeRows,
  debtFreeStatement,
  debtFreeUnnamed,
} from './debt-free-certificate.ts';
import { packOf } from '../index.ts';
import {
  membershipEndedEmail,
  membershipStartedEmail,
  membershipUndoneEmail,
} from '../messages/membership-messages.ts';
import { returnOutcomeEmail } from '../messages/withdrawal-messages.ts';
import { LAWS } from '../law/laws.ts';

describe.each(['AR', 'UY'] as const)('the last letter of an erasure, %s', (code) => {
  const sender = { brand: 'Wayni', pack: packOf(code) };
  const url = 'https://prestamos.example/privacidad';

  test('states the retained data, the legal duty and the end date', () => {
    const { text } = erasedEmail(sender, { firstName: 'Ana', keptUntil: '20-11-2036', url });
    expect(text).toContain(LAWS[code].dataProtection.kept);
    expect(text).toContain('hasta el 20-11-2036');
  });

  test('omits data that is not retained', () => {
    const { text } = erasedEmail(sender, { firstName: 'Ana', keptUntil: '', url });
    expect(text).not.toContain('conserva');
  });
});

describe('a membership that ends early', () => {
  const sender = { brand: 'Wayni', pack: packOf('AR') };
  test.each([
    [true, '$3.100', '', 'Quedan a tu favor'],
    [false, '$3.100', '$3.200', 'no pagás $3.100'],
    [false, '$3.100', '$3.200', 'debés $3.200'],
    [false, '$6.300', '', 'No pagás nada por tu membresía'],
  ])('paid already: %s, given back %s, owed %s', (isPaid, returned, owed, says) => {
    const facts = { firstName: 'Ana', price: '$6.300', returned, owed, isPaid, url: 'https://x.example' };
    const open = membershipEndedEmail(sender, { ...facts, isLoanOpen: true }).text;
    expect(open).toContain(says);
    expect(open.includes('pagan tu próxima cuota')).toBe(isPaid);
    const closed = membershipEndedEmail(sender, { ...facts, isLoanOpen: false }).text;
    expect(closed).not.toContain('próxima cuota');
  });
  test.each([
    [true, 'quedan a tu favor también $3.100'],
    [false, 'tampoco $3.100'],
  ])('undone with its loan, paid %s', (isPaid, says) => {
    const facts = { firstName: 'Ana', price: '$6.300', returned: '$3.100', isPaid, url: 'https://x.example' };
    expect(membershipUndoneEmail(sender, facts).text).toContain(says);
  });
});

describe('the plan without membership', () => {
  const terms = {
    instalments: 12,
    payment: '$85.120,44',
    total: '$1.021.445,28',
    rate: 'TNA 260,00%',
    cftDated: '1.281,07%',
    costName: 'costo total efectivo anual',
  };
  test('has its figures in contract and note', () => {
    const clause = basicPlanClause({ ...terms, defaultTea: '' });
    for (const figure of Object.values(terms)) expect(clause).toContain(String(figure));
    expect(clause).not.toContain('TEA por mora');
  });
  test('has the effective default rate where rates are effective', () => {
    expect(basicPlanClause({ ...terms, defaultTea: '175,50%' })).toContain('(TEA por mora 175,50% más IVA)');
  });
  test.each([
    ['AR', '10 días corridos o 10 días hábiles desde que recibís el dinero, lo que termine más tarde'],
    ['UY', '5 días hábiles desde que recibís el dinero'],
  ] as const)('%s: the term in which it is reached', (code, words) => {
    expect(withdrawalTermWords(code)).toBe(words);
  });
});

describe('a membership that begins', () => {
  const plan = { instalments: 12, payment: '$85.120,44', total: '$1.021.445,28', rate: 'TNA 260,00 %' };
  test.each([
    [
      plan,
      'Hasta el 11-07-2026 no pagás nada y tu préstamo pasa al plan sin membresía que aceptaste al confirmarlo: 12 cuotas',
    ],
    [null, 'Hasta el 11-07-2026 no pagás nada. Después'],
  ])('tells what ending it within its term does', (beside, says) => {
    const { text } = membershipStartedEmail(
      { brand: 'Wayni', pack: packOf('AR') },
      {
        firstName: 'Ana',
        price: '$6.300',
        startsOn: '01-07-2026',
        endsOn: '01-07-2027',
        chargeOn: '12-07-2026',
        way: { kind: 'no-card' },
        freeUntil: '11-07-2026',
        plan: beside,
        endUrl: 'https://prestamos.example/baja-membresia',
      },
    );
    expect(text).toContain(says);
  });
});

describe('money that has to come back after a withdrawal', () => {
  const plan = { instalments: 12, payment: '$85.120,44', total: '$1.021.445,28', rate: 'TNA 260,00 %' };
  const sender = { brand: 'Wayni', pack: packOf('AR') };
  test.each([
    ['returned', null, 'quedó sin efecto: no debés nada por él'],
    ['lapsed', null, 'tu préstamo sigue como lo acordaste'],
    [
      'lapsed',
      plan,
      'sigue sin la membresía, con el plan que aceptaste al confirmarlo: 12 cuotas de $85.120,44',
    ],
    ['settled', null, 'no tenés que devolver nada más'],
  ] as const)('%s', (state, beside, says) => {
    const { text } = returnOutcomeEmail(sender, {
      firstName: 'Ana',
      code: 'ARR-1',
      state,
      plan: beside,
      url: 'https://prestamos.example/ver-prestamo/1',
    });
    for (const part of [says, 'ARR-1', 'Hola Ana:']) {
      expect(text).toContain(part);
    }
  });
});

describe('a debt-free certificate', () => {
  const named = {
    brand: 'Wayni',
    fullName: 'Ana Paz',
    documentLabel: 'DNI',
    documentInText: 'DNI',
    document: '30.000.000',
    legalNumber: '27-30000000-4',
    issuedOn: '20-11-2026',
  };
  const unnamed = { ...named, fullName: '', legalNumber: '' };
  const check = {
    language: 'es-AR',
    lender: 'Wayni es una marca de Prestadora Ficticia S.A.',
    at: new Date(0),
    url: 'https://prestamos.example/verificar-libre-deuda/1',
    waivedLoans: ['12'],
    drawing: { path: '', size: 1 },
  };

  test('names its holder with every number', () => {
    expect(debtFreeStatement(named)).toBe(
      'Wayni certifica que Ana Paz, DNI 30.000.000, CUIL 27-30000000-4, no registra deuda por préstamos con nosotros al 20-11-2026.',
    );
    expect(debtFreeRows(named)).toHaveLength(4);
    expect(debtFreeDocument(named, check).blocks).toContainEqual({ kind: 'paragraph', text: check.lender });
    expect(JSON.stringify(debtFreeDocument(named, check))).not.toContain(debtFreeUnnamed);
    expect(JSON.stringify(debtFreeDocument(named, check))).toContain('Préstamo 12: cancelado con quita.');
  });

  test('names a cédula in lower case inside the sentence', () => {
    const cedula = { ...unnamed, documentLabel: 'Cédula', documentInText: 'cédula', document: '4.100.404-3' };
    expect(debtFreeStatement(cedula)).toContain('el documento cédula 4.100.404-3 no registra');
    expect(debtFreeRows(cedula)[0]).toEqual(['Cédula', '4.100.404-3']);
  });

  test('requested without a login, it is about a document and says so', () => {
    expect(debtFreeStatement(unnamed)).toBe(
      'Wayni certifica que el documento DNI 30.000.000 no registra deuda por préstamos con nosotros al 20-11-2026.',
    );
    expect(debtFreeRows(unnamed).map(([label]) => label)).toEqual(['DNI', 'Fecha de emisión']);
    expect(JSON.stringify(debtFreeDocument(unnamed, check))).toContain(debtFreeUnnamed);
    expect(JSON.stringify(debtFreeDocument(unnamed, check))).not.toContain('con quita');
  });
});
