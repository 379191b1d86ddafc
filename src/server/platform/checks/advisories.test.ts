import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../../testing/new-folder.ts';

const script = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'check-advisories.mjs');
const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);

/** What the audit says of one fault, which another package brings along. */
const auditOf = (severity: string) => ({
  vulnerabilities: {
    parser: {
      via: [
        { url: 'https://github.com/advisories/GHSA-1', severity, name: 'parser', title: 'Reads too far' },
      ],
    },
    server: { via: ['parser'] },
  },
});

function check(audit: object, known: object) {
  const file = join(newFolder(), 'known.json');
  writeFileSync(file, JSON.stringify(known));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    input: JSON.stringify(audit),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ADVISORIES: file },
  });
  return { status, said: stdout + stderr };
}

describe('known faults of packages', () => {
  test('that nobody has seen are refused', () => {
    expect(check(auditOf('low'), {})).toEqual({
      status: 1,
      said: expect.stringMatching(/GHSA-1 \(low, parser: Reads too far\) is new: .*30 days/),
    });
  });

  test.each([
    ['critical', 2],
    ['high', 7],
    ['moderate', 30],
    ['low', 30],
  ])('that are %s may stay %s days', (severity, days) => {
    const seen = (before: number) => ({ 'GHSA-1': { seen: day(before), reason: 'not reached' } });
    expect(check(auditOf(severity), seen(days - 1)).status).toBe(0);
    expect(check(auditOf(severity), seen(days + 2))).toEqual({
      status: 1,
      said: expect.stringMatching(new RegExp(`was seen on .* and had ${days} days`)),
    });
  });

  test('that are gone are not kept, and an audit that failed is no good news', () => {
    const none = { vulnerabilities: {} };
    expect(check(none, {}).status).toBe(0);
    expect(check(none, { 'GHSA-1': { seen: day(0), reason: '' } }).said).toMatch(/not there any more/);
    expect(check({ error: { summary: 'no network' } }, {})).toMatchObject({ status: 1 });
  });
});
