import { sql } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Centavos } from '../../../domain/money.ts';
import { turnChannelsOff } from '../../customers/preferences/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { openTicket } from '../../support/tickets/service.ts';
import { lockCustomers } from './facts.ts';
import { startHardship, type HardshipReason } from './hardship.ts';
import { makePromise } from './promises.ts';

export const CONTACT_RESULTS = [
  'no-answer',
  'wrong-number',
  'spoke',
  'promise',
  'hardship',
  'dispute',
  'wants-no-calls',
] as const;
export type ContactResultKind = (typeof CONTACT_RESULTS)[number];

export interface NewContactResult {
  readonly contactId: number;
  readonly result: ContactResultKind;
  /** Words of the staff; may be ''. */
  readonly note: string;
  readonly staffId: number;
  /** Required with `promise`. */
  readonly promise?: { readonly amount: Centavos; readonly until: CalendarDate };
  /** Used with `hardship`. */
  readonly reason?: HardshipReason;
}

/**
 * Records the result of a contact by staff, with its effects at once: a channel off, a promise, days without
 * contact, or a dispute with its ticket. @returns `not_found`, `promise_missing`, or the failures of a promise
 */
export async function recordResult(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random'>,
  given: NewContactResult,
): Promise<Result<{ readonly customerId: number }>> {
  const contact = await tx
    .selectFrom('contact')
    .selectAll()
    .where('id', '=', given.contactId)
    .where('staff_id', 'is not', null)
    .executeTakeFirst();
  if (!contact) return fail('not_found');
  const { country, customer_id: customerId, loan_id: loanId } = contact;
  await lockCustomers(tx, [customerId]);
  const by = { country, customerId, staffId: given.staffId };
  if (given.result === 'promise') {
    if (!given.promise || loanId === null) return fail('promise_missing');
    const made = await makePromise(tx, deps, { ...by, loanId, contactId: contact.id, ...given.promise });
    if (!made.ok) return made;
  }
  if (given.result === 'hardship') await startHardship(tx, deps, { ...by, reason: given.reason ?? 'other' });
  if (given.result === 'wrong-number' || given.result === 'wants-no-calls')
    await turnChannelsOff(tx, deps, customerId, given.result);
  if (given.result === 'dispute') {
    const subject = 'Desconoce la deuda';
    await openTicket(tx, deps, { country, customerId, kind: 'debt-dispute', subject, content: given.note });
  }
  await tx
    .insertInto('contact_result')
    .values({
      country,
      contact_id: contact.id,
      result: given.result,
      note: given.note,
      staff_id: given.staffId,
      at: deps.clock.now(),
    })
    .execute();
  return ok({ customerId });
}

/** Contact with its newest result; `result` is null while there is none. */
export interface ShownContact {
  readonly id: number;
  readonly loanId: number | null;
  readonly channel: string;
  readonly kind: string;
  readonly at: Date;
  readonly staffId: number | null;
  readonly sameAs: number | null;
  readonly result: ContactResultKind | null;
  readonly note: string;
}

/** Contacts of a customer, newest first. */
export async function contactHistory(
  db: Queryable,
  customerId: number,
  limit: number,
): Promise<readonly ShownContact[]> {
  const { rows } = await sql<ShownContact>`
    select k.id, k.loan_id as "loanId", k.channel, k.kind, k.at, k.staff_id as "staffId", k.same_as as "sameAs",
      r.result, coalesce(r.note, '') as note
    from contact k
      left join lateral (select result, note from contact_result where contact_id = k.id order by id desc limit 1) r on true
    where k.customer_id = ${customerId} order by k.at desc, k.id desc limit ${limit}
  `.execute(db);
  return rows;
}
