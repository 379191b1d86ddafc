import { expect, test } from 'vitest';
import { writable } from './pdf.ts';

test.each([
  ['¿Año? “sí” – $1.000,50 €…', '¿Año? “sí” – $1.000,50 €…'],
  ['Šimić Łukasz Đurić Żółć Çağrı Ő', 'Šimić Łukasz Đurić Żółć Çağrı Ő'],
  ['Ne\u0301stor Mun\u0303oz Ag\u0303e', 'Néstor Muñoz Ag\u0303e'],
  ['a\u202eb\u200bc\u00add\te', 'abcd e'],
  ['ﬁn ９', 'fin 9'],
  ['李 Ана 😀 שלום', '? ??? ? ????'],
  ['uno\ndos', 'uno\ndos'],
  ['\u0001\u0085\ud800', ''],
])('%j is written as %j', (words, written) => {
  expect(writable(words)).toBe(written);
  expect(writable(written)).toBe(written);
});
