// Measures the close of a month while customers pay: node lab/bench/close.ts --loans 1000000. It uses a temporary
// database; a million loans take about 8 GB.
import { parseArgs } from 'node:util';
import { addDays, addMonthsAnchored, calendarDate } from '../../src/domain/calendar-date.ts';
import { freezeClose, type StoredTotals } from '../../src/server/operations/closes/freeze.ts';
import { startClose } from '../../src/server/operations/closes/commands.ts';
import { openDatabase, transaction } from '../../src/server/platform/database.ts';
import { addApplicants, confirmation } from './applicants.ts';
import { fire, percentile } from './load.ts';
import { monthlyPrice, paymentShot, settlementOf } from './payments.ts';
import { startDatabase } from './postgres.ts';
import { startProduct } from './processes.ts';
import { fillToScale, sizeOf, timed } from './scale-fill.ts';
import { first } from './statements.ts';
import { printTable } from './table.ts';

const { values } = parseArgs({
  options: {
    loans: { type: 'string', default: '100000' },
    /** Payments meanwhile, by so many customers at once; 0 for none. */
    clients: { type: 'string', default: '2' },
    'most-gb': { type: 'string', default: '20' },
  },
});
const loans = Number(values.loans);
const clients = Number(values.clients);
/** Days until three instalments are past due; seven of ten customers have paid one by then. */
const daysAhead = 100;

const database = await startDatabase();
try {
  await confirmFirst();
  await fillToScale(database, { loans, mostGb: Number(values['most-gb']), isForStanding: false });
  await database.fill(`update loan set disbursed_at = created_at where disbursed_at is null`);
  await database.fill('vacuum (analyze) loan');
  await database.fill(
    `insert into staff_member (id, name, email, roles, countries, created_at, changed_at)
     overriding system value values (1, 'Laboratorio', 'lab@example.com', '{accounting}', '{AR}', now(), now())
     on conflict do nothing`,
  );
  const size = (await sizeOf(database.fill)) / 1024 ** 3;
  const lines = [['', `${loans} loans, ${loans * 12} instalments, ${size.toFixed(1)} GB`]];
  lines.push(await measured('Close, nothing beside', 0));
  if (clients > 0) lines.push(await measured(`Close beside ${clients} customers who pay`, clients));
  printTable(lines);
} finally {
  await database.stop();
}

async function confirmFirst(): Promise<void> {
  const product = await startProduct(database.url, database.dataDir);
  try {
    await addApplicants(database, 10);
    let isAsked = false;
    const next = () => {
      if (isAsked) return undefined;
      isAsked = true;
      return confirmation(1);
    };
    await fire({ port: product.port, clients: 1, seconds: 1, next });
  } finally {
    await product.stop();
  }
}

async function measured(what: string, customers: number): Promise<string[]> {
  const { rows } = await database.fill('select interest_from::text as day from loan where id = $1', [
    first.loan,
  ]);
  const late = addDays(calendarDate((rows[0] as { day: string }).day), daysAhead);
  const month = addMonthsAnchored(calendarDate(`${late.slice(0, 7)}-01`), 0, 1);
  const { db, ...handle } = openDatabase(database.url, 2, 3_600);
  const work = async () => {
    const id = await transaction(db, (tx) =>
      startClose(tx, { clock: { now: () => new Date() } }, { country: 'AR', month, by: 1 }),
    );
    await freezeClose(db, id);
  };
  try {
    const [before, own] = [database.processorMs(), process.cpuUsage()];
    const { took, meanwhile } = await beside(customers, work);
    const postgres = ((database.processorMs() ?? 0) - (before ?? 0)) / 1000;
    const { user, system } = process.cpuUsage(own);
    const { rows: found } = await database.fill(`select totals from closes where country = 'AR'`);
    const { totals } = found[0] as { totals: StoredTotals };
    if (totals.loans < loans) throw new Error(`${totals.loans} of ${loans} loans were frozen`);
    const million = ((took * 1e6) / totals.loans).toFixed(0);
    const processors = `${postgres.toFixed(1)} s of PostgreSQL’s processor, ${((user + system) / 1e6).toFixed(1)} s of ours`;
    return [what, `${took.toFixed(1)} s, ${million} s a million; ${processors}${meanwhile}`];
  } finally {
    await handle.close();
  }
}

/** Keeps paying while `work` runs. */
async function beside(customers: number, work: () => Promise<void>) {
  if (customers === 0) return { took: await timed(work), meanwhile: '' };
  const product = await startProduct(database.url, database.dataDir);
  const price = await monthlyPrice(database);
  const state = { isOver: false };
  let turn = 0;
  const next = () => {
    turn += 1;
    return state.isOver ? undefined : paymentShot(1 + ((turn * 7_368_787) % loans), 2, price);
  };
  const load = fire({
    port: product.port,
    clients: customers,
    seconds: 7_200,
    next,
    andThen: settlementOf,
  });
  try {
    const took = await timed(work);
    state.isOver = true;
    const { times, perSecond } = await load;
    const [p50, p99] = [0.5, 0.99].map((part) => percentile(times, part).toFixed(0));
    return { took, meanwhile: `; payments ${perSecond.toFixed(0)} a second, p50 ${p50} ms, p99 ${p99} ms` };
  } finally {
    state.isOver = true;
    await product.stop();
  }
}
