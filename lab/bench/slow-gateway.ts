// Measures the debits of a due date while the gateway takes a second to answer, by one worker and by several that share
// the run: node lab/bench/slow-gateway.ts.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { holidaysOf } from '../../src/countries/holidays.ts';
import { debitAttemptOn } from '../../src/countries/law/debits.ts';
import { calendarDate } from '../../src/domain/calendar-date.ts';
import { addApplicants, confirmation } from './applicants.ts';
import { addCards } from './debits.ts';
import { base, fillPortfolio } from './portfolio.ts';
import { startDatabase, type BenchDatabase } from './postgres.ts';
import { productSettings, startProduct } from './processes.ts';
import { printTable } from './table.ts';
import { bodyOf, Wire } from './wire.ts';

const debits = Number(process.env['BENCH_DEBITS'] ?? 10_000);
const answerMs = process.env['BENCH_ANSWER_MS'] ?? '1000';
/** Number of workers per due date; each line uses a different instalment. */
const lines = [
  { workers: 1, instalment: 12 },
  { workers: 2, instalment: 11 },
  { workers: 3, instalment: 10 },
] as const;

interface Told {
  readonly began: number;
  readonly attempted: number;
}

async function work(
  database: BenchDatabase,
  dueDate: string,
  only: 'announce' | 'attempt' | 'join',
): Promise<Told> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'debit-worker.ts')],
    {
      env: {
        ...process.env,
        ...productSettings(database.url, database.dataDir),
        LOG_LEVEL: 'error',
        BENCH_DUE_DATE: dueDate,
        BENCH_ONLY: only,
        BENCH_ANSWER_MS: answerMs,
      },
    },
  );
  return JSON.parse(stdout) as Told;
}

async function one<T>({ fill }: BenchDatabase, question: string, values: unknown[]): Promise<T> {
  return (await fill(question, values)).rows[0] as T;
}

const database = await startDatabase();
try {
  const product = await startProduct(database.url, database.dataDir);
  await addApplicants(database, 10);
  const wire = new Wire(product.port);
  bodyOf(await wire.ask(confirmation(1)), confirmation(1));
  wire.close();
  await product.stop();
  await fillPortfolio(database, 0, debits);
  await addCards(database, debits);
  const rows = [['Workers', 'Debits', 'Seconds', 'A second', 'Charged twice']];
  for (const { workers, instalment } of lines) {
    const { day } = await one<{ day: string }>(
      database,
      'select due_date::text as day from instalment where loan_id = $1 and number = $2',
      [base + 1, instalment],
    );
    await work(database, day, 'announce');
    const attemptOn = debitAttemptOn(calendarDate(day), holidaysOf('AR'));
    await database.fill(`insert into daily_run (job, country, day) values ('debits', 'AR', $1)`, [attemptOn]);
    const told = await Promise.all(
      Array.from({ length: workers }, (_none, n) => work(database, day, n === 0 ? 'attempt' : 'join')),
    );
    const began = told[0]?.began ?? 0;
    const took = (Math.max(...told.map((each) => each.began + each.attempted)) - began) / 1_000;
    const { count } = await one<{ count: number }>(
      database,
      `select count(*)::int as count from instalment_debit where state = 'approved' and instalment = $1`,
      [instalment],
    );
    if (count < debits) throw new Error(`${count} of ${debits} instalments were debited`);
    const { twice } = await one<{ twice: number }>(
      database,
      'select count(*)::int as twice from sandbox_payment where submissions > $1',
      [1],
    );
    rows.push([workers, count, took.toFixed(1), (count / took).toFixed(0), twice].map(String));
  }
  printTable(rows);
} finally {
  await database.stop();
}
