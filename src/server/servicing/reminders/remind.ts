import { packOf } from '../../../countries/index.ts';
import { reminderEmail } from '../../../countries/messages/reminder-messages.ts';
import { endOfDay } from '../../../countries/local-time.ts';
import { reminderStage } from '../../../countries/law/reminders.ts';
import { addDays, daysBetween, type CalendarDate } from '../../../domain/calendar-date.ts';
import { dueDatesPayableUntil } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loansById } from '../../loans/service.ts';
import { enqueueMessages } from '../../messages/service.ts';
import { lastRunBefore, type Day, type DayFigures } from '../../platform/work/daily.ts';
import { pagesById } from '../../platform/work/pages.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { contactsOf, preferencesUrl } from '../../customers/preferences/service.ts';
import { factsOf, remindableOf, surroundingsOf } from './facts.ts';
import {
  insertNotices,
  insertReminders,
  loansDueOn,
  reminderKey,
  remindedOf,
  type DueLoan,
} from './queries.ts';
import { LAWS } from '../../../countries/law/laws.ts';

export const remindersName = 'reminders';

/** Small enough for a transaction of some hundredths of a second. */
const batchSize = 100;
/** Days without a run that a later run catches up on; no two stages are further apart. */
const longestGapDays = 10;

/**
 * Sends reminders of due and overdue instalments: every kind once per instalment, one message per customer
 * and day, with the amount owed that day. After days without a run, the reminder that fits today is sent.
 */
export async function remind(deps: Dependencies, day: Day): Promise<DayFigures> {
  let loans = 0;
  for (const due of await dueDates(deps, day)) {
    const read = (after: number) => loansDueOn(deps.db, day, due, after, batchSize);
    for await (const found of pagesById(read, ({ loan_id }) => loan_id)) {
      await transaction(deps.db, (tx) => remindOf(tx, deps, day, found));
      loans += found.length;
    }
  }
  return { loans };
}

/** Due dates of instalments that have reached a new stage since the last run, with the stage of today. */
async function dueDates(
  { db }: Dependencies,
  day: Day,
): Promise<{ readonly date: CalendarDate; readonly kind: string }[]> {
  const { country, date } = day;
  const last = await lastRunBefore(db, remindersName, day);
  const gap = last === undefined ? 1 : Math.min(daysBetween(last, date), longestGapDays);
  const lastDays = new Set<CalendarDate>();
  for (let back = 0; back < gap; back += 1)
    for (const stage of LAWS[country].reminders.stages) lastDays.add(addDays(date, -back - stage.day));
  const found = await dueDatesPayableUntil(db, country, [...lastDays]);
  return found.flatMap(({ dueDate, payableUntil }) => {
    const stage = reminderStage(country, payableUntil, date);
    return stage ? [{ date: dueDate, kind: stage.kind }] : [];
  });
}

async function remindOf(tx: Tx, deps: Dependencies, day: Day, due: readonly DueLoan[]): Promise<void> {
  const now = deps.clock.now();
  const ids = due.map(({ loan_id }) => loan_id);
  const loans = await loansById(tx, ids);
  const reminded = await remindedOf(tx, ids);
  const around = await surroundingsOf(tx, deps, day, loans);
  const chosen = loans.flatMap((loan) => {
    const remindable = remindableOf(loan, now);
    const fresh = remindable.filter(
      ({ standing, kind }) => !reminded.has(reminderKey(loan.id, standing.number, kind)),
    );
    return fresh.length > 0 ? [{ loan, remindable, fresh }] : [];
  });
  if (chosen.length === 0) return;
  const notices = await insertNotices(
    tx,
    day,
    chosen.map(({ loan }) => ({ loan_id: loan.id, customer_id: loan.customerId })),
    now,
  );
  // A customer who already had the day's message gets the other reminders at the next stage.
  const taken = chosen.filter(({ loan }) => notices.has(loan.id));
  if (taken.length === 0) return;
  await insertReminders(
    tx,
    taken.flatMap(({ loan, fresh }) =>
      fresh.map(({ standing, kind }) => ({
        loan_id: loan.id,
        instalment: standing.number,
        kind,
        notice_id: notices.get(loan.id) ?? 0,
      })),
    ),
  );
  const contacts = await contactsOf(
    tx,
    deps,
    taken.map(({ loan }) => loan.customerId),
  );
  const sender = { brand: deps.config.BRAND, pack: packOf(day.country) };
  const until = endOfDay(day.date, day.country);
  const messages = taken.flatMap(({ loan, remindable }) => {
    const contact = contacts.get(loan.customerId);
    if (!contact) return [];
    const facts = factsOf(around, loan, contact, remindable);
    if (!facts) return [];
    const offUrl = preferencesUrl(deps.config, contact);
    const letter = reminderEmail(sender, { ...facts, firstName: contact.firstName, offUrl });
    return [{ channel: 'email' as const, to: contact.email, until, ...letter }];
  });
  await enqueueMessages(tx, deps, day.country, messages);
}
