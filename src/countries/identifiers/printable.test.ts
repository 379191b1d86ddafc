import { expect, test } from 'vitest';
import { parseAddressText } from './address.ts';
import { parsePersonName } from './names.ts';

const refusal = (character: string) =>
  `No podemos imprimir «${character}» en tus documentos: usá letras latinas, números y signos comunes.`;

test.each([
  ['Łukasz', 'Łukasz'],
  ['Żółć Ő', 'Żółć Ő'],
  ['Çağrı', 'Çağrı'],
  ['Nguye\u0302\u0303n', 'Nguyễn'],
  ['Ag\u0303uero', 'Ag\u0303uero'],
  ['Ana\u202e', 'Ana'],
  ['Jo\u200bsé\u00adMaría', 'JoséMaría'],
  ['Ana\u2009María', 'Ana María'],
  ['Ana\tMaría', 'Ana María'],
])('the name %j is kept as %j', (typed, kept) => {
  expect(parsePersonName(typed)).toEqual({ ok: true, value: kept });
});

test.each([
  ['שלמה', 'ש'],
  ['Ана', 'А'],
  ['Ana 😀', '😀'],
  ['Ａna', 'Ａ'],
  ['ﬁn', 'ﬁ'],
  ['Ana\uf8ff', '\uf8ff'],
])('the name %j is refused for %s', (typed, character) => {
  expect(parsePersonName(typed)).toEqual({ ok: false, message: refusal(character) });
});

test.each([
  ['Av. 9 de Julio Nº 1.250 – “B” ½ (fondo) #3', 'Av. 9 de Julio Nº 1.250 – “B” ½ (fondo) #3'],
  ['\u200eCalle\u00a0Łódź\n12 ', 'Calle Łódź 12'],
])('the street %j is kept as %j', (typed, kept) => {
  expect(parseAddressText(typed)).toEqual({ ok: true, value: kept });
});

test.each([
  ['Casa 🏠', '🏠'],
  ['רחוב 1', 'ר'],
  ['Calle → 3', '→'],
])('the street %j is refused for %s', (typed, character) => {
  expect(parseAddressText(typed)).toEqual({ ok: false, message: refusal(character) });
});

test('a street of nothing that is seen is missing', () => {
  expect(parseAddressText('\u200b\u00a0')).toEqual({ ok: false, message: 'Campo requerido.' });
});
