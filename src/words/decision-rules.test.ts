import { expect, test } from 'vitest';
import { shippedVersion } from '../countries/decision-rules.ts';
import { ruleSentence } from './decision-rules.ts';

test('a rule in force reads as a sentence', () => {
  const rules = shippedVersion('AR').rules.map((rule) => ({
    ...rule,
    when: rule.when.map((condition) => ({ ...condition })),
  }));
  expect(rules.map(ruleSentence)).toEqual([
    'Si la edad está fuera de 18–75 → Rechaza',
    'Si la central no respondió → Lo decide una persona',
    'Si la central informa atrasos de más de 90 días → Rechaza',
    'Si la persona no figura en la central → Acepta, según la central',
    'Si la central no informa problemas → Acepta, según la central',
  ]);
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
