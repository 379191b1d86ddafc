// Announces and attempts the debits of one due date, as the worker's daily jobs do, and prints how long each took.
import { debitAnnouncedOn, debitAttemptOn } from '../src/countries/law/debits.ts';
import { calendarDate, type CalendarDate } from '../src/domain/calendar-date.ts';
import { announceDebits } from '../src/server/servicing/debits/announce.ts';
import { attemptDebits } from '../src/server/servicing/debits/attempt.ts';
import { parseConfig } from '../src/server/platform/config.ts';
import { createLogger } from '../src/server/platform/logger.ts';
import { run } from '../src/server/run.ts';

const setting = (name: string) => process.env[name] ?? '';
const dueDate = calendarDate(setting('BENCH_DUE_DATE'));
// Its own queue workers stay out of it: what is enqueued is sent by others.
const product = await run(
  parseConfig(process.env),
  setting('DATABASE_URL'),
  createLogger('error'),
  '/nowhere',
);
const on = (date: CalendarDate) => ({
  ...product.deps,
  clock: { now: () => new Date(`${date}T15:00:00Z`) },
});
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
try {
  const announcedOn = debitAnnouncedOn('AR', dueDate);
  const attemptOn = debitAttemptOn('AR', dueDate);
  const announced = await timed(() => announceDebits(on(announcedOn), { country: 'AR', date: announcedOn }));
  const attempted = await timed(() => attemptDebits(on(attemptOn), { country: 'AR', date: attemptOn }));
  process.stdout.write(`${JSON.stringify({ announced, attempted })}\n`);
} finally {
  await product.stop();
}
