import { expect, test } from 'vitest';
import { contract } from '../contract.ts';
import { isOfConsole, type Endpoint } from '../endpoint.ts';
import {
  incompatibleOf,
  PERMISSIONS,
  permissionsOf,
  ROLE_PERMISSIONS,
  STAFF_ROLES,
  type Permission,
} from './permissions.ts';

const calls = (Object.entries(contract) as [string, Endpoint][]).filter(([, call]) => isOfConsole(call));
const staffCalls = calls.filter(([, { access }]) => access === 'staff');

test('every call of the staff names what it needs, and no other call does', () => {
  const named = (Object.entries(contract) as [string, Endpoint][]).filter(([, call]) => call.permission);
  expect(named.map(([key]) => key)).toEqual(staffCalls.map(([key]) => key));
});

test('the addresses of the console are its own', () => {
  for (const [key, call] of Object.entries(contract) as [string, Endpoint][])
    expect([key, key.includes(' /api/staff/')]).toEqual([key, isOfConsole(call)]);
});

test('every permission is what some call needs, and some role holds it', () => {
  const called = staffCalls.flatMap(([, { permission, approval }]) => [permission, approval]);
  // No call requires `holds.compliance`: it adds details to the responses of other calls.
  const needed = new Set([...called, 'holds.compliance']);
  for (const permission of Object.keys(PERMISSIONS) as Permission[]) {
    expect(needed, permission).toContain(permission);
    expect(
      STAFF_ROLES.some((role) => ROLE_PERMISSIONS[role].includes(permission)),
      permission,
    ).toBe(true);
  }
});

test('an auditor only reads, and an administrator touches no money', () => {
  expect(ROLE_PERMISSIONS.auditor.filter((permission) => PERMISSIONS[permission].writes)).toEqual([]);
  expect(ROLE_PERMISSIONS.administrator.filter((permission) => PERMISSIONS[permission].money)).toEqual([]);
});

test('what approves, lifts a hold or shows a secret is of these roles alone', () => {
  const holders = (permission: Permission) =>
    STAFF_ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission)).join(' ');
  const guarded = (Object.keys(PERMISSIONS) as Permission[]).filter((permission) =>
    /\.(?:approve|lift|compliance)$/.test(permission),
  );
  expect(Object.fromEntries(guarded.map((permission) => [permission, holders(permission)]))).toEqual({
    'team.approve': 'head administrator',
    'customers.approve': 'compliance head',
    'requests.approve': 'compliance head',
    'money.approve': 'accounting head',
    'operation.approve': 'treasury compliance head',
    'config.approve': 'compliance head administrator',
    'closes.approve': 'compliance head',
    'data.approve': 'compliance head',
    'prices.approve': 'compliance head',
    'rules.approve': 'compliance head',
    'exceptions.approve': 'compliance head',
    'holds.lift': 'analyst compliance head',
    'holds.approve': 'compliance head',
    'holds.compliance': 'compliance head auditor',
    'payouts.approve': 'treasury head',
    'integrations.approve': 'compliance head administrator',
    'changes.approve': 'compliance head',
  });
});

test('one person may hold two roles of these pairs only', () => {
  const pairs = STAFF_ROLES.flatMap((one, place) =>
    STAFF_ROLES.slice(place + 1).map((other) => [one, other] as const),
  );
  expect(pairs.filter((pair) => incompatibleOf(pair) === undefined)).toEqual([
    ['agent', 'analyst'],
    ['agent', 'collector'],
    ['agent', 'head'],
    ['analyst', 'collector'],
    ['analyst', 'head'],
    ['collector', 'treasury'],
    ['collector', 'accounting'],
    ['collector', 'compliance'],
    ['collector', 'head'],
    ['treasury', 'head'],
    ['accounting', 'compliance'],
    ['accounting', 'head'],
  ]);
});

test('whoever may ask for what needs approval finds somebody who may approve it', () => {
  for (const [key, { approval }] of staffCalls) {
    if (approval === undefined) continue;
    expect(PERMISSIONS[approval].writes, key).toBe(true);
    expect(STAFF_ROLES.filter((role) => permissionsOf([role]).has(approval)).length, key).toBeGreaterThan(1);
  }
});

test('what a second person approves is asked for once, against the version that was seen', () => {
  const careless = staffCalls.filter(
    // A file is approved by its digest, and counts once.
    ([, { idempotent, versioned, upload, approval }]) =>
      approval !== undefined && !(idempotent && (versioned || upload)),
  );
  expect(careless).toEqual([]);
});
