import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../testing/new-folder.ts';

const program = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'check-tables.mjs');

/** What the check says of features with these texts. */
function check(features: Readonly<Record<string, string>>): string {
  const root = newFolder();
  for (const [name, text] of Object.entries(features)) {
    const folder = join(root, 'src', 'server', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'service.ts'), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [program, root], { encoding: 'utf8' });
  expect(status).toBe(stderr === '' ? 0 : 1);
  return stderr;
}

const owner = "await tx.insertInto('ticket').values(row).execute();";

test.each([
  "await tx.updateTable('ticket').set({ status }).execute();",
  "await tx.deleteFrom('ticket as t').execute();",
  'await sql`insert into ticket (id) values (${id})`.execute(tx);',
  'await sql`with a as (select 1) update ticket as t set status = ${status}`.execute(tx);',
  "await client.query('delete from ticket where id = $1', [id]);",
])('a second writer is refused: %s', (stranger) => {
  const faults = check({ support: owner, payments: stranger });
  expect(faults).toContain('src/server/payments/service.ts:1 payments writes ticket, as others do: support');
});

test('a table that is not named is refused', () => {
  expect(check({ support: 'await tx.deleteFrom(table).execute();' })).toContain(
    'not named where it is written',
  );
  expect(check({ support: 'await sql`delete from ${sql.table(name)}`.execute(tx);' })).toContain('not named');
});

test('reading, locking and resolving a conflict write nothing', () => {
  const faults = check({
    support: owner,
    payments: `
      await tx.selectFrom('ticket').forUpdate().execute();
      await sql\`select id from ticket for update\`.execute(tx);
      await sql\`insert into payment (id) values (1) on conflict (id) do update set id = 2\`.execute(tx);
    `,
  });
  expect(faults).toBe('');
});
