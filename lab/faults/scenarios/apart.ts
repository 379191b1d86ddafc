import { join } from 'node:path';
import { ownRoot, poolerCommand } from '../product/product.ts';
import { run } from '../system/run.ts';
import type { Apart } from './scenario.ts';

/** A run of a million takes about ten minutes of two shared cores. */
const statements = process.env['FAULTS_STATEMENTS'] ?? '100000';

export const apart: readonly Apart[] = [
  {
    name: 'pooler',
    what: 'Statements and transactions through PgBouncer in transaction mode, every answer compared (lab/bench/pooler.ts)',
    aim: '0 wrong statements; cost compared with a direct connection',
    async runApart() {
      const command = await poolerCommand();
      if (!command) return { isMet: false, figure: 'not run: no PgBouncer ≥ 1.21 here' };
      const said = await run([process.execPath, join(ownRoot, 'bench', 'pooler.ts')], {
        env: { ...process.env, PGBOUNCER: command.join(' '), BENCH_STATEMENTS: statements, NO_COLOR: '1' },
      }).then(
        (text) => ({ isMet: true, text }),
        (error: unknown) => ({ isMet: false, text: String(error) }),
      );
      return { isMet: said.isMet, figure: rowsOf(said.text) };
    },
  },
  {
    name: 'payout-files',
    what: 'Payouts by file, with workers on separate machines and files collected (loans/payout-files/hosts.test.ts)',
    aim: 'one order each',
    async runApart() {
      const failure = await run([
        process.execPath,
        join(ownRoot, 'scripts', 'test.mjs'),
        'server',
        'hosts.test',
      ]).then(
        () => undefined,
        (error: unknown) => String(error).slice(-300),
      );
      return { isMet: failure === undefined, figure: failure ?? 'one order each, in every case of the test' };
    },
  },
];

/** Rows of a console.table, without its frame. */
export function rowsOf(text: string): string {
  const cells = text
    .split('\n')
    .filter((line) => line.includes('│'))
    .map((line) =>
      line
        .split('│')
        .map((cell) => cell.trim().replaceAll("'", ''))
        .filter((cell) => cell !== ''),
    );
  const [head = [], ...rows] = cells;
  if (rows.length === 0) return text.trim().slice(-300);
  return rows
    .map((row) =>
      head
        .slice(1)
        .map((name, at) => `${name} ${row[at + 1]}`)
        .join(', '),
    )
    .join('; ');
}
