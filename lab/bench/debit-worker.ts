// Announces and attempts the debits of one due date, as the worker's daily jobs do, or only a part (BENCH_ONLY):
// announces them, owns the run that attempts them, or joins the run of another process. Prints the duration of each.
import { setTimeout as pause } from 'node:timers/promises';
import { holidaysOf } from '../../src/countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../src/countries/law/debits.ts';
import { calendarDate, type CalendarDate } from '../../src/domain/calendar-date.ts';
import { announceDebits } from '../../src/server/servicing/debits/announce.ts';
import { attemptDebits } from '../../src/server/servicing/debits/attempt.ts';
import { debitDays } from '../../src/server/servicing/debits/jobs.ts';
import type { CardPayments } from '../../src/server/integrations/card-payments/port.ts';
import { parseConfig } from '../../src/server/platform/config.ts';
import { createLogger } from '../../src/server/platform/logger.ts';
import { dailyKind, startDays } from '../../src/server/platform/work/daily.ts';
import { run } from '../../src/server/run.ts';

const setting = (name: string) => process.env[name] ?? '';
const dueDate = calendarDate(setting('BENCH_DUE_DATE'));
// No queue workers here: other processes send what is enqueued.
const product = await run(
  parseConfig(process.env),
  setting('DATABASE_URL'),
  createLogger('error'),
  '/nowhere',
);
/** Response time of the gateway, ms. */
const answerMs = Number(setting('BENCH_ANSWER_MS') || 0);
const { cardPayments: gateway } = product.deps.ports;
const cardPayments: CardPayments = {
  name: gateway.name,
  async charge(order) {
    if (answerMs > 0) await pause(answerMs);
    return gateway.charge(order);
  },
  query: (reference) => gateway.query(reference),
  storedCard: (card) => gateway.storedCard(card),
  giveBack: (charge) => gateway.giveBack(charge),
};
const on = (date: CalendarDate) => ({
  ...product.deps,
  ports: { ...product.deps.ports, cardPayments },
  clock: { now: () => new Date(`${date}T15:00:00Z`) },
});
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
/** Runs the day's debits, as the process that owns the run. */
async function runIt(date: CalendarDate): Promise<void> {
  const deps = on(date);
  await dailyKind(deps, debitDays(deps)).run({ job: 'debits', country: 'AR', date });
}

/** Joins until the run has ended, polling at the default interval of the other workers. */
async function joinIt(date: CalendarDate): Promise<void> {
  const deps = on(date);
  const stop = startDays(deps, debitDays(deps));
  for (let isDone = false; !isDone; await pause(50)) {
    const { finished_at: end } = await deps.db
      .selectFrom('daily_run')
      .select('finished_at')
      .where('job', '=', 'debits')
      .where('day', '=', date)
      .executeTakeFirstOrThrow();
    isDone = end !== null;
  }
  await stop();
}

const attempts = {
  '': (date: CalendarDate) => attemptDebits(on(date), { country: 'AR', date }),
  announce: () => Promise.resolve(),
  attempt: runIt,
  join: joinIt,
} as const;

try {
  const announcedOn = debitAnnouncedOn(dueDate, holidaysOf('AR'));
  const attemptOn = debitAttemptOn(dueDate, holidaysOf('AR'));
  const only = setting('BENCH_ONLY') as keyof typeof attempts;
  const announced =
    only === 'attempt' || only === 'join'
      ? 0
      : await timed(() => announceDebits(on(announcedOn), { country: 'AR', date: announcedOn }));
  const began = Date.now();
  const attempted = await timed(() => attempts[only](attemptOn));
  process.stdout.write(`${JSON.stringify({ announced, attempted, began })}\n`);
} finally {
  await product.stop();
}
