import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../testing/new-folder.ts';

const program = join(import.meta.dirname, '..', '..', '..', '..', 'scripts', 'check-sql.mjs');

/** What the check says of a file with this text. */
function check(text: string): { readonly status: number | null; readonly output: string } {
  const folder = newFolder();
  writeFileSync(join(folder, 'seeded.ts'), text);
  const { status, stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  return { status, output: stderr };
}

const faults = [
  'await client.query(`select * from customer where email = ${email}`);',
  "await client.query('select * from customer where email = ' + email);",
  'await pool.query("delete from " + table);',
  'const statement = `update loan set state = ${state}`;',
  "const statement = 'insert into event values (' + values + ')';",
  'await sql`select ${sql.raw(column)} from loan`.execute(db);',
  'await sql`select * from loan where id = ${sql.lit(id)}`.execute(db);',
  'await db.executeQuery(CompiledQuery.raw(text));',
  'await db.executeQuery(CompiledQuery.raw(`select ${column} from loan`, []));',
];

test('SQL put together from strings is found, each where it stands', () => {
  const { status, output } = check(faults.join('\n'));
  expect(status).toBe(1);
  expect(
    output
      .trim()
      .split('\n')
      .map((line) => Number(/seeded\.ts:(\d+)/.exec(line)?.[1])),
  ).toEqual(faults.map((_fault, index) => index + 1));
});

test('bound values, constant statements and sentences of people pass', () => {
  const { status, output } = check(`
    await sql\`select * from customer where email = \${email}\`.execute(db);
    await client.query('select 1 from pg_roles where rolname = $1', [name]);
    await client.query("select 1");
    await db.executeQuery(CompiledQuery.raw('select $1', [name]));
    const said = \`Updates of \${name}, selected by hand\`;
    const path = 'create ' + 'something';
  `);
  expect(output).toBe('');
  expect(status).toBe(0);
});
