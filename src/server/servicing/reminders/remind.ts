import { packOf } from '../../../countries/index.ts';
import { reminderEmail, type ReminderFacts } from '../../../countries/messages/reminder-messages.ts';
import { isContactDay } from '../../../countries/law/contact-terms.ts';
import { reminderStage } from '../../../countries/law/reminders.ts';
import { addDays, daysBetween, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { ContactRefusal } from '../../../domain/contact-gate.ts';
import { dueDatesPayableUntil } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Loan } from '../../loans/service.ts';
import { lastRunBefore, type Day, type DayFigures } from '../../platform/work/daily.ts';
import { pagesById } from '../../platform/work/pages.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { contactsOf, preferencesUrl, type Contact } from '../../customers/preferences/service.ts';
import { countRefusals, openGate, sendThroughGate, type Gate } from '../collections/service.ts';
import { factsOf, remindableOf, surroundingsOf, type Remindable } from './facts.ts';
import {
  insertNotices,
  insertReminders,
  loansDueOn,
  noteContacts,
  reminderKey,
  remindedOf,
  type DueLoan,
} from './queries.ts';
import { LAWS } from '../../../countries/law/laws.ts';

export const remindersName = 'reminders';

/** Small enough for a transaction of some hundredths of a second. */
const batchSize = 100;
/** Days without a run that a later run catches up on; no two stages are further apart. */
const longestGapDays = 30;

/**
 * Sends reminders of due and overdue instalments through the contact gate: every kind once per instalment,
 * one message per customer and day, with the amount owed that day. After days without a run, or without
 * contact, the reminder that fits today is sent.
 */
export async function remind(deps: Dependencies, day: Day): Promise<DayFigures> {
  let loans = 0;
  if (!isMailDay(deps, day, day.date)) return { loans };
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
  deps: Dependencies,
  day: Day,
): Promise<{ readonly date: CalendarDate; readonly kind: string }[]> {
  const { country, date } = day;
  const { db } = deps;
  let last = (await lastRunBefore(db, remindersName, day)) ?? addDays(date, -1);
  // The run of a day without contact sent nothing.
  while (daysBetween(last, date) < longestGapDays && !isMailDay(deps, day, last)) last = addDays(last, -1);
  const gap = Math.min(daysBetween(last, date), longestGapDays);
  const lastDays = new Set<CalendarDate>();
  for (let back = 0; back < gap; back += 1)
    for (const stage of LAWS[country].reminders.stages) lastDays.add(addDays(date, -back - stage.day));
  const found = await dueDatesPayableUntil(db, country, [...lastDays]);
  return found.flatMap(({ dueDate, payableUntil }) => {
    const stage = reminderStage(country, payableUntil, date);
    return stage ? [{ date: dueDate, kind: stage.kind }] : [];
  });
}

function isMailDay({ clock, holidays }: Dependencies, { country }: Day, date: CalendarDate): boolean {
  return isContactDay(country, date, holidays.knownAt(country, clock.now()));
}

/** Reminder of a loan, with the reason against it if there is one. */
interface Reminder {
  readonly loan: Loan;
  readonly fresh: readonly Remindable[];
  readonly refused: ContactRefusal | '';
  readonly facts: ReminderFacts | undefined;
}

async function remindOf(tx: Tx, deps: Dependencies, day: Day, due: readonly DueLoan[]): Promise<void> {
  const loanIds = due.map((each) => each.loan_id);
  const gate = await openGate(tx, deps, day.country, { loanIds, staffId: null });
  const contacts = await contactsOf(
    tx,
    deps,
    gate.loans.map(({ customerId }) => customerId),
  );
  const chosen = await chooseReminders(tx, deps, day, gate, contacts);
  if (chosen.length === 0) return;
  const now = deps.clock.now();
  const notices = await insertNotices(
    tx,
    day,
    chosen.map(({ loan, refused }) => ({ loanId: loan.id, customerId: loan.customerId, refused })),
    now,
  );
  // A customer who already had the day's message gets the other reminders at the next stage.
  const byLoan = new Map(chosen.map((each) => [each.loan.id, each]));
  const written = notices.flatMap(({ id, loan_id: loanId }) => {
    const reminder = byLoan.get(loanId);
    return reminder ? [{ ...reminder, noticeId: id }] : [];
  });
  await countRefusals(
    tx,
    { country: day.country, day: day.date, byStaff: false },
    written.flatMap(({ refused }) => (refused === '' ? [] : [{ channel: 'mail' as const, reason: refused }])),
  );
  const sent = written.filter(({ refused }) => refused === '');
  if (sent.length === 0) return;
  await insertReminders(
    tx,
    sent.flatMap(({ loan, fresh, noticeId }) =>
      fresh.map(({ standing, kind }) => ({
        loan_id: loan.id,
        instalment: standing.number,
        kind,
        notice_id: noticeId,
      })),
    ),
  );
  await sendMails(tx, deps, gate, contacts, sent);
}

/** Reminders of stages that were not reached before, each as the gate decides about it. */
async function chooseReminders(
  tx: Tx,
  deps: Dependencies,
  day: Day,
  gate: Gate,
  contacts: ReadonlyMap<number, Contact>,
): Promise<readonly Reminder[]> {
  const now = deps.clock.now();
  const reminded = await remindedOf(
    tx,
    gate.loans.map(({ id }) => id),
  );
  const around = await surroundingsOf(tx, deps, day, gate.loans);
  return gate.loans.flatMap((loan) => {
    const remindable = remindableOf(loan, now);
    const fresh = remindable.filter(
      ({ standing, kind }) => !reminded.has(reminderKey(loan.id, standing.number, kind)),
    );
    const contact = contacts.get(loan.customerId);
    if (fresh.length === 0 || !contact) return [];
    const refusal = gate.refusalOf({ loanId: loan.id, channel: 'mail', kind: 'reminder' });
    const facts = refusal === undefined ? factsOf(around, loan, contact, remindable) : undefined;
    // No facts: everything is being charged.
    return [{ loan, fresh, facts, refused: refusal ?? (facts ? '' : 'payment-under-way') }];
  });
}

async function sendMails(
  tx: Tx,
  deps: Dependencies,
  gate: Gate,
  contacts: ReadonlyMap<number, Contact>,
  sent: readonly (Reminder & { readonly noticeId: number })[],
): Promise<void> {
  const sender = { brand: deps.config.BRAND, pack: packOf(gate.country) };
  const asks = sent.flatMap(({ loan, facts, noticeId }) => {
    const contact = contacts.get(loan.customerId);
    if (!contact || !facts) return [];
    const offUrl = preferencesUrl(deps.config, contact);
    const letter = reminderEmail(sender, { ...facts, firstName: contact.firstName, offUrl });
    const message = { channel: 'email' as const, to: contact.email, ...letter };
    return [{ loanId: loan.id, channel: 'mail' as const, kind: 'reminder' as const, message, noticeId }];
  });
  const contacted = await sendThroughGate(tx, deps, gate, asks);
  await noteContacts(
    tx,
    asks.flatMap(({ noticeId }, index) => {
      const contactId = contacted[index]?.contactId;
      return contactId === undefined ? [] : [{ noticeId, contactId }];
    }),
  );
}
