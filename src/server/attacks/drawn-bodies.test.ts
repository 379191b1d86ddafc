import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type CallKey } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { STAFF_ROLES } from '../../contract/staff/permissions.ts';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type CallOptions, type TestAnswer, type TestProduct } from '../testing/product.ts';

/** Bodies and queries drawn from the contract of every call, with hostile values: none is a fault of ours. */

let product: TestProduct;
const staff: StaffMember[] = [];
let token: string;
beforeAll(async () => {
  product = await startProduct({
    settings: {
      CONSOLE_URL: consoleUrl,
      ROLE: 'api',
      LIMIT_PASSWORD_ADDRESS: '100000',
      LIMIT_LINKS_ADDRESS: '100000',
    },
  });
  for (const role of STAFF_ROLES) {
    const one = await signInAs(product, role);
    await one.call('POST /api/staff/step-up/sandbox', { body: {} });
    staff.push(one);
  }
  token = (await borrower(product, 'AR', 3)).person.token ?? '';
}, 60_000);
afterAll(() => product.close());

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minimum?: number;
}

/** Deterministic numbers between 0 and 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const TEXTS = [
  '1',
  '30400048',
  'Ana',
  'ana@example.com',
  '2026-11-27',
  '27-11-2026',
  '2026-02-30',
  '0001-01-01',
  '9999-12-31',
  '\u0000',
  "' or 1=1 --",
  '../../etc/passwd',
  '<script>',
  '=1+1',
  '🏦',
  'é'.repeat(500),
  '\ud800',
  '1e400',
  '-1',
  'constructor',
  '__proto__',
  '%00',
  '\u202e',
  '٣',
  'https://127.0.0.1/',
  '3f1b7a52-6e0c-4d7b-9a64-0b8f5d1c2e3a',
];
const NUMBERS = [0, 1, -1, 0.1, 1.005, 1e9, 9_007_199_254_740_992, -9e15, 1e300, 2_147_483_648, 9.3e18];

function draw(schema: Schema, roll: () => number): unknown {
  const pick = <T>(from: readonly T[]) => from[Math.floor(roll() * from.length)] as T;
  if (roll() < 0.03) return pick<unknown>([null, [], {}, 'x', -1, true]);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum);
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return draw(pick(choice), roll);
  switch (schema.type) {
    case 'object': {
      const required = new Set(schema.required);
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => (required.has(name) ? roll() < 0.98 : roll() < 0.6))
          .map(([name, each]) => [name, draw(each, roll)]),
      );
    }
    case 'array': {
      const each = schema.prefixItems;
      if (each) return each.map((one) => draw(one, roll));
      return Array.from({ length: Math.floor(roll() * 4) }, () => draw(schema.items ?? {}, roll));
    }
    case 'integer':
    case 'number':
      return roll() < 0.4 ? (schema.minimum ?? 1) + Math.floor(roll() * 20) : pick(NUMBERS);
    case 'boolean':
      return roll() < 0.5;
    case undefined:
    default:
      return pick(TEXTS);
  }
}

const drawn = (schema: z.ZodType | undefined, roll: () => number): unknown =>
  schema && draw(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, roll);

const queryOf = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given ?? {})
      .filter(([, value]) => typeof value !== 'object')
      .map(([name, value]) => [name, String(value).toWellFormed()]),
  );

/** Values of path parameters that have a form of their own. */
const IN_PATH: Readonly<Record<string, string>> = { country: 'AR', month: '2026-10' };

function optionsFor(key: CallKey, { body, query }: Endpoint, roll: () => number): CallOptions {
  const names = Array.from(key.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return {
    params: Object.fromEntries(
      names.map((name) => [name, IN_PATH[name] ?? (roll() < 0.7 ? '1' : '30400048')]),
    ),
    query: queryOf(drawn(query, roll)),
    ...(key.startsWith('GET') ? {} : { body: drawn(body, roll) }),
    headers: { 'idempotency-key': randomUUID() },
  };
}

/** Calls that end a session or an account that the other calls need. */
const left: readonly CallKey[] = [
  'POST /api/auth/logout',
  'POST /api/v3/sessions/end',
  'POST /api/v3/own-data/erasure',
  'POST /api/staff/sign-out',
  'POST /api/staff/people/{id}/disable',
  'POST /api/staff/people/{id}/end-sessions',
];
const rounds = 2;

/** Calls answered with a fault of ours, with the drawn input; the first caller with access decides. */
async function failuresOf(
  keys: readonly CallKey[],
  callersOf: (key: CallKey, options: CallOptions) => readonly (() => Promise<TestAnswer>)[],
): Promise<string[]> {
  const failed: string[] = [];
  const roll = dice(7);
  for (const key of keys)
    for (let round = 0; round < rounds; round += 1) {
      const options = optionsFor(key, contract[key], roll);
      for (const call of callersOf(key, options)) {
        const { status } = await call();
        if (status >= 500) failed.push(`${key} ${status} ${JSON.stringify(options)}`);
        if (status !== 403) break;
      }
    }
  return failed;
}

const calls = (Object.keys(contract) as CallKey[]).filter((key) => {
  const { upload }: Endpoint = contract[key];
  return !left.includes(key) && !upload;
});
const isOfStaff = (key: CallKey): boolean => contract[key].access === 'staff';

// A caller who was logged out on the way would be refused everything after it.
test('no call of a borrower, a partner or the sandbox fails', async () => {
  const others = calls.filter((key) => !isOfStaff(key));
  const failed = await failuresOf(others, (key, options) => [
    () => product.call(key, { ...options, token, country: 'AR' }),
  ]);
  expect(failed).toEqual([]);
  expect((await product.call('GET /api/loan', { token })).status).toBe(200);
}, 60_000);

test('no call of the staff fails', async () => {
  const failed = await failuresOf(calls.filter(isOfStaff), (key, options) =>
    staff.map((one) => () => one.call(key, { ...options, version: 1 })),
  );
  expect(failed).toEqual([]);
  for (const one of staff) expect((await one.call('GET /api/staff/me')).status).toBe(200);
}, 60_000);
