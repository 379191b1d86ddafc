// A worker process with slow providers: prints a line when ready and works until stopped.
import { PROGRAM_HOLIDAYS } from '../../src/server/content/service.ts';
import { followers } from '../../src/server/followers.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { createPorts } from '../../src/server/integrations/create-ports.ts';
import { payoutOrders } from '../../src/server/loans/payout-files/service.ts';
import type { PayoutRail } from '../../src/server/integrations/payouts/port.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import { parseConfig } from '../../src/server/platform/config.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { startDispatcher } from '../../src/server/platform/work/dispatcher.ts';
import { openJobs } from '../../src/server/platform/work/jobs.ts';
import { createLogger } from '../../src/server/platform/logger.ts';
import { systemRandom, vaultOf } from '../../src/server/platform/secrets.ts';
import { rowWork } from '../../src/server/worker.ts';

const answerMs = Number(process.env['BENCH_ANSWER_MS'] ?? 200);
const late =
  <Given extends readonly unknown[], T>(call: (...given: Given) => Promise<T>) =>
  async (...given: Given): Promise<T> => {
    await pause(answerMs);
    return call(...given);
  };
const slowRail = (rail: PayoutRail): PayoutRail => ({
  name: rail.name,
  submit: late((order) => rail.submit(order)),
  query: late((reference) => rail.query(reference)),
});

const url = process.env['DATABASE_URL'] ?? '';
const config = parseConfig(process.env);
const log = createLogger('error');
const database = openDatabase(url, config.DATABASE_POOL);
const { db } = database;
const vault = vaultOf(config.APP_SECRET);
const jobs = await openJobs(url, log);
const ports = await createPorts({ config, db, clock: systemClock, vault, payoutOrders: payoutOrders(db) });
const { sms, email, payouts } = ports;
const dispatcher = startDispatcher(
  db,
  log,
  rowWork({
    config,
    db,
    clock: systemClock,
    random: systemRandom,
    vault,
    log,
    jobs,
    holidays: PROGRAM_HOLIDAYS,
    followers,
    ports: {
      ...ports,
      sms: { send: late((to, text, id) => sms.send(to, text, id)) },
      email: { ...email, send: late((mail) => email.send(mail)) },
      payouts: {
        ...payouts,
        'bank-transfer': slowRail(payouts['bank-transfer']),
      },
    },
  }),
);
await jobs.work([], dispatcher.wake);
process.stdout.write('"port":0,"addresses"\n');
process.on('SIGTERM', () => {
  void dispatcher
    .stop()
    .then(() => jobs.stop())
    .then(() => database.close())
    .then(() => process.exit(0));
});
