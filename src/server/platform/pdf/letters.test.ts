import { expect, test } from 'vitest';
import { writable } from './letters.ts';

test.each([
  ['¿Año? “sí” – $1.000,50 €…', '¿Año? “sí” – $1.000,50 €…'],
  ['Šimić Łukasz Đurić', 'Šimic Lukasz Ðuric'.replace('Ð', 'D')],
  ['Ne\u0301stor Mun\u0303oz', 'Néstor Muñoz'],
  ['a\u202eb\u200bc\u00add\te', 'abcd e'],
  ['ﬁn ９', 'fin 9'],
  ['李 Ана 😀', '? ??? ?'],
  ['uno\ndos', 'uno\ndos'],
  ['\u0001\u0085\ud800', ''],
])('%j is written as %j', (words, written) => {
  expect(writable(words)).toBe(written);
  expect(writable(written)).toBe(written);
});
