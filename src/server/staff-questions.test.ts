import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type CallKey } from '../contract/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { consoleUrl, signInAs, type StaffMember } from './staff/testing/console.ts';
import { startProduct, type TestProduct } from './testing/product.ts';

let product: TestProduct;
let head: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  head = await signInAs(product, 'head');
});
afterAll(() => product.close());

/** Days that are none, the first and the last that can be written, numbers beyond what a column holds, and words. */
const odd = [
  '2026-02-31',
  '2026-13-45',
  '9999-99-99~1',
  '9999-12-31~999999999999999',
  '0001-01-01',
  '9999-12-31',
  '0000',
  '0',
  '-1',
  '999999999',
  '999999999999999',
  '9999999999999999-1',
  '8640000000000001-1',
  '999999999999999~1',
  '999999999999999~999999999999999',
  '0~daily~-',
  '0~daily~0',
  'toString',
  'constructor',
  "x'); drop",
  'ñandú %_\\',
];

const fieldsOf = (schema: unknown): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** What a path names beside numbers. */
const needed: Readonly<Record<string, string>> = { country: 'UY', kind: 'unit', name: 'channel' };

interface Question {
  readonly key: CallKey;
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
}

/** Every reading call of the staff, each of its fields with each odd value that its contract lets in. */
function questions(): Question[] {
  return Object.entries(contract).flatMap(([name, call]) => {
    const definition: Endpoint = call;
    if (definition.access !== 'staff' || !name.startsWith('GET ')) return [];
    const key = name as CallKey;
    const [inPath, inQuery] = [fieldsOf(definition.params), fieldsOf(definition.query)];
    const params = Object.fromEntries(inPath.map((field) => [field, needed[field] ?? '1']));
    const sources = inQuery.includes('source')
      ? [{ source: 'portfolio' }, { source: 'application' }, { source: 'money-in' }]
      : [{}];
    const oddIn = (fields: readonly string[]) =>
      fields.flatMap((field) => odd.map((value) => ({ [field]: value })));
    return [
      ...oddIn(inPath).map((each) => ({ key, params: { ...params, ...each }, query: {} })),
      ...oddIn(inQuery)
        .flatMap((each) => sources.map((source) => ({ country: 'AR', ...source, ...each })))
        .filter((query) => definition.query?.safeParse(query).success)
        .map((query) => ({ key, params, query })),
    ];
  });
}

test('no question of the staff, however odd, is a fault of the server', async () => {
  const faults: string[] = [];
  for (const { key, params, query } of questions()) {
    const answer = await head.call(key, { params, query });
    if (answer.status >= 500) faults.push(`${key} ${JSON.stringify({ params, query })}: ${answer.status}`);
  }
  expect(faults).toEqual([]);
}, 60_000);
