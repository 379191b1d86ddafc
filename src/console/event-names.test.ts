import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OUTCOME_NAMES } from '../words/money.ts';
import { titleOf, type TimelineItem } from './customers/texts.ts';

const server = join(import.meta.dirname, '..', 'server');
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.|testing\/|sandbox\//.test(name))
  .map((name) => readFileSync(join(server, name), 'utf8'));

const item: TimelineItem = {
  ...({} as TimelineItem),
  source: 'event',
  by: '',
  state: '',
  detail: '{}',
};

/** Kinds of events about a customer, as their features record them. */
const kinds = sources.flatMap((text) =>
  [...text.matchAll(/recordEvents?\(([\s\S]{0,400}?)\}\);?/g)]
    .filter(([, body = '']) => /customerId|\.\.\./.test(body))
    .flatMap(([, body = '']) => [...body.matchAll(/kind: '([a-z-]+)'/g)])
    .map(([, kind = '']) => kind),
);
/** Outcomes of reported money that are recorded (src/server/servicing/payments/reports/notify.ts). */
const outcomes = ['partial', 'excess', 'late', 'closed', 'double'].map((outcome) => `payment-${outcome}`);

/** Kinds that are put together, with what becomes of them. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  '`payment-${outcome}`': outcomes,
  '`passkey-${change}`': ['passkey-added', 'passkey-removed'],
  '`identity-${state}`': ['identity-approved', 'identity-rejected'],
  '`membership-charge-${change.state}`': ['membership-charge-approved'],
  "`${name}-switched-${isOn ? 'on' : 'off'}`": ['reminders', 'calls', 'debits', 'whatsapp'].flatMap(
    (name) => [`${name}-switched-on`, `${name}-switched-off`],
  ),
};
const composed = sources
  .filter((text) => text.includes('recordEvent'))
  .flatMap((text) =>
    [...text.matchAll(/\bkind(?:: | = )(`[^`\n]*\$\{[^`\n]*`)/g)].map(([, kind = '']) => kind),
  );

test('every composed kind of event is known', () => {
  expect([...new Set(composed)].toSorted()).toEqual(Object.keys(COMPOSED).toSorted());
});

test('every event of a customer has words', () => {
  expect(kinds.length).toBeGreaterThan(20);
  const unnamed = [...new Set([...kinds, ...Object.values(COMPOSED).flat()])]
    // Never shown, because the event deletes the customer.
    .filter((name) => name !== 'demo-customer-removed' && titleOf({ ...item, name }) === name);
  expect(unnamed).toEqual([]);
});

test('every outcome of reported money has words', () => {
  expect(outcomes.filter((kind) => !(kind.replace('payment-', '') in OUTCOME_NAMES))).toEqual([]);
});
