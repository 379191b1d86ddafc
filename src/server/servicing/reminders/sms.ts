import { toE164 } from '../../../countries/identifiers/phones.ts';
import { packOf } from '../../../countries/index.ts';
import { paysItself, reminderSms } from '../../../countries/messages/reminder-messages.ts';
import { endOfDay } from '../../../countries/local-time.ts';
import { mayUseNow } from '../../../countries/law/contact-terms.ts';
import { daysBetween } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loansById } from '../../loans/service.ts';
import { enqueueMessages, shortMessage, whatsappWaitSeconds } from '../../messages/service.ts';
import { after } from '../../platform/clock.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { agreedToWhatsApp, contactsOf, type Contact } from '../../customers/preferences/service.ts';
import { factsOf, remindableOf, surroundingsOf } from './facts.ts';
import { lockWaiting, markSms, type WaitingNotice } from './queries.ts';

const batchSize = 100;
/** Age at which a notice without a permitted hour is dropped; longer than any run of holidays. */
const longestWaitDays = 5;

/**
 * Sends reminder SMS at permitted hours, with the current debt. A customer who paid or disabled reminders
 * meanwhile gets none; only the last of several notices to one customer is sent.
 */
export async function sendReminderSms(deps: Dependencies, day: Day): Promise<DayFigures> {
  let notices = 0;
  while (maySendNow(deps, day)) {
    const decided = await transaction(deps.db, (tx) => sendBatch(tx, deps, day));
    if (decided === 0) break;
    notices += decided;
  }
  return { notices };
}

function maySendNow({ clock, holidays }: Dependencies, { country }: Day, at = clock.now()): boolean {
  return mayUseNow(country, 'sms', at, holidays.knownAt(country, at));
}

/** @returns number of notices handled */
async function sendBatch(tx: Tx, deps: Dependencies, day: Day): Promise<number> {
  const waiting = await lockWaiting(tx, day, batchSize);
  if (waiting.length === 0) return 0;
  const now = deps.clock.now();
  const live = waiting.filter(
    (notice) =>
      !notice.is_overtaken && !notice.is_held && daysBetween(notice.day, day.date) <= longestWaitDays,
  );
  const loans = new Map(
    (
      await loansById(
        tx,
        live.map(({ loan_id }) => loan_id),
      )
    ).map((loan) => [loan.id, loan]),
  );
  const around = await surroundingsOf(tx, deps, day, Array.from(loans.values()));
  const contacts = await contactsOf(
    tx,
    deps,
    live.map(({ customer_id }) => customer_id),
  );
  const customerIds = live.map(({ customer_id }) => customer_id);
  // The SMS that may follow must also be within the permitted hours.
  const followsAt = after(now, whatsappWaitSeconds('reminder'), 'seconds');
  const agreed = maySendNow(deps, day, followsAt)
    ? await agreedToWhatsApp(tx, deps, day.country, 'reminder', customerIds)
    : new Set<number>();
  const sender = { brand: deps.config.BRAND, pack: packOf(day.country) };
  const smsOf = (notice: WaitingNotice, contact: Contact) => {
    const loan = loans.get(notice.loan_id);
    const remindable = loan ? remindableOf(loan, now) : [];
    const isStillOwed = remindable.some(({ standing }) => notice.instalments.includes(standing.number));
    if (!loan || !isStillOwed) return undefined;
    const facts = factsOf(around, loan, contact, remindable);
    // An SMS asks for a payment; if debits pay everything, the e-mail is enough.
    return !facts || facts.instalments.every(paysItself) ? undefined : reminderSms(sender, facts);
  };
  const until = endOfDay(day.date, day.country);
  const sent = live.flatMap((notice) => {
    const contact = contacts.get(notice.customer_id);
    const sms = contact?.hasReminders ? smsOf(notice, contact) : undefined;
    if (!contact || contact.cellphone === '' || sms === undefined) return [];
    const to = toE164(day.country, contact.cellphone);
    const said = shortMessage(deps.config, day.country, sms, agreed.has(notice.customer_id));
    return [{ id: notice.id, message: { channel: 'sms' as const, to, until, ...said } }];
  });
  const sentIds = new Set(sent.map(({ id }) => id));
  await markSms(tx, [...sentIds], 'sent');
  await markSms(
    tx,
    waiting.map(({ id }) => id).filter((id) => !sentIds.has(id)),
    'dropped',
  );
  await enqueueMessages(
    tx,
    deps,
    day.country,
    sent.map(({ message }) => message),
  );
  return waiting.length;
}
