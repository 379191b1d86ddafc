import { expect, test } from 'vitest';
import { demandTable } from './report.ts';

const rowOf = (found: Record<string, boolean>, what: string) => {
  const findings = new Map(
    Object.entries(found).map(([name, isMet]) => [name, { isMet, figure: `of ${name}` }]),
  );
  return demandTable(findings).find(([each]) => each?.startsWith(what));
};

test('a requirement is met when each of its scenarios is', () => {
  const met = { 'worker-killed': true, 'api-killed': true, 'pooler-killed': true };
  expect(rowOf(met, 'Processes killed')?.at(-1)).toBe('met');
  expect(rowOf({ ...met, 'api-killed': false }, 'Processes killed')?.at(-1)).toBe('missed');
  expect(rowOf({ 'api-killed': true }, 'Processes killed')?.slice(2)).toEqual([
    'api-killed: of api-killed',
    'partly met',
  ]);
});

test('scenarios that were not run are not reported as met', () => {
  expect(rowOf({}, 'Key rotation')?.slice(2)).toEqual(['not run: keys', '–']);
  expect(rowOf({}, 'Queues')?.slice(2)).toEqual(['npm run bench', '–']);
});
