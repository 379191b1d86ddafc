import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { ticketTemplates, type TicketFigures } from '../../../countries/messages/ticket-messages.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney, type Currency } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { maskDocument, maskEmail } from '../../staff/masks/service.ts';
import { membersWho } from '../../staff/team/service.ts';
import { beginningOf, firstAnswer, ticketView } from './console-list.ts';
import { saidIn } from './conversation.ts';
import { numberOf } from './queries.ts';

/** Dependencies for answering tickets. The loans feature, which is higher, supplies the loan's standing. */
export interface TicketDependencies extends Dependencies {
  loanFigures(db: Queryable, loanId: number, now: Date): Promise<TicketFigures | undefined>;
}

type Whole = OutputOf<'GET /api/staff/tickets/{id}'>['result'];

/** Loans, payments and tickets of a person offered for linking; the customer's page lists all of them. */
const offered = 20;

export async function wholeTicket(
  db: Queryable,
  { config, clock, loanFigures }: Pick<TicketDependencies, 'config' | 'clock' | 'loanFigures'>,
  id: number,
): Promise<Whole | undefined> {
  const row = await ticketRow(db, id);
  if (!row) return undefined;
  const { country } = row;
  const pack = packOf(country);
  const links = await linksOf(db, row.customer_id, country);
  // The linked loan, otherwise the newest one.
  const loanId = row.loan_id ?? links.loans[0]?.id;
  const figures = loanId === undefined ? undefined : await loanFigures(db, Number(loanId), clock.now());
  const into = row.merged_into === null ? [] : await references(db, { id: row.merged_into });
  return {
    ...ticketView(row),
    version: row.version,
    customer: row.customer_id === null ? '' : String(row.customer_id),
    document: row.erased_at === null ? maskDocument(row.document ?? row.document_number) : '',
    email: row.erased_at === null ? maskEmail(row.customer_email ?? row.email) : '',
    assigned_id: row.assigned_to === null ? '' : String(row.assigned_to),
    loan: row.loan_id === null ? '' : String(row.loan_id),
    payment: row.payment_request_id === null ? '' : String(row.payment_request_id),
    merged_into: into[0] ?? null,
    merged: await references(db, { into: id }),
    request_open: await hasOpenRequest(db, row),
    messages: (await saidIn(db, id, { hasNotes: true })).map(({ id: said, author, by, text, at, file }) => ({
      id: said,
      from: author,
      by,
      text,
      at: at.toISOString(),
      file,
    })),
    choices: {
      ...links,
      tickets: await references(db, { besides: row }),
      people: (await membersWho(db, 'tickets.work', country)).map(({ id: member, name }) => ({
        id: String(member),
        name,
      })),
      templates: [
        ...ticketTemplates(
          { brand: config.BRAND, pack },
          row.erased_at === null ? (row.first_name ?? firstOf(row.name)) : '',
          figures,
        ),
      ],
    },
  };
}

const firstOf = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

function ticketRow(db: Queryable, id: number) {
  return db
    .selectFrom('ticket as t')
    .leftJoin('customer as c', 'c.id', 't.customer_id')
    .leftJoin('staff_member as s', 's.id', 't.assigned_to')
    .selectAll('t')
    .select(firstAnswer)
    .select([
      'c.first_name',
      'c.last_name',
      'c.document_number as document',
      'c.email as customer_email',
      'c.erased_at',
      's.name as assigned_name',
    ])
    .where('t.id', '=', id)
    .executeTakeFirst();
}

type Row = NonNullable<Awaited<ReturnType<typeof ticketRow>>>;

export async function hasOpenRequest(
  db: Queryable,
  { id, customer_id: customerId }: { readonly id: number; readonly customer_id: number | null },
): Promise<boolean> {
  if (customerId === null) return false;
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from cancellation_request
        where ticket_id = ${id} and customer_id = ${customerId} and state = 'under-review')
      or exists (select from withdrawal
        where ticket_id = ${id} and customer_id = ${customerId} and state in ('received', 'return-due'))
      or exists (select from erasure_request
        where ticket_id = ${id} and customer_id = ${customerId} and state = 'waiting') as found
  `.execute(db);
  return rows[0]?.found === true;
}

interface Wanted {
  readonly id?: number;
  readonly into?: number;
  readonly besides?: Pick<Row, 'id' | 'customer_id' | 'email' | 'country'>;
}

/** References to tickets: one by id, those merged into one, or the other open ones of the same person. */
async function references(db: Queryable, { id, into, besides }: Wanted) {
  const rows = await db
    .selectFrom('ticket')
    .select(['id', 'public_id', 'subject', 'status', 'created_at', 'content'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(into !== undefined, (query) => query.where('merged_into', '=', into ?? 0))
    .$if(besides !== undefined, (query) =>
      query
        .where('id', '<>', besides?.id ?? 0)
        .where('country', '=', besides?.country ?? null)
        .where('status', '<>', 'closed')
        .where((eb) =>
          besides?.customer_id != null
            ? eb('customer_id', '=', besides.customer_id)
            : eb.and([eb('customer_id', 'is', null), eb('email', '=', besides?.email || '-')]),
        ),
    )
    .orderBy('id', 'desc')
    .limit(offered)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    number: numberOf(row.public_id),
    subject: row.subject,
    status: row.status,
    created_at: row.created_at.toISOString(),
    words: beginningOf(row.content),
  }));
}

const amount = (of: number, currency: Currency) => formatMoney(centavos(of), currency);

/** Loans and payments that this customer's ticket can be linked to. */
async function linksOf(db: Queryable, customerId: number | null, country: CountryCode) {
  if (customerId === null) return { loans: [], payments: [] };
  const loans = await db
    .selectFrom('loan')
    .select(['id', 'public_id', 'principal', 'currency', 'created_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(offered)
    .execute();
  const payments = await db
    .selectFrom('payment_request as p')
    .innerJoin('loan as l', 'l.id', 'p.loan_id')
    .select(['p.id', 'p.amount', 'p.loan_id', 'p.created_at', 'l.currency'])
    .where('l.customer_id', '=', customerId)
    .orderBy('p.id', 'desc')
    .limit(offered)
    .execute();
  const day = (at: Date) => formatDate(localDate(at, country));
  return {
    loans: loans.map((row) => ({
      id: String(row.id),
      name: `Préstamo de ${amount(row.principal, row.currency)} del ${day(row.created_at)}`,
    })),
    payments: payments.map((row) => ({
      id: String(row.id),
      name: `Pago de ${amount(row.amount, row.currency)} del ${day(row.created_at)}`,
      loan: String(row.loan_id),
    })),
  };
}
