import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  test('are stored as argon2id with a salt of their own', async () => {
    const [one, two] = await Promise.all([hashPassword('la misma'), hashPassword('la misma')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('la misma', one)).toBe(true);
    expect(await verifyPassword('la mismA', one)).toBe(false);
  });

  test('are the same however the keyboard composes them', async () => {
    expect(await verifyPassword('n\u0303o', await hashPassword('\u00f1o'))).toBe(true);
  });

  test('of an unknown account are never right', async () => {
    for (const stored of [null, undefined]) expect(await verifyPassword('', stored)).toBe(false);
  });

  test('are checked off the event loop', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await hashPassword('cualquiera');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  test('leave the pool to others: a file is read while many are checked', async () => {
    const ended: string[] = [];
    const hashes = Promise.all(Array.from({ length: 8 }, () => hashPassword('una de muchas')));
    await Promise.all([
      hashes.then(() => ended.push('hashes')),
      readFile(import.meta.filename).then(() => ended.push('file')),
    ]);
    expect(ended).toEqual(['file', 'hashes']);
  });

  test.runIf(process.platform === 'linux')('are checked behind everything else', async () => {
    await hashPassword('cualquiera');
    const folder = '/proc/self/task';
    // After the name in brackets: the 17th value is the niceness.
    const niceness = readdirSync(folder).map((task) =>
      Number(readFileSync(`${folder}/${task}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
    );
    const usual = getPriority();
    expect(Math.max(...niceness)).toBe(Math.min(19, usual + 15));
  });
});
