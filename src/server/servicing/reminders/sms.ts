import { toE164 } from '../../../countries/identifiers/phones.ts';
import { packOf } from '../../../countries/index.ts';
import { paysItself, reminderSms } from '../../../countries/messages/reminder-messages.ts';
import { mayUseNow } from '../../../countries/law/contact-terms.ts';
import { daysBetween } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shortMessage, whatsappWaitSeconds } from '../../messages/service.ts';
import { after } from '../../platform/clock.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { agreedToWhatsApp, contactsOf, type Contact } from '../../customers/preferences/service.ts';
import { openGate, sendThroughGate, type Contacted, type Gate } from '../collections/service.ts';
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
  const live = waiting.filter(
    (notice) => !notice.is_overtaken && daysBetween(notice.day, day.date) <= longestWaitDays,
  );
  const gate = await openGate(tx, deps, day.country, {
    loanIds: live.map((notice) => notice.loan_id),
    staffId: null,
  });
  const asks = await smsAsks(tx, deps, day, gate, live);
  const contacted = await sendThroughGate(tx, deps, gate, asks);
  const idsOf = (isOf: (outcome: Contacted | undefined) => boolean) =>
    asks.filter((_, index) => isOf(contacted[index])).map(({ noticeId }) => noticeId);
  const sent = new Set(idsOf((outcome) => outcome?.contactId !== undefined));
  // The hours ended while the batch was under way: it waits for the next day.
  const held = new Set(idsOf((outcome) => outcome?.refusal === 'hours'));
  await markSms(tx, [...sent], 'sent');
  const dropped = waiting.map(({ id }) => id).filter((id) => !sent.has(id) && !held.has(id));
  await markSms(tx, dropped, 'dropped');
  return waiting.length - held.size;
}

/** SMS of notices with instalments still owed, at today's amounts. */
async function smsAsks(tx: Tx, deps: Dependencies, day: Day, gate: Gate, live: readonly WaitingNotice[]) {
  const now = deps.clock.now();
  const loans = new Map(gate.loans.map((loan) => [loan.id, loan]));
  const around = await surroundingsOf(tx, deps, day, gate.loans);
  const customerIds = live.map((notice) => notice.customer_id);
  const contacts = await contactsOf(tx, deps, customerIds);
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
  return live.flatMap((notice) => {
    const contact = contacts.get(notice.customer_id);
    const sms = contact && smsOf(notice, contact);
    if (!contact || contact.cellphone === '' || sms === undefined) return [];
    const to = toE164(day.country, contact.cellphone);
    const isWhatsApp = agreed.has(notice.customer_id);
    const said = shortMessage(deps.config, day.country, sms, isWhatsApp);
    return [
      {
        loanId: notice.loan_id,
        channel: isWhatsApp ? ('whatsapp' as const) : ('sms' as const),
        kind: 'reminder' as const,
        ...(notice.contact_id === null ? {} : { sameAs: notice.contact_id }),
        message: { channel: 'sms' as const, to, ...said },
        noticeId: notice.id,
      },
    ];
  });
}
