/**
 * A process that freezes a close in slices of two loans and kills itself, with SIGKILL, before a given statement. Run
 * by closes.test.ts.
 */
import { openDatabase } from '../../platform/database.ts';
import { announceStatements } from '../../testing/each-statement.ts';
import { freezeClose, freezeNext } from './freeze.ts';

interface Order {
  readonly databaseUrl: string;
  readonly id: number;
  /** The process dies before this statement. */
  readonly dieAt: number;
}

const { databaseUrl, id, dieAt } = JSON.parse(process.argv[2] ?? '{}') as Order;
const database = openDatabase(databaseUrl, 2);
const counted = announceStatements(database.db, (count) => {
  if (count === dieAt) process.kill(process.pid, 'SIGKILL');
});
while (await freezeNext(counted, id, 2));
await freezeClose(counted, id);
await database.close();
