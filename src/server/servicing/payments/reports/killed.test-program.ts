/**
 * A process that books or opens a payment and kills itself, with SIGKILL, before a given statement. Run by
 * killed.test.ts.
 */
import { localDate } from '../../../../countries/local-time.ts';
import { PROGRAM_HOLIDAYS } from '../../../content/service.ts';
import { followers } from '../../../followers.ts';
import { centavos } from '../../../../domain/money.ts';
import { createPorts } from '../../../integrations/create-ports.ts';
import { systemClock } from '../../../platform/clock.ts';
import { parseConfig } from '../../../platform/config.ts';
import { openDatabase, transaction } from '../../../platform/database.ts';
import { announceStatements } from '../../../testing/each-statement.ts';
import { openJobs } from '../../../platform/work/jobs.ts';
import { createLogger } from '../../../platform/logger.ts';
import { systemRandom, vaultOf } from '../../../platform/secrets.ts';
import { importCollection, reportPayment, reportReversal } from '../service.ts';
import { payoutOrders } from '../../../loans/payout-files/service.ts';

interface Order {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly work: 'report' | 'reverse' | 'file';
  readonly reference: string;
  readonly amount: number;
  readonly file: string;
  /** The process dies before this statement. */
  readonly dieAt: number;
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order;
const database = openDatabase(order.databaseUrl, 4);
let statements = 0;
const counted = announceStatements(database.db, (count) => {
  statements = count;
  if (count === order.dieAt) process.kill(process.pid, 'SIGKILL');
});
const config = parseConfig({ NODE_ENV: 'test', DATA_DIR: order.dataDir });
const vault = vaultOf(config.APP_SECRET);
const log = createLogger('silent');
const deps = {
  config,
  db: counted,
  clock: systemClock,
  random: systemRandom,
  vault,
  log,
  jobs: await openJobs(order.databaseUrl, log),
  ports: await createPorts({
    config,
    db: database.db,
    clock: systemClock,
    vault,
    payoutOrders: payoutOrders(database.db),
  }),
  holidays: PROGRAM_HOLIDAYS,
  followers,
};
const day = localDate(systemClock.now(), 'UY');
const report = () => {
  const { reference } = order;
  const amount = centavos(order.amount);
  return {
    country: 'UY',
    source: 'killed',
    reportId: reference,
    reference,
    amount,
    currency: 'UYU',
  } as const;
};

if (order.work === 'report')
  await transaction(counted, (tx) => reportPayment(tx, deps, { ...report(), paidOn: day }));
if (order.work === 'reverse')
  await transaction(counted, (tx) =>
    reportReversal(tx, deps, { ...report(), reason: 'network', reversedOn: day }),
  );
if (order.work === 'file')
  await importCollection(deps, { network: 'abitab', name: 'killed', bytes: Buffer.from(order.file) });
process.stdout.write(String(statements));
await deps.jobs.stop();
await database.close();
