import { describe, expect, test } from 'vitest';
import { packOf } from './index.ts';
import { lenderContact, lenderIdentity, lenderNotice, lenderRows, type Lender } from './lender.ts';
import { letterText } from './messages/letter.ts';
import { documentText, legalDocument } from './papers/terms.ts';
import { SERVER_ENTRIES } from './server-entries.ts';
import { testCountry } from './testing/test-country.ts';

const COUNTRIES = ['AR', 'UY'] as const;
const lender: Lender = {
  name: 'Créditos del Plata S.A.',
  taxNumber: '30-50001091-2',
  address: 'Sarmiento 1, piso 2, Rosario',
  registration: '55.555',
  email: 'hola@creditos.example',
  phone: '+54 341 555 0100',
};

describe.each(COUNTRIES)('the lender of %s', (code) => {
  const pack = packOf(code);
  const inOneSentence = lenderIdentity(pack, lender);

  test('is named with every fact, in a sentence and as rows', () => {
    const notice = lenderNotice(pack, 'Marca', lender);
    const rows = JSON.stringify(lenderRows(pack, lender));
    for (const fact of Object.values(lender)) {
      expect(notice).toContain(fact);
      expect(rows).toContain(fact);
    }
    expect(inOneSentence).toContain(testCountry(code).texts.taxNumber);
    expect(inOneSentence).toContain(testCountry(code).texts.register);
  });

  test.each(['terminos', 'privacidad'] as const)('stands in %s, with how to reach it', (slug) => {
    const text = documentText(legalDocument(code, slug, 'Marca', lender));
    expect(text).toContain(inOneSentence);
    expect(text).toContain(lenderContact(lender));
    expect(text).not.toMatch(/[{}]/);
  });

  test('is responsible for personal data', () => {
    const [first] = legalDocument(code, 'privacidad', 'Marca', lender).sections;
    expect(first?.heading).toBe('1. Quién es responsable de tus datos');
    expect(first?.paragraphs[0]).toMatch(/^El responsable de la base de datos/);
  });

  test('the policy has one term in years, that of the law, and numbers its sections', () => {
    const { sections } = legalDocument(code, 'privacidad', 'Marca', lender);
    const text = sections.flatMap(({ paragraphs }) => paragraphs).join(' ');
    expect(text.match(/\d+ años/g)).toEqual(['10 años']);
    expect(sections.map(({ heading }) => Number.parseInt(heading, 10))).toEqual([1, 2, 3, 4, 5]);
  });

  test('signs a letter, before the way to receive no more', () => {
    const letter = {
      subject: '',
      greeting: 'Hola:',
      paragraphs: [],
      action: { label: 'Ver', url: 'https://x' },
    };
    const footer = { label: 'No quiero más', url: 'https://y' };
    const signed = { ...letter, brand: 'Marca', language: 'es', lender: inOneSentence };
    expect(letterText(signed).endsWith(`El equipo de Marca\n\n${inOneSentence}`)).toBe(true);
    expect(letterText({ ...signed, footer }).endsWith('\n\nNo quiero más: https://y')).toBe(true);
  });

  test('outside production it is plainly nobody, with a number that checks', () => {
    const { demonstration, parseTaxNumber } = SERVER_ENTRIES[code].lender;
    expect(demonstration.name).toContain('Demostración');
    expect(demonstration.address).toContain('Calle Ficticia');
    expect(parseTaxNumber(demonstration.taxNumber)).toEqual({ ok: true, value: demonstration.taxNumber });
  });
});

test.each([
  ['AR', '30500010912', '30-50001091-2'],
  ['AR', '30-50001091-2', '30-50001091-2'],
  ['AR', '30-50001091-3', undefined],
  ['UY', '21 100342 0017', '211003420017'],
  ['UY', '211003420018', undefined],
] as const)('%s: the tax number %s is printed as %s', (code, given, printed) => {
  const parsed = SERVER_ENTRIES[code].lender.parseTaxNumber(given);
  expect(parsed.ok ? parsed.value : undefined).toBe(printed);
});
