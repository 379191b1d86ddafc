import { expect, test } from 'vitest';
import { ruleSentence } from './decision-rules.ts';

test('a rule in force reads as a sentence', () => {
  const plain = { code: 'x', result: 'refuse' as const, margin: 0, reason: '', correct: '' };
  expect(ruleSentence({ ...plain, when: [{ fact: 'age', is: 'outside', than: [18, 75] }] })).toBe(
    'Si la edad está fuera de 18–75 → Rechaza',
  );
  expect(ruleSentence({ ...plain, when: [{ fact: 'bureau', is: 'equal', than: 'bad' }] })).toBe(
    'Si la central informa atrasos de más de 90 días → Rechaza',
  );
});

test('several conditions, none, and a margin', () => {
  const rule = {
    code: 'x',
    when: [
      { fact: 'grade' as const, is: 'below' as const, than: 3 },
      { fact: 'open_loans' as const, is: 'above' as const, than: 1 },
    ],
    result: 'refuse' as const,
    margin: 2,
    reason: '',
    correct: '',
  };
  expect(ruleSentence(rule)).toBe(
    'Si la nota de la central (1 a 8) es menor que 3 y la cantidad de préstamos vigentes acá es mayor que 1 → Rechaza (con un margen de 2, lo mira una persona)',
  );
  expect(ruleSentence({ ...rule, when: [], margin: 0 })).toBe('Siempre → Rechaza');
});
