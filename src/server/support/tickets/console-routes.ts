import { transaction } from '../../platform/database.ts';
import { readWhole } from '../../integrations/images/port.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { route, staffOf, type Call, type RawAnswer, type Route } from '../../platform/http/route.ts';
import { writeAudit } from '../../staff/actions/service.ts';
import { isOwnRecord } from '../../staff/own-records/service.ts';
import { ticketCounts, ticketsPage } from './console-list.ts';
import { downloadName, fileByPublicId } from './files.ts';
import { numberOf } from './queries.ts';
import { wholeTicket, type TicketDependencies } from './console-ticket.ts';

/** A file of a customer's ticket; each view is a row of the audit. */
async function readFile(
  deps: TicketDependencies,
  call: Call<'GET /api/staff/customers/{id}/ticket-files/{file}'>,
): Promise<Result<RawAnswer>> {
  const { staffId, countries } = staffOf(call);
  const file = await fileByPublicId(deps.db, call.params.file);
  if (!file || file.customer_id !== call.params.id || !countries.includes(file.country))
    return fail('not_found');
  if (await isOwnRecord(deps.db, staffId, file.customer_id)) return fail('own_record');
  const { storage_key: storageKey, sha256, type } = file;
  const body = await readWhole(deps, { storageKey, sha256 }, { ticketFile: file.id });
  if (!body) return fail('unavailable');
  const deed = {
    subject: `ticket:${file.ticket_id}`,
    subjectName: `Ticket ${numberOf(file.ticket_public_id)}`,
    customerId: file.customer_id,
    country: file.country,
    at: deps.clock.now(),
    staffId,
    action: 'GET /api/staff/customers/{id}/ticket-files/{file}',
    origin: call.origin,
  };
  await transaction(deps.db, (tx) => writeAudit(tx, deed));
  return ok(fileAnswer({ type, body, name: downloadName(file), isInline: type !== 'application/pdf' }));
}

/** Staff reads of tickets (docs/console.md#tickets). */
export function staffTicketRoutes(deps: TicketDependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /api/staff/tickets', async (call) => {
      const staff = staffOf(call);
      const [page, counts] = await Promise.all([
        ticketsPage(db, staff, call.query, clock.now()),
        ticketCounts(db, staff),
      ]);
      return ok({ at: clock.now().toISOString(), ...page, counts });
    }),
    route('GET /api/staff/tickets/{id}', async (call) => {
      const found = await wholeTicket(db, deps, call.params.id);
      const { staffId, countries } = staffOf(call);
      // Tickets of other countries count as not found.
      if (!found || !countries.includes(found.country)) return fail('not_found');
      if (found.customer !== '' && (await isOwnRecord(db, staffId, Number(found.customer))))
        return fail('own_record');
      const { id, number, country, customer } = found;
      const facts = { subject: `ticket:${id}`, subjectName: `Ticket ${number}`, country, after: {} };
      const about = customer === '' ? facts : { ...facts, customerId: Number(customer) };
      const action = 'GET /api/staff/tickets/{id}';
      await transaction(db, (tx) =>
        writeAudit(tx, { ...about, at: clock.now(), staffId, action, origin: call.origin }),
      );
      return ok({ result: found });
    }),
    route('GET /api/staff/customers/{id}/ticket-files/{file}', (call) => readFile(deps, call)),
  ];
}
