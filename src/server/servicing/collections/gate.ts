import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { contactEnds, contactTermsOf, contactTime } from '../../../countries/law/contact-terms.ts';
import { mayContact, type ContactChannel, type ContactRefusal } from '../../../domain/contact-gate.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loansById, standingOf, type Loan } from '../../loans/service.ts';
import { enqueueMessages, type OutgoingMessage } from '../../messages/service.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { contactFacts, customerFacts, lockCustomers } from './facts.ts';

export type ContactKind = 'reminder' | 'payment-link' | 'template' | 'call';

/** Contact that is to be made about a loan. */
export interface ContactAsk {
  readonly loanId: number;
  readonly channel: ContactChannel;
  readonly kind: ContactKind;
  /** Contact of the mail that this SMS repeats. */
  readonly sameAs?: number;
}

export type GateDependencies = Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs' | 'holidays'>;

/** Gate over some loans, with their customers locked until the transaction ends. */
export interface Gate {
  readonly country: CountryCode;
  readonly staffId: number | null;
  /** Loans as read behind the lock. */
  readonly loans: readonly Loan[];
  /** @returns the reason against a contact; undefined if it is allowed */
  refusalOf(ask: ContactAsk): ContactRefusal | undefined;
}

/**
 * Opens the gate that every contact about a debt passes (docs/product/collections.md#contact-gate): locks the
 * customers, then reads the facts. @param staffId null for a job
 */
export async function openGate(
  tx: Tx,
  { clock, holidays }: Pick<GateDependencies, 'clock' | 'holidays'>,
  country: CountryCode,
  { loanIds, staffId }: { readonly loanIds: readonly number[]; readonly staffId: number | null },
): Promise<Gate> {
  const customerIds = await lockCustomers(
    tx,
    sql`select customer_id from loan where id = any(${loanIds}::bigint[]) and country = ${country}`,
  );
  const now = clock.now();
  const at = contactTime(country, now, holidays.knownAt(country, now));
  const { rules } = contactTermsOf(country, at.day);
  const customers = await customerFacts(tx, customerIds, at.day);
  const loans = (await loansById(tx, loanIds)).filter((loan) => loan.country === country);
  const byId = new Map(loans.map((loan) => [loan.id, loan]));
  return {
    country,
    staffId,
    loans,
    refusalOf({ loanId, channel, sameAs }) {
      const loan = byId.get(loanId);
      const customer = loan && customers.get(loan.customerId);
      if (!loan || !customer) throw new Error(`the gate was not opened for loan ${loanId}`);
      const facts = contactFacts(customer, loan, staffId === null ? 'job' : 'staff', now);
      return mayContact(facts, rules, channel, at, sameAs);
    },
  };
}

/** Result of asking the gate: the recorded contact, or the reason against it. */
export type Contacted =
  | { readonly contactId: number; readonly refusal?: undefined }
  | { readonly contactId?: undefined; readonly refusal: ContactRefusal };

/**
 * Sends messages about debts through an open gate: those that it allows are recorded and enqueued, the others
 * counted by reason. At most one message a customer. @returns the outcome of each, in their order
 */
export async function sendThroughGate(
  tx: Tx,
  deps: GateDependencies,
  gate: Gate,
  asks: readonly (ContactAsk & { readonly message: OutgoingMessage })[],
): Promise<readonly Contacted[]> {
  const contacted = await recordThroughGate(tx, deps, gate, asks);
  const allowed = asks.filter((_, index) => contacted[index]?.contactId !== undefined);
  const now = deps.clock.now();
  // A message that could not leave by then would reach the customer outside the hours.
  const ending = allowed.map(({ channel, message }) => ({
    ...message,
    until: earlier(message.until, contactEnds(gate.country, channel, now)),
  }));
  await enqueueMessages(tx, deps, gate.country, ending);
  return contacted;
}

const earlier = (a: Date | undefined, b: Date) => (a !== undefined && a < b ? a : b);

/** Asks the gate for one call by staff, and records it if it is allowed. */
export async function openCall(
  tx: Tx,
  deps: GateDependencies,
  country: CountryCode,
  { loanId, staffId }: { readonly loanId: number; readonly staffId: number },
): Promise<Contacted> {
  const gate = await openGate(tx, deps, country, { loanIds: [loanId], staffId });
  const [contacted] = await recordThroughGate(tx, deps, gate, [{ loanId, channel: 'call', kind: 'call' }]);
  if (!contacted) throw new Error('the gate gave no answer');
  return contacted;
}

async function recordThroughGate(
  tx: Tx,
  { clock, holidays }: Pick<GateDependencies, 'clock' | 'holidays'>,
  gate: Gate,
  asks: readonly ContactAsk[],
): Promise<readonly Contacted[]> {
  const { country, staffId } = gate;
  const at = clock.now();
  const { day } = contactTime(country, at, holidays.knownAt(country, at));
  const loanOf = new Map(gate.loans.map((loan) => [loan.id, loan]));
  const daysLateOf = (id: number) => {
    const loan = loanOf.get(id);
    return loan ? standingOf(loan, at).daysLate : 0;
  };
  const taken = new Set<number | undefined>();
  const refusals = asks.map((ask) => {
    const refusal = gate.refusalOf(ask);
    const customerId = loanOf.get(ask.loanId)?.customerId;
    if (refusal !== undefined) return refusal;
    // The facts were read before the first of two contacts of one customer.
    if (taken.has(customerId)) return 'day';
    taken.add(customerId);
    return undefined;
  });
  await countRefusals(
    tx,
    { country, day, byStaff: staffId !== null },
    asks.flatMap(({ channel }, index) => {
      const reason = refusals[index];
      return reason === undefined ? [] : [{ channel, reason }];
    }),
  );
  const allowed = asks.filter((_, index) => refusals[index] === undefined);
  const ids = await insertContacts(
    tx,
    allowed.map((ask) => ({
      country,
      customer_id: loanOf.get(ask.loanId)?.customerId ?? 0,
      loan_id: ask.loanId,
      channel: ask.channel,
      kind: ask.kind,
      day,
      at,
      staff_id: staffId,
      same_as: ask.sameAs ?? null,
      days_late: daysLateOf(ask.loanId),
    })),
  );
  const recorded = ids.values();
  return refusals.map((refusal) =>
    refusal === undefined ? { contactId: recorded.next().value ?? 0 } : { refusal },
  );
}

interface NewContact {
  readonly country: CountryCode;
  readonly customer_id: number;
  readonly loan_id: number;
  readonly channel: ContactChannel;
  readonly kind: ContactKind;
  readonly day: string;
  readonly at: Date;
  readonly staff_id: number | null;
  readonly same_as: number | null;
  readonly days_late: number;
}

/** @returns ids in the order of the contacts, each of another customer */
async function insertContacts(tx: Tx, contacts: readonly NewContact[]): Promise<readonly number[]> {
  if (contacts.length === 0) return [];
  const rows = contacts.map(
    (
      row,
    ) => sql`(${row.country}, ${row.customer_id}::bigint, ${row.loan_id}::bigint, ${row.channel}, ${row.kind},
      ${row.day}::date, ${row.at}::timestamptz, ${row.staff_id}::bigint, ${row.same_as}::bigint, ${row.days_late}::int)`,
  );
  const { rows: inserted } = await sql<{ id: number; customer_id: number }>`
    insert into contact (country, customer_id, loan_id, channel, kind, day, at, staff_id, same_as, days_late)
    values ${sql.join(rows)} returning id, customer_id`.execute(tx);
  const idOf = new Map(inserted.map((row) => [row.customer_id, row.id]));
  return contacts.map((row) => idOf.get(row.customer_id) ?? 0);
}

interface Refused {
  readonly channel: ContactChannel;
  readonly reason: ContactRefusal;
}

/** Counts contacts that were not made, by channel and reason. */
export async function countRefusals(
  db: Queryable,
  of: { readonly country: CountryCode; readonly day: string; readonly byStaff: boolean },
  refused: readonly Refused[],
): Promise<void> {
  if (refused.length === 0) return;
  const counts = new Map<string, Refused & { count: number }>();
  for (const each of refused) {
    const key = `${each.channel}/${each.reason}`;
    counts.set(key, { ...each, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const rows = [...counts.values()]
    .toSorted((a, b) => (`${a.channel}/${a.reason}` < `${b.channel}/${b.reason}` ? -1 : 1))
    .map(
      ({ channel, reason, count }) =>
        sql`(${of.country}, ${of.day}::date, ${channel}, ${reason}, ${of.byStaff}, ${count}::int)`,
    );
  await sql`
    insert into contact_refusal (country, day, channel, reason, by_staff, count) values ${sql.join(rows)}
    on conflict (country, day, channel, reason, by_staff)
    do update set count = contact_refusal.count + excluded.count`.execute(db);
}
