import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract, type CallKey } from '../contract.ts';

const folder = join(import.meta.dirname, '..', '..', 'console');
const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') || name.endsWith('.ts'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));

/** What screens ask for, as patterns of calls: a part that a screen fills in stands for anything. */
const asked = screens.flatMap((text) =>
  [
    ...text.matchAll(
      /(?:\b(?:call|download|upload)\(\s*|(?:href|src)=\{)(['`])([^'`]*\/api\/staff\/[^'`]*)\1/g,
    ),
  ].map(([, , words = '']) => {
    const parts = words.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^(?:GET )?${parts.join('.+')}$`);
  }),
);

const isAsked = (key: string) => asked.some((pattern) => pattern.test(key) || pattern.test(key.slice(4)));

test('every call of the staff has a screen', () => {
  const keys = (Object.keys(contract) as CallKey[]).filter((key) => contract[key].access === 'staff');
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key) => !isAsked(key))).toEqual([]);
});

test('a call that no screen makes is found', () => {
  expect(isAsked('POST /api/staff/people/{id}/forget')).toBe(false);
});
