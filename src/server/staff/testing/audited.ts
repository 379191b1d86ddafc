import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { contract, type CallKey } from '../../../contract/contract.ts';
import { isOfConsole } from '../../../contract/endpoint.ts';
import type { TestAnswer, TestProduct } from '../../testing/product.ts';
import type { StaffMember } from './console.ts';

/** Writes of the staff that are each seen to leave one row of the audit. */
export function auditedWrites(product: TestProduct) {
  const done = new Set<string>();
  const rows = () => product.deps.db.selectFrom('staff_audit').selectAll().orderBy('id').execute();

  /** A write that succeeds: one row of the audit more, by this person, of this action. */
  async function write(by: StaffMember, key: CallKey, options: object = {}): Promise<TestAnswer> {
    const before = await rows();
    const answer = await by.call(key, options);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const [row, ...more] = (await rows()).slice(before.length);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ action: key, staff_id: Number(by.id) });
    expect(row!.address).not.toBe('');
    done.add(key);
    return answer;
  }

  /** Writes under an address that no test of the file has made. */
  const left = (address: string) =>
    (Object.keys(contract) as CallKey[]).filter(
      (key) =>
        isOfConsole(contract[key]) && !key.startsWith('GET ') && key.includes(address) && !done.has(key),
    );
  return { write, left, rows };
}

/** Rows of the audit, as if a person of the staff had done something so often before. */
export async function addDeeds(
  { deps }: TestProduct,
  { id }: StaffMember,
  action: CallKey,
  { times, at = deps.clock.now() }: { readonly times: number; readonly at?: Date },
): Promise<void> {
  const texts = { subject: '', subject_name: '', reason: '', reason_code: '' };
  const origin = { request_id: '', address: '', device: '' };
  const row = { ...texts, ...origin, at, staff_id: Number(id), action, before: '{}', after: '{}' };
  await deps.db
    .insertInto('staff_audit')
    .values(Array.from({ length: times }, () => row))
    .execute();
}

/** The addresses whose writes a test file holds by `left`, so that no list names them a second time. */
export function addressesHeld(): readonly string[] {
  const server = join(import.meta.dirname, '..', '..');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.test.ts'),
  );
  return files.flatMap((name) =>
    Array.from(
      readFileSync(join(server, name), 'utf8').matchAll(/\.left\('([^']+)'\)/g),
      ([, address = '']) => address,
    ),
  );
}
