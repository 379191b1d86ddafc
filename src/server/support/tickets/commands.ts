import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { staffOf } from '../../platform/http/route.ts';
import {
  staffCommand,
  staffUpload,
  type Actor,
  type Done,
  type Facts,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { membersWho } from '../../staff/team/service.ts';
import {
  changeTicket,
  closedAt,
  isErased,
  lockTicket,
  opened,
  refuseStale,
  type Change,
  type LockedTicket,
} from './change.ts';
import { hasOpenRequest, wholeTicket, type TicketDependencies } from './console-ticket.ts';
import { attachFile, storeFile, type FileDependencies } from './files.ts';
import { replyTo } from './reply.ts';
import { numberOf } from './queries.ts';

/** Merges a ticket into another of the same person, where its conversation continues. */
async function mergeTickets(
  tx: Tx,
  from: LockedTicket,
  into: LockedTicket | undefined,
  change: { readonly what: Change; readonly by: string; readonly at: Date },
): Promise<Result<LockedTicket>> {
  if (!into || !isMergeable(from, into)) return fail('ticket_merge');
  const inside = await tx
    .selectFrom('ticket')
    .select('id')
    .where('merged_into', '=', from.id)
    .limit(1)
    .executeTakeFirst();
  // Only one level of merging, so that reading a ticket shows everything merged into it.
  if (inside) return fail('ticket_merge');
  await changeTicket(tx, from.id, change, { ...closedAt(change.at), merged_into: into.id, is_unread: false });
  await changeTicket(tx, into.id, change, {
    awaits_answer: from.awaits_answer || into.awaits_answer,
    is_unread: from.is_unread || into.is_unread,
  });
  return ok(into);
}

function isMergeable(from: LockedTicket, into: LockedTicket): boolean {
  const isSamePerson =
    from.customer_id === null
      ? into.customer_id === null && from.email !== '' && from.email === into.email
      : from.customer_id === into.customer_id;
  return (
    from.id !== into.id &&
    from.country === into.country &&
    // Text by a stranger must not get into a ticket that the customer reads.
    from.is_strangers === into.is_strangers &&
    isSamePerson &&
    from.status !== 'closed' &&
    into.status !== 'closed'
  );
}

/** Staff commands on tickets (docs/console.md#tickets). */
export function ticketCommands(deps: TicketDependencies & FileDependencies): StaffCommand[] {
  return [
    replyCommand(deps),
    noteCommand(deps),
    fileCommand(deps),
    assignCommand(deps),
    linkCommand(deps),
    closeCommand(deps),
    reopenCommand(deps),
    mergeCommand(deps),
  ];
}

function replyCommand(deps: TicketDependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/tickets/{id}/reply', async (tx, asked) => {
    const found = await ticketToChange(tx, asked);
    if (!found.ok) return found;
    const ticket = found.value;
    const { text, close } = asked.body;
    if (close && (await hasOpenRequest(tx, ticket))) return fail('ticket_request');
    const told = await replyTo(tx, deps, ticket, { text, by: asked.by, isClosing: close });
    if (!told.ok) return told;
    const after = { characters: text.length, status: close ? 'closed' : ticket.status };
    return done(tx, deps, ticket, { before: { status: ticket.status }, after });
  });
}

function noteCommand(deps: TicketDependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/tickets/{id}/notes', async (tx, { params, body, by }) => {
    const ticket = await lockTicket(tx, params.id);
    if (!ticket || !by.countries.includes(ticket.country)) return fail('not_found');
    // The ticket keeps its version, so that a colleague answering it is not interrupted.
    await tx
      .insertInto('ticket_note')
      .values({
        country: ticket.country,
        ticket_id: ticket.id,
        staff_id: by.staffId,
        content: body.text,
        created_at: deps.clock.now(),
      })
      .execute();
    return done(tx, deps, ticket, { after: { characters: body.text.length } });
  });
}

/** Attaches a file that the customer reads in the account. Its e-mail goes out with the answer in words. */
function fileCommand(deps: TicketDependencies & FileDependencies): StaffCommand {
  return staffUpload(
    deps,
    'POST /api/staff/tickets/{id}/files',
    async (bytes, call) => {
      const { params, query } = call;
      const seen = await deps.db
        .selectFrom('ticket')
        .selectAll()
        .where('id', '=', params.id)
        .executeTakeFirst();
      // Before anything is decoded or stored.
      const found = attachable(seen, staffOf(call).countries);
      if (!found.ok) return found;
      const file = await storeFile(deps, { bytes }, query.name);
      return file.ok ? ok({ ...file.value, ticketId: params.id }) : file;
    },
    async (tx, { by, kept }) => {
      const found = attachable(await lockTicket(tx, kept.ticketId), by.countries);
      if (!found.ok) return found;
      if (await isErased(tx, found.value)) return fail('ticket_unreachable');
      const { id: ticketId, country } = found.value;
      const at = deps.clock.now();
      const attached = await attachFile(tx, kept, { ticketId, country, staffId: by.staffId, at });
      if (!attached.ok) return attached;
      await changeTicket(tx, ticketId, stamp(deps, by, 'attached'), { is_unread: true });
      return done(tx, deps, found.value, { after: { file: kept.type, bytes: kept.bytes } });
    },
  );
}

function assignCommand(deps: TicketDependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/tickets/{id}/assign', async (tx, asked) => {
    const found = await ticketToChange(tx, asked);
    if (!found.ok) return found;
    const ticket = found.value;
    const people = await membersWho(tx, 'tickets.work', ticket.country);
    const nameOf = (id: number | null | undefined) => people.find((each) => each.id === id)?.name ?? '';
    const person = asked.body.person ?? null;
    if (person !== null && nameOf(person) === '') return fail('ticket_person');
    await changeTicket(tx, ticket.id, stamp(deps, asked.by, 'assigned'), { assigned_to: person });
    const [before, after] = [{ assigned: nameOf(ticket.assigned_to) }, { assigned: nameOf(person) }];
    return done(tx, deps, ticket, { before, after });
  });
}

function linkCommand(deps: TicketDependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/tickets/{id}/link', async (tx, asked) => {
    const found = await ticketToChange(tx, asked);
    if (!found.ok) return found;
    const ticket = found.value;
    const target = await linkOf(tx, ticket, asked.body);
    if (!target) return fail('ticket_link');
    await changeTicket(tx, ticket.id, stamp(deps, asked.by, 'linked'), target);
    const before = { loan: ticket.loan_id ?? '', payment: ticket.payment_request_id ?? '' };
    const after = { loan: target.loan_id ?? '', payment: target.payment_request_id ?? '' };
    return done(tx, deps, ticket, { before, after });
  });
}

/** Links only the customer's own objects; a payment brings its loan. */
async function linkOf(
  tx: Tx,
  { customer_id: customerId }: LockedTicket,
  { loan, payment }: { readonly loan?: number | undefined; readonly payment?: number | undefined },
) {
  if (payment !== undefined) {
    const row = await tx
      .selectFrom('payment_request as p')
      .innerJoin('loan as l', 'l.id', 'p.loan_id')
      .select(['p.id', 'p.loan_id'])
      .where('p.id', '=', payment)
      .where('l.customer_id', '=', customerId ?? 0)
      .executeTakeFirst();
    const isOfLoan = loan === undefined || row?.loan_id === loan;
    return row && isOfLoan ? { loan_id: row.loan_id, payment_request_id: row.id } : undefined;
  }
  if (loan === undefined) return { loan_id: null, payment_request_id: null };
  const row = await tx
    .selectFrom('loan')
    .select('id')
    .where('id', '=', loan)
    .where('customer_id', '=', customerId ?? 0)
    .executeTakeFirst();
  return row && { loan_id: row.id, payment_request_id: null };
}

function closeCommand(deps: TicketDependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/tickets/{id}/close', async (tx, asked) => {
    const found = await ticketToChange(tx, asked);
    if (!found.ok) return found;
    const ticket = found.value;
    if (ticket.status === 'closed') return fail('ticket_state');
    if (await hasOpenRequest(tx, ticket)) return fail('ticket_request');
    const by = stamp(deps, asked.by, 'closed');
    await changeTicket(tx, ticket.id, by, closedAt(by.at));
    return done(tx, deps, ticket, {
      before: { status: ticket.status },
      after: { status: 'closed' },
    });
  });
}

function reopenCommand(deps: TicketDependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/tickets/{id}/reopen', async (tx, asked) => {
    const found = await ticketToChange(tx, asked);
    if (!found.ok) return found;
    const ticket = found.value;
    if (ticket.status !== 'closed') return fail('ticket_state');
    const by = stamp(deps, asked.by, 'reopened');
    await changeTicket(tx, ticket.id, by, { ...opened, merged_into: null, awaits_answer: true });
    return done(tx, deps, ticket, {
      reason: asked.body.reason,
      before: { status: ticket.status, merged_into: ticket.merged_into ?? '' },
      after: { status: 'open' },
    });
  });
}

function mergeCommand(deps: TicketDependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/tickets/{id}/merge', async (tx, asked) => {
    // Locks the lower id first, so that two tickets being merged into each other cannot deadlock.
    if (asked.body.into < asked.params.id) await lockTicket(tx, asked.body.into);
    const found = await ticketToChange(tx, asked);
    if (!found.ok) return found;
    const ticket = found.value;
    if (await hasOpenRequest(tx, ticket)) return fail('ticket_request');
    const into = await lockTicket(tx, asked.body.into);
    const merged = await mergeTickets(tx, ticket, into, stamp(deps, asked.by, 'merged'));
    if (!merged.ok) return merged;
    return done(tx, deps, ticket, {
      reason: asked.body.reason,
      before: { status: ticket.status },
      after: { status: 'closed', merged_into: numberOf(merged.value.public_id) },
    });
  });
}

/** Refuses a ticket without an account: its requester could not read an attachment. */
function attachable(
  ticket: LockedTicket | undefined,
  countries: readonly CountryCode[],
): Result<LockedTicket> {
  if (!ticket || !countries.includes(ticket.country)) return fail('not_found');
  if (ticket.merged_into !== null) return fail('ticket_merged');
  return ticket.customer_id === null || ticket.is_strangers ? fail('ticket_unreachable') : ok(ticket);
}

interface AskedOfTicket {
  readonly params: { readonly id: number };
  readonly seenVersion: number | undefined;
  readonly by: Actor;
}

/** Locks the ticket in the version that the person saw. */
async function ticketToChange(
  tx: Tx,
  { params, by, seenVersion }: AskedOfTicket,
): Promise<Result<LockedTicket>> {
  const ticket = await lockTicket(tx, params.id);
  if (!ticket || !by.countries.includes(ticket.country)) return fail('not_found');
  return refuseStale(ticket, seenVersion) ?? ok(ticket);
}

function stamp({ clock }: Pick<Dependencies, 'clock'>, { name }: Actor, what: Change) {
  return { what, by: name, at: clock.now() };
}

/** Ticket after the command, and its audit entry, which has no personal data. */
async function done(
  tx: Tx,
  deps: TicketDependencies,
  ticket: LockedTicket,
  facts: Omit<Facts, 'subject' | 'subjectName' | 'country' | 'customerId'>,
): Promise<Result<Done<{ result: NonNullable<Awaited<ReturnType<typeof wholeTicket>>> }>>> {
  const result = await wholeTicket(tx, deps, ticket.id);
  if (!result) throw new Error(`ticket ${ticket.id} has gone`);
  return ok({
    answer: { result },
    facts: {
      ...facts,
      subject: `ticket:${ticket.id}`,
      subjectName: `Ticket ${numberOf(ticket.public_id)}`,
      country: ticket.country,
      ...(ticket.customer_id === null ? {} : { customerId: ticket.customer_id }),
    },
  });
}
