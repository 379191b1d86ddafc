import { expect, test } from 'vitest';
import { failureSentence } from './failures.ts';

test.each([
  [0, 'unos minutos'],
  [600, 'unos minutos'],
  [601, '11 minutos'],
  [7_200, '120 minutos'],
  [7_201, '3 horas'],
  [86_399, '24 horas'],
])('a wait of %d seconds is %s', (seconds, words) => {
  expect(failureSentence('too_many', seconds)).toBe(
    `Hiciste demasiados intentos. Esperá ${words} y volvé a probar.`,
  );
  expect(failureSentence('not_found', seconds)).toBe('No encontramos lo que buscás.');
});
