/**
 * A worker that numbers events and sends an endpoint's deliveries, and kills itself, with SIGKILL, before a given
 * statement. Run by delivery.test.ts. Prints `done` if nothing was left to do before that statement.
 */
import { parseConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/database.ts';
import { announceStatements } from '../../testing/each-statement.ts';
import { vaultOf } from '../../platform/secrets.ts';
import { publishEvents, webhookWork } from './jobs.ts';

interface Order {
  readonly databaseUrl: string;
  readonly secret: string;
  readonly endpoint: number;
  /** The process dies before this statement. */
  readonly dieAt: number;
}

const { databaseUrl, secret, endpoint, dieAt } = JSON.parse(process.argv[2] ?? '{}') as Order;
const database = openDatabase(databaseUrl, 4);
const db = announceStatements(database.db, (count) => {
  if (count === dieAt) process.kill(process.pid, 'SIGKILL');
});
const config = parseConfig({ NODE_ENV: 'test', APP_SECRET: secret, WEBHOOKS_TO_LOOPBACK: 'on' });
while (await publishEvents(db));
await webhookWork({ db, config, vault: vaultOf(config.APP_SECRET) }).run(endpoint);
await database.close();
process.stdout.write('done');
