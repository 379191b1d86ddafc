import { expect, test } from 'vitest';
import { decideCredit, type DecisionFacts, FACT_NAMES } from '../domain/credit-decision.ts';
import { COUNTRIES } from './countries.ts';
import { OLDEST_RULES, refusalReason, shippedVersion } from './decision-rules.ts';
import { segmentOf, type BureauRecord } from './price-list.ts';
import { SERVER_ENTRIES } from './server-entries.ts';

const nothing = Object.fromEntries(FACT_NAMES.map((name) => [name, null])) as DecisionFacts;

/** Decision as the product made it before versions existed. */
function asBefore(age: number, bureau: BureauRecord, country: (typeof COUNTRIES)[number]) {
  if (age < 18 || age > 75) return { code: 'age', segment: undefined };
  if (bureau.record === 'bad') return { code: 'bureau-bad', segment: undefined };
  const segment = segmentOf(SERVER_ENTRIES[country].priceList, bureau);
  return segment ? { code: `bureau-${bureau.record}`, segment } : { code: 'no-segment', segment };
}

test('the version that comes with the program decides as the product did before', () => {
  const records: BureauRecord[] = [
    { record: 'bad' },
    { record: 'none' },
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((grade) => ({ record: 'good' as const, grade })),
  ];
  for (const country of COUNTRIES)
    for (let age = 10; age < 100; age += 1)
      for (const record of records) {
        const facts = {
          ...nothing,
          age,
          bureau: record.record,
          grade: record.record === 'good' ? record.grade : null,
        };
        const { rules } = shippedVersion(country);
        const decision = decideCredit(rules, facts, SERVER_ENTRIES[country].priceList.segments);
        const before = asBefore(age, record, country);
        expect(decision.code).toBe(before.code);
        expect(decision.outcome).toBe(before.segment ? 'accept' : 'refuse');
        const segment = decision.outcome === 'accept' ? decision.segment : undefined;
        expect(segment).toEqual(before.segment);
      }
});

test('each refusal has a reason, and those that would help a fraud a general one', () => {
  const general = refusalReason([], 'manual-refused');
  expect(refusalReason(OLDEST_RULES, 'age').reason).toContain('18 a 75');
  expect(refusalReason(OLDEST_RULES, 'bureau-bad').correct).toContain('corrija');
  expect(refusalReason(OLDEST_RULES, 'bureau-good')).toEqual(general);
  expect(refusalReason(OLDEST_RULES, 'no-segment')).not.toEqual(general);
  const shared = {
    code: 'shared',
    when: [{ fact: 'phone_shared', is: 'above', than: 2 }],
    result: 'refuse',
    margin: 0,
    reason: 'Tu teléfono lo usan otras personas.',
    correct: '',
  } as const;
  expect(refusalReason([shared], 'shared')).toEqual(general);
});
