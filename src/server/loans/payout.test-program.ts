/**
 * A process that confirms or pays out a loan and kills itself, with SIGKILL, at a given statement or at a
 * given moment of a call to the rail. Run by pay-out-faults.test.ts.
 */
import { parseConfig } from '../platform/config.ts';
import { openDatabase, transaction } from '../platform/database.ts';
import { announceStatements } from '../testing/each-statement.ts';
import { openJobs } from '../platform/work/jobs.ts';
import { createLogger } from '../platform/logger.ts';
import { systemClock } from '../platform/clock.ts';
import { systemRandom, vaultOf } from '../platform/secrets.ts';
import { createPorts } from '../integrations/create-ports.ts';
import type { PayoutRail } from '../integrations/payouts/port.ts';
import { payoutOrders } from './payout-files/service.ts';
import { confirmLoan } from '../origination/confirmation/service.ts';
import { PROGRAM_HOLIDAYS } from '../content/service.ts';
import { followers } from '../followers.ts';
import { takeStep } from './service.ts';

interface Order {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly work: 'confirm' | 'step';
  readonly customerId: number;
  readonly loanId: number;
  readonly selectedId: string;
  /** `sql:7` dies before the seventh statement; `before-submit`, `after-submit`, `after-query` at the rail. */
  readonly dieAt: string;
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order;
const die = (point: string): void => {
  if (point === order.dieAt) process.kill(process.pid, 'SIGKILL');
};

const database = openDatabase(order.databaseUrl, 4);
let statements = 0;
const counted = announceStatements(database.db, (count) => {
  statements = count;
  die(`sql:${count}`);
});

const config = parseConfig({ NODE_ENV: 'test', DATA_DIR: order.dataDir });
const vault = vaultOf(config.APP_SECRET);
const ports = await createPorts({
  config,
  db: database.db,
  clock: systemClock,
  vault,
  payoutOrders: payoutOrders(database.db),
});
const dying = (rail: PayoutRail): PayoutRail => ({
  name: rail.name,
  async submit(payout) {
    die('before-submit');
    const answer = await rail.submit(payout);
    die('after-submit');
    return answer;
  },
  async query(reference) {
    const answer = await rail.query(reference);
    die('after-query');
    return answer;
  },
});
const jobs = await openJobs(order.databaseUrl, createLogger('silent'));
const deps = {
  config,
  db: counted,
  clock: systemClock,
  random: systemRandom,
  vault,
  jobs,
  log: createLogger('silent'),
  ports: { ...ports, payouts: { ...ports.payouts, 'bank-transfer': dying(ports.payouts['bank-transfer']) } },
  holidays: PROGRAM_HOLIDAYS,
  followers,
};

if (order.work === 'step') await takeStep(deps, order.loanId, true);
else
  await transaction(counted, (tx) =>
    confirmLoan(deps, tx, {
      customerId: order.customerId,
      country: 'AR',
      origin: { address: '127.0.0.1', device: 'test', requestId: 'test', baseUrl: 'http://localhost' },
      body: {
        deliveryPoint: '',
        accountNumber: '',
        referrer: '',
        parameter: '',
        creditStructure: { selectedId: order.selectedId, maxId: '', installmentsQuantity: 6 },
        isMembershipIncluded: false,
      },
    }),
  );
process.stdout.write(String(statements));
await jobs.stop();
await database.close();
