import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '../contract.ts';
import type { Endpoint } from '../endpoint.ts';
import { ROLE_PERMISSIONS, STAFF_ROLES, type StaffRole } from '../staff/permissions.ts';
import {
  STAFF_BOUNDS,
  STAFF_EFFECTS,
  STAFF_ROWS,
  type StaffBound,
  type StaffCall,
  type StaffRow,
} from './staff-rows.ts';

const rows = Object.entries(STAFF_ROWS) as [StaffCall, StaffRow][];
const definitionOf = (key: StaffCall): Endpoint => contract[key];

function rolesOf({ access, permission }: Endpoint): string {
  if (access === 'console') return 'before signing in';
  if (permission === 'any') return 'all';
  const held = STAFF_ROLES.filter(
    (role) => permission !== undefined && ROLE_PERMISSIONS[role].includes(permission),
  );
  return held.join(', ');
}

function dailyOf({ daily }: Endpoint): string {
  if (!daily) return '—';
  const { everybody, ...others } = daily;
  const more = Object.entries(others).map(([role, most]) => `${role} ${most}`);
  return [String(everybody), ...more].join(', ');
}

function pageOf(): string {
  const lines = rows.map(([key, { effect, bound }]) => {
    const definition = definitionOf(key);
    const approver = definition.approval === undefined ? '—' : `\`${definition.approval}\``;
    return `| \`${key.replace('/api/staff', '')}\` | ${rolesOf(definition)} | ${effect} | ${bound} | ${dailyOf(definition)} | ${approver} | ${definition.stepUp ? 'yes' : '—'} |`;
  });
  const listOf = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([name, text]) => `- **${name}**: ${text}.`);
  return `# Calls of the staff: what one person can do alone, once and a hundred times

Generated from \`src/contract\` by \`src/contract/rows/staff-rows.test.ts\`, which fails while this page is stale (\`npx vitest run --project unit src/contract/rows -u\` writes it). \`src/server/attacks/a-hundred-times.test.ts\` repeats a hundred times what moves money, forgives or reveals. A new call does not compile without its row ([decision](decisions/0144-a-row-for-every-call.md)).

Paths follow \`/api/staff\`. One use alone, by effect:

${listOf(STAFF_EFFECTS).join('\n')}

A hundred uses by one person in a day, by bound:

${listOf(STAFF_BOUNDS).join('\n')}

| Call | Roles | Once | A hundred times | A day | Second person | Passkey |
|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

test('docs/access-staff.md is this table', async () => {
  await expect(pageOf()).toMatchFileSnapshot(
    join(import.meta.dirname, '..', '..', '..', 'docs', 'access-staff.md'),
  );
});

/** Bounds that a definition can keep. */
function boundsOf({ approval, approvalFromLimit, daily, persons }: Endpoint): readonly StaffBound[] {
  if (approvalFromLimit) return ['four-eyes-limit', 'first-of-the-day', 'without-customer', 'second-person'];
  if (approval !== undefined) return ['second-person'];
  if (daily) return ['daily'];
  return [...(persons ? (['budget'] as const) : []), 'recorded', 'pages', 'nothing'];
}

test('every bound is one that the definition of its call keeps', () => {
  const wrong = rows.filter(([key, { bound }]) => !boundsOf(definitionOf(key)).includes(bound));
  expect(wrong.map(([key]) => key)).toEqual([]);
});

test('nobody alone moves money without a limit, forgives, or changes a contact', () => {
  const guarded = ['books', 'out', 'forgives', 'contact'];
  const loose = rows.filter(
    ([, { effect, bound }]) =>
      guarded.includes(effect) && bound !== 'second-person' && bound !== 'four-eyes-limit',
  );
  expect(loose.map(([key]) => key)).toEqual([]);
});

test('what leaves a trace only is no write of money, and what leaves none only reads', () => {
  const silent = rows.filter(
    ([key, { effect, bound }]) =>
      (bound === 'pages' || bound === 'nothing') && effect !== 'own' && !key.startsWith('GET '),
  );
  expect(silent.map(([key]) => key)).toEqual([]);
});

test('an auditor’s calls take nothing but what is read', () => {
  const auditor: StaffRole = 'auditor';
  const reads = ['own', 'figures', 'masked', 'person', 'export'];
  const more = rows.filter(([key, { effect }]) => {
    const { permission } = definitionOf(key);
    const may =
      permission !== undefined && permission !== 'any' && ROLE_PERMISSIONS[auditor].includes(permission);
    return may && !reads.includes(effect);
  });
  expect(more.map(([key]) => key)).toEqual([]);
});
