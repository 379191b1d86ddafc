import type { OutputOf } from '../../../contract/contract.ts';
import { MESSAGE_LENGTH } from '../../../contract/tickets.ts';
import { TICKET_REOPENS_DAYS } from '../../../countries/constants.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, failFields, failTooMany, ok, type Result } from '../../platform/http/result.ts';
import { callerOf, route, type Identity, type Route } from '../../platform/http/route.ts';
import { overLimit } from '../../platform/limits/limits.ts';
import { addMessage, changeTicket, opened } from './change.ts';
import { saidIn } from './conversation.ts';

type Conversation = OutputOf<'GET /api/v3/tickets/{id}'>['result'];

interface Own {
  readonly country: CountryCode;
  readonly customerId: number;
  readonly publicId: string;
}

const hourSeconds = 3600;
const theCustomer = 'La persona que escribió';

/** The customer's side: reading a ticket, and answering in it (docs/product/borrowers-area.md#tickets). */
export function ownTicketRoutes(deps: Dependencies): Route[] {
  const { db, clock, config } = deps;
  return [
    route('GET /api/v3/tickets/{id}', async (call) => {
      const own = ownOf(call);
      const row = await ownTicket(db, own).executeTakeFirst();
      return row ? ok({ result: await conversationOf(db, row, clock.now()) }) : fail('not_found');
    }),
    route('POST /api/v3/tickets/{id}/answer', async (call) => {
      const own = ownOf(call);
      const content = call.body.content.trim();
      const wrong = wrongContent(content);
      if (wrong !== undefined) return failFields({ content: wrong });
      const limit = {
        key: `ticket-answer:${own.customerId}`,
        max: config.LIMIT_OPINIONS_ADDRESS,
        windowSeconds: hourSeconds,
      };
      const wait = await overLimit(db, limit, clock.now());
      if (wait !== undefined) return failTooMany(wait);
      return call.commit((tx) => answer(tx, deps, own, content));
    }),
    route('POST /api/v3/tickets/{id}/read', async (call) => {
      const own = ownOf(call);
      return call.commit(async (tx) => {
        const row = await ownTicket(tx, own).forUpdate().executeTakeFirst();
        if (!row) return fail('not_found');
        // Not a change that anybody else has to see: the version stays.
        await tx.updateTable('ticket').set({ is_unread: false }).where('id', '=', row.id).execute();
        return ok({ messages: [] });
      });
    }),
  ];
}

function ownOf(call: {
  readonly country: CountryCode;
  readonly params: { readonly id: string };
  readonly identity: Identity | undefined;
}): Own {
  const { customerId } = callerOf(call);
  return { country: call.country, customerId, publicId: call.params.id };
}

function ownTicket(db: Queryable, { country, customerId, publicId }: Own) {
  return db
    .selectFrom('ticket')
    .selectAll()
    .where('public_id', '=', publicId)
    .where('customer_id', '=', customerId)
    .where('is_strangers', '=', false)
    .where('country', '=', country);
}

type Row = Awaited<ReturnType<ReturnType<typeof ownTicket>['executeTakeFirstOrThrow']>>;

function wrongContent(content: string): string | undefined {
  if (content === '') return 'Escribí tu respuesta.';
  if (content.length > MESSAGE_LENGTH)
    return `Tu respuesta es muy larga: puede tener hasta ${MESSAGE_LENGTH} caracteres.`;
  // A character that the database cannot keep comes from no keyboard.
  return content.includes('\0') ? 'El dato ingresado no es válido.' : undefined;
}

async function answer(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  own: Own,
  content: string,
): Promise<Result<{ result: Conversation }>> {
  const row = await ownTicket(tx, own).forUpdate().executeTakeFirst();
  if (!row) return fail('not_found');
  const at = clock.now();
  const why = answerableOf(row, at);
  if (why !== '') return fail(why === 'merged' ? 'ticket_merged' : 'ticket_closed');
  await addMessage(tx, { ticketId: row.id, author: 'customer', content, at });
  await changeTicket(
    tx,
    row.id,
    { what: 'answered', by: theCustomer, at },
    { ...(row.status === 'closed' ? opened : {}), awaits_answer: true, is_unread: false },
  );
  const now = await ownTicket(tx, own).executeTakeFirstOrThrow();
  return ok({ result: await conversationOf(tx, now, at) });
}

/** True if the customer may answer: a ticket closed long ago is not reopened. */
function answerableOf(row: Row, now: Date): Conversation['answerable'] {
  if (row.merged_into !== null) return 'merged';
  if (row.status !== 'closed') return '';
  return after(row.closed_at ?? row.updated_at, TICKET_REOPENS_DAYS, 'days') < now ? 'late' : '';
}

async function conversationOf(db: Queryable, row: Row, now: Date): Promise<Conversation> {
  const said = await saidIn(db, row.id);
  const into =
    row.merged_into === null
      ? undefined
      : await db
          .selectFrom('ticket')
          .select('public_id')
          .where('id', '=', row.merged_into)
          .executeTakeFirst();
  return {
    id: row.public_id,
    type: row.kind,
    subject: row.subject,
    status: row.status,
    created_at: row.created_at.toISOString(),
    answerable: answerableOf(row, now),
    merged_into: into?.public_id ?? '',
    unread: row.is_unread,
    messages: said.map(({ id, author, text, at }) => ({
      id,
      from: author === 'staff' ? 'support' : 'you',
      text,
      at: at.toISOString(),
    })),
  };
}
