import { debitAttemptOn, lastDueDateAnnouncedOn } from '../../../countries/law/debits.ts';
import { debitAnnouncedEmail } from '../../../countries/messages/debit-messages.ts';
import { cardName } from '../../../countries/identifiers/cards.ts';
import { packOf } from '../../../countries/index.ts';
import { dueWords } from '../../../countries/law/payable-until.ts';
import { endOfDay, localDate } from '../../../countries/local-time.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { formatMoney } from '../../../domain/money.ts';
import type { InstalmentStanding } from '../../../domain/standing/standing.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loansById, standingOf } from '../../loans/service.ts';
import { enqueueMessages } from '../../messages/service.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { contactsOf, preferencesUrl } from '../../customers/preferences/service.ts';
import { candidatesOf, insertAnnounced, placeAfter, type Candidate, type Place } from './queries.ts';

export const announcementsName = 'debit-announcements';

/** Small enough for a transaction of some hundredths of a second. */
const batchSize = 100;
/** Instalments scanned per page for those with a card. */
const pageSize = 2000;

/**
 * Plans the debits of upcoming instalments and notifies borrowers of the amount, the date and how to stop it.
 * A debit and its announcement share a transaction, so that a killed run resumes and no borrower is notified
 * twice.
 */
export async function announceDebits(deps: Dependencies, day: Day): Promise<DayFigures> {
  let instalments = 0;
  const holidays = deps.holidays.knownAt(day.country, deps.clock.now());
  const until = lastDueDateAnnouncedOn(day.date, holidays);
  const end: Place = { dueDate: until, loanId: Number.MAX_SAFE_INTEGER };
  let place: Place = { dueDate: day.date, loanId: 0 };
  while (place !== end) {
    const next = (await placeAfter(deps.db, until, place, pageSize)) ?? end;
    const page = await candidatesOf(deps.db, day, place, next);
    place = next;
    const chosen = page.flatMap((candidate) => {
      const attemptOn = debitAttemptOn(candidate.due_date, holidays);
      if (!isInTime(day, candidate, attemptOn)) return [];
      return [{ ...candidate, attemptOn: attemptOn > day.date ? attemptOn : day.date }];
    });
    for (let at = 0; at < chosen.length; at += batchSize)
      await transaction(deps.db, (tx) => announce(tx, deps, day, chosen.slice(at, at + batchSize)));
    instalments += chosen.length;
  }
  return { instalments };
}

/** True if the card was saved by the debit's date. */
function isInTime({ country }: Day, { card_created_at }: Candidate, attemptOn: CalendarDate): boolean {
  return localDate(card_created_at, country) <= attemptOn;
}

type Chosen = Candidate & { readonly attemptOn: CalendarDate };

async function announce(tx: Tx, deps: Dependencies, day: Day, candidates: readonly Chosen[]): Promise<void> {
  const now = deps.clock.now();
  const loans = await loansById(
    tx,
    candidates.map(({ loan_id }) => loan_id),
  );
  const owed = new Map(
    loans.flatMap((loan) =>
      standingOf(loan, now).instalments.map((each) => [keyOf(loan.id, each.number), each] as const),
    ),
  );
  const planned = candidates.flatMap((candidate) => {
    const standing = owed.get(keyOf(candidate.loan_id, candidate.instalment));
    return standing && standing.toPay > 0 ? [{ candidate, standing }] : [];
  });
  if (planned.length === 0) return;
  const rows = planned.map(
    ({ candidate: { loan_id, instalment, customer_id, card_id, due_date, attemptOn } }) => ({
      loan_id,
      instalment,
      customer_id,
      card_id,
      due_date,
      attempt_on: attemptOn,
      reference: deps.random.digits(14),
    }),
  );
  const inserted = await insertAnnounced(tx, day, rows, now);
  const told = planned.filter(({ candidate }) => inserted.has(candidate.loan_id));
  const counts = new Map(loans.map(({ id, conditions }) => [id, conditions.schedule.rows.length]));
  await tell(tx, deps, day, told, counts);
}

const keyOf = (loanId: number, instalment: number) => `${loanId}-${instalment}`;

interface Planned {
  readonly candidate: Chosen;
  readonly standing: InstalmentStanding;
}

async function tell(
  tx: Tx,
  deps: Dependencies,
  { country, date }: Day,
  told: readonly Planned[],
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  const contacts = await contactsOf(
    tx,
    deps,
    told.map(({ candidate }) => candidate.customer_id),
  );
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  const known = deps.holidays.knownAt(country, deps.clock.now());
  const messages = told.flatMap(({ candidate, standing }) => {
    const contact = contacts.get(candidate.customer_id);
    if (!contact) return [];
    const letter = debitAnnouncedEmail(sender, {
      firstName: contact.firstName,
      number: candidate.instalment,
      count: counts.get(candidate.loan_id) ?? candidate.instalment,
      amount: formatMoney(standing.toPay, sender.pack.currency),
      dueDate: dueWords(country, candidate.due_date, known),
      card: cardName(candidate.brand, candidate.last_four),
      attemptOn: formatDate(candidate.attemptOn),
      isToday: candidate.attemptOn <= date,
      stopUrl: preferencesUrl(deps.config, contact),
    });
    const until = endOfDay(candidate.attemptOn, country);
    return [{ channel: 'email' as const, to: contact.email, until, ...letter }];
  });
  await enqueueMessages(tx, deps, country, messages);
}
