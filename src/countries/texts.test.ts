import { describe, expect, test } from 'vitest';
import { formatMoney, fromUnits } from '../domain/money.ts';
import * as messages from './messages/messages.ts';
import { packOf } from './index.ts';
import { paymentMethodsOf } from './payment-methods.ts';
import { FEEDBACK_TEXT } from './shared-texts.ts';
import { noteText, promissoryNote } from './papers/promissory-note.ts';
import { documentText, isLegalSlug, LEGAL_SLUGS, legalDocument } from './papers/terms.ts';
import { SUITABLE_AGES } from './identifiers/birthdate.ts';
import { SERVER_ENTRIES } from './server-entries.ts';
import { withdrawalTextsOf } from './law/withdrawal.ts';
import type { NoteFacts } from './papers/note-facts.ts';

const COUNTRIES = ['AR', 'UY'] as const;
const URL = 'https://prestamos.example.com.ar/login/0123456789abcdef0123456789abcdef';
const LOAN = { firstName: 'Ana', amount: '$290.000', url: URL };
const TERMS = {
  payment: '$76.736',
  finalAmount: '$920.835',
  firstDueDate: '11-07-2026',
  firstPayableUntil: '13-07-2026',
  arrival: 'Lo acreditamos hoy, 12-06-2026.',
  rate: '260,00%',
  totalCost: '1.310,35%',
};

describe.each(COUNTRIES)('messages, %s', (code) => {
  const sender = { brand: 'Wayni', pack: packOf(code) };

  test('links say how long they live', () => {
    expect(messages.magicLinkEmail(sender, LOAN).text).toContain(
      'El link vale 3 horas y se usa una sola vez.',
    );
  });

  test('a confirmation states the loan and the right to withdraw', () => {
    const { text } = messages.loanConfirmedEmail(sender, { ...LOAN, ...TERMS, instalments: 12 });
    for (const fact of [
      '$290.000',
      '12 cuotas de $76.736',
      '$920.835',
      '260,00%',
      `${sender.pack.totalCost.inText} 1.310,35%.`,
      'La primera cuota vence el 11-07-2026. Podés pagarla hasta el lunes 13-07-2026 sin recargo.',
      TERMS.arrival,
      sender.pack.withdrawalNote,
    ]) {
      expect(text).toContain(fact);
    }
    expect(messages.loanConfirmedEmail(sender, { ...LOAN, ...TERMS, instalments: 1 }).text).toContain(
      '1 cuota de',
    );
  });
});

const LENDER = SERVER_ENTRIES.AR.lender.demonstration;
const FACTS: NoteFacts = {
  lender: 'Prestadora S.A., CUIT 30-71000000-6, con domicilio en Calle Ficticia 100',
  drawer: 'Ana Pérez',
  document: '26.756.539',
  domicile: 'Av. Colón 320, piso 4, departamento B, Córdoba, provincia de Córdoba',
  city: 'Córdoba',
  date: '15-05-2026',
  amount: '$290.000,00',
  amountInWords: 'doscientos noventa mil',
  rate: '260,00%',
  tea: '952,11%',
  defaultTea: '1.428,17%',
  defaultMonths: 24,
  cftDated: '1.281,07%',
  instalments: 12,
  payment: '$76.736,24',
  finalAmount: '$920.834,60',
  firstDueDate: '15-06-2026',
  basicPlan: 'Si la membresía se da de baja, 12 cuotas de $85.120,44.',
};

describe('promissory note', () => {
  test.each(COUNTRIES)('%s states all that the product and the law name', (code) => {
    const note = promissoryNote(code, FACTS);
    const text = noteText(note);
    // The default rate of a nominal rate is nominal too.
    const { defaultTea, defaultMonths, ...facts } = FACTS;
    for (const fact of Object.values(facts)) expect(text).toContain(String(fact));
    expect(text.includes(defaultTea)).toBe(code === 'UY');
    expect(text.includes(`hasta ${defaultMonths} meses después`)).toBe(code === 'UY');
    expect(text).toContain('más IVA');
    expect(text).toContain('hasta el 150% de esa tasa, únicamente sobre el capital impago');
    expect(text).toContain('5 años');
    expect(note.title.startsWith(packOf(code).note)).toBe(true);
    expect(text).toContain(packOf(code).totalCost.inText);
  });
  test.each(COUNTRIES)('%s names a single instalment as one', (code) => {
    const text = noteText(promissoryNote(code, { ...FACTS, instalments: 1 }));
    expect(text).toContain('; 1 cuota mensual de $76.736,24, con vencimiento el 15-06-2026; total');
    expect(noteText(promissoryNote(code, FACTS))).toContain(
      '; 12 cuotas mensuales de $76.736,24, la primera con vencimiento el 15-06-2026; total',
    );
  });
  test.each([
    ['AR', '(CFTEA) con IVA, calculado sobre las fechas reales de pago, 1.281,07%;'],
    ['UY', 'con IVA y gastos, calculado sobre las fechas reales de pago, 1.281,07%;'],
  ] as const)('%s says that its annual cost is by the real dates', (code, words) => {
    expect(noteText(promissoryNote(code, FACTS))).toContain(words);
  });
  test('Argentina: Buenos Aires in the wording, the consumer’s domicile by law', () => {
    const text = noteText(promissoryNote('AR', FACTS));
    expect(text).toContain('260,00% más IVA (TNA)');
    expect(text).toContain('tribunales ordinarios en lo comercial de la Ciudad de Buenos Aires');
    expect(text).toContain('tribunales de su domicilio real');
  });
  test.each(COUNTRIES)('%s says nothing of a membership without one', (code) => {
    expect(noteText(promissoryNote(code, { ...FACTS, basicPlan: '' }))).not.toContain('membresía');
  });
  test('Uruguay: no foreign court', () => {
    expect(noteText(promissoryNote('UY', FACTS))).not.toContain('Buenos Aires');
  });
});

describe('legal texts', () => {
  test.each(COUNTRIES.flatMap((code) => LEGAL_SLUGS.map((slug) => [code, slug] as const)))(
    '%s %s has a version, sections and no placeholder left',
    (code, slug) => {
      const document = legalDocument(code, slug, 'Wayni', LENDER);
      expect(document.version).toMatch(/-\d+$/);
      expect(document.sections.length).toBeGreaterThan(0);
      expect(document.title + documentText(document)).not.toMatch(/[{}]/);
      expect(documentText(document)).toContain(document.sections[0]!.heading);
    },
  );
  test('each country words its own terms', () => {
    expect(legalDocument('AR', 'terminos', 'W', LENDER).version).not.toBe(
      legalDocument('UY', 'terminos', 'W', LENDER).version,
    );
    expect(documentText(legalDocument('AR', 'privacidad', 'W', LENDER))).toContain('Ley Nº 25.326');
    expect(documentText(legalDocument('UY', 'privacidad', 'W', LENDER))).toContain('Ley 18.331');
  });
  test.each([
    ['AR', ['minAmount', 'desde ', ' y hasta el monto que muestre tu oferta']],
    ['UY', ['maxAmount', 'de hasta ', ', a devolver']],
  ] as const)('%s: the terms hold for every loan that can be confirmed', (code, [bound, before, after]) => {
    const offered = legalDocument(code, 'terminos', 'W', LENDER).sections[0]!.paragraphs[1]!;
    const { offer, currency } = packOf(code);
    // Formatted like the contract that prints these terms.
    expect(offered).toContain(`${before}${formatMoney(fromUnits(offer[bound]), currency)}${after}`);
    expect(offered).toContain(`de ${SUITABLE_AGES.min} a ${SUITABLE_AGES.max} años`);
    // The number of instalments depends on the price list, which an operator writes.
    expect(offered).toContain('las cuotas mensuales que elijas');
    expect(offered.match(/\d[\d.,]*\d/g)).toHaveLength(3);
  });
  test.each(COUNTRIES)('%s: the privacy policy names all that is kept of a card', (code) => {
    expect(documentText(legalDocument(code, 'privacidad', 'W', LENDER))).toContain(
      'De tu tarjeta guardamos la marca, los primeros seis y los últimos cuatro números, el titular, el vencimiento y la referencia con que la reconoce el procesador de pagos; nunca el número completo',
    );
  });
  test('slugs', () => {
    expect(isLegalSlug('terminos')).toBe(true);
    expect(isLegalSlug('../etc')).toBe(false);
  });
  test('the withdrawal pages name the days the law gives', () => {
    expect(withdrawalTextsOf('AR')).toMatchObject({ calendarDays: 10, businessDays: 10 });
    expect(withdrawalTextsOf('UY').businessDays).toBe(5);
  });
});

describe('the packs', () => {
  test('Argentina carries the legal example word for word in its figures', () => {
    const { legal, highlightedCost } = packOf('AR').footer;
    const text = [...legal, highlightedCost].join(' ');
    for (const figure of [
      '$3.000',
      '$500.000',
      '1 a 12 meses',
      '260%',
      '952%',
      '315%',
      '1.296%',
      '$76.736',
      '$920.835',
    ]) {
      expect(text).toContain(figure);
    }
    expect(packOf('AR').hintCellPhone).toBe('Incluye el código de área de tu ciudad, sin el 0 y sin el 15.');
  });
  test('Uruguay its rates, fees and three networks', () => {
    const text = packOf('UY').footer.legal.join(' ');
    for (const figure of [
      '$25.000',
      '70% y 117%',
      '40 UI',
      '80 UI',
      '8 UI por cuota',
      'Abitab, Red pagos y Correo Uruguayo',
    ]) {
      expect(text).toContain(figure);
    }
    expect(packOf('UY').showsCft).toBe(false);
  });
  test.each(COUNTRIES)('%s describes each payment method without naming an identity document', (code) => {
    const offered = paymentMethodsOf(code).filter(({ isOptional }) => isOptional !== true);
    // Networks identify a payment by the coupon, not by the document.
    for (const { kind, info } of offered) expect(info.includes('Generá el cupón')).toBe(kind === 'coupon');
    expect(JSON.stringify(offered)).not.toMatch(/cédula|DNI/i);
  });
  test('the membership costs 6300 in both', () => {
    for (const code of COUNTRIES)
      expect(packOf(code).membership).toMatchObject({ price: 6300, pricePrefix: 'Por solo ' });
  });
});

test('the answers to feedback use only figures of the offer', () => {
  expect(FEEDBACK_TEXT.amount).toContain(' {amount}.');
  expect(FEEDBACK_TEXT.return_time).toContain(' {term}.');
  for (const text of Object.values(FEEDBACK_TEXT)) expect(text).not.toMatch(/\d/);
});
