import type { OutputOf } from '../../../contract/contract.ts';
import { MESSAGE_LENGTH } from '../../../contract/tickets.ts';
import { TICKET_REOPENS_DAYS } from '../../../countries/constants.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readWhole } from '../../integrations/images/port.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, failFields, failTooMany, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { callerOf, route, type Identity, type Route } from '../../platform/http/route.ts';
import { overLimit } from '../../platform/limits/limits.ts';
import { isSigned, signedQuery } from '../../platform/signed-address.ts';
import { addMessage, changeTicket, isErased, opened } from './change.ts';
import { saidIn } from './conversation.ts';
import {
  attachFile,
  downloadName,
  fileByPublicId,
  overFilesOfDay,
  storeFile,
  type FileDependencies,
  type StoredFile,
} from './files.ts';

type Conversation = OutputOf<'GET /api/v3/tickets/{id}'>['result'];

interface Own {
  readonly country: CountryCode;
  readonly customerId: number;
  readonly publicId: string;
}

const hourSeconds = 3600;
const theCustomer = 'La persona que escribió';

/** The customer's side: reading a ticket, and answering in it (docs/product/borrowers-area.md#tickets). */
export function ownTicketRoutes(deps: FileDependencies): Route[] {
  const { db, clock, config } = deps;
  return [
    route('GET /api/v3/tickets/{id}', async (call) => {
      const own = ownOf(call);
      const row = await ownTicket(db, own).executeTakeFirst();
      return row ? ok({ result: await conversationOf(db, deps, row) }) : fail('not_found');
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
    route('POST /api/v3/tickets/{id}/files', async (call) => {
      const own = ownOf(call);
      // Checked before decoding, so that a refused attachment costs nothing.
      const row = await ownTicket(db, own).executeTakeFirst();
      const refused = row ? notAnswerable(row, clock.now()) : fail('not_found');
      if (refused) return refused;
      const wait = await overFilesOfDay(deps, own.customerId);
      if (wait !== undefined) return failTooMany(wait);
      const file = await storeFile(deps, call.file, call.fields.name);
      return file.ok ? call.commit((tx) => attach(tx, deps, own, file.value)) : file;
    }),
    route('GET /api/ticket-files/{id}', (call) => readOwnFile(deps, call.params.id, call.query)),
    route('POST /api/v3/tickets/{id}/read', async (call) => {
      const own = ownOf(call);
      return call.commit(async (tx) => {
        const row = await ownTicket(tx, own).forUpdate().executeTakeFirst();
        if (!row) return fail('not_found');
        // The version stays, because no one else has to notice this change.
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
  // U+0000, which the database cannot store and no keyboard produces.
  return content.includes('\0') ? 'El dato ingresado no es válido.' : undefined;
}

/** Adds the customer's words or file to an open ticket, behind its lock. */
async function add(
  tx: Tx,
  deps: Addressing,
  own: Own,
  write: (row: Row, at: Date) => Promise<Result<unknown>>,
): Promise<Result<{ result: Conversation }>> {
  const row = await ownTicket(tx, own).forUpdate().executeTakeFirst();
  if (!row || (await isErased(tx, row))) return fail('not_found');
  const at = deps.clock.now();
  const refused = notAnswerable(row, at);
  if (refused) return refused;
  const written = await write(row, at);
  return written.ok ? answered(tx, deps, own, row) : written;
}

const answer = (tx: Tx, deps: Addressing, own: Own, content: string) =>
  add(tx, deps, own, async ({ id }, at) =>
    ok(await addMessage(tx, { ticketId: id, author: 'customer', content, at })),
  );

const attach = (tx: Tx, deps: Addressing, own: Own, file: StoredFile) =>
  add(tx, deps, own, ({ id, country }, at) => attachFile(tx, file, { ticketId: id, country, at }));

/** Ticket after its customer has added something. */
async function answered(
  tx: Tx,
  deps: Addressing,
  own: Own,
  row: Row,
): Promise<Result<{ result: Conversation }>> {
  await changeTicket(
    tx,
    row.id,
    { what: 'answered', by: theCustomer, at: deps.clock.now() },
    { ...(row.status === 'closed' ? opened : {}), awaits_answer: true, is_unread: false },
  );
  const now = await ownTicket(tx, own).executeTakeFirstOrThrow();
  return ok({ result: await conversationOf(tx, deps, now) });
}

const purpose = 'ticket-file';

/** A file of one's own ticket; an image is shown, a PDF is downloaded. */
async function readOwnFile(
  deps: Dependencies,
  id: string,
  address: { readonly expires: string; readonly signature: string },
) {
  const file = isSigned(deps, purpose, id, address) ? await fileByPublicId(deps.db, id) : undefined;
  if (!file || file.is_strangers) return fail('not_found');
  const { storage_key: storageKey, sha256, type } = file;
  const body = await readWhole(deps, { storageKey, sha256 }, { ticketFile: file.id });
  return body
    ? ok(fileAnswer({ type, body, name: downloadName(file), isInline: type !== 'application/pdf' }))
    : fail('unavailable');
}

function notAnswerable(row: Row, at: Date): Failure | undefined {
  const why = answerableOf(row, at);
  if (why === '') return undefined;
  return fail(why === 'merged' ? 'ticket_merged' : 'ticket_closed');
}

/** Reason why the customer may not reply; a ticket closed long ago is not reopened. */
function answerableOf(row: Row, now: Date): Conversation['answerable'] {
  if (row.merged_into !== null) return 'merged';
  if (row.status !== 'closed') return '';
  return after(row.closed_at ?? row.updated_at, TICKET_REOPENS_DAYS, 'days') < now ? 'late' : '';
}

type Addressing = Pick<Dependencies, 'clock' | 'vault'>;

async function conversationOf(db: Queryable, deps: Addressing, row: Row): Promise<Conversation> {
  const now = deps.clock.now();
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
    messages: said.map(({ id, author, text, at, file }) => ({
      id,
      from: author === 'staff' ? 'support' : 'you',
      text,
      at: at.toISOString(),
      file: file && {
        ...file,
        url: `/api/ticket-files/${file.id}?${signedQuery(deps, purpose, file.id)}`,
      },
    })),
  };
}
