import { transaction } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { writeAudit } from '../../staff/actions/service.ts';
import { isOwnRecord } from '../../staff/own-records/service.ts';
import { ticketCounts, ticketsPage } from './console-list.ts';
import { wholeTicket, type TicketDependencies } from './console-ticket.ts';

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
      return ok({ ...page, counts });
    }),
    route('GET /api/staff/tickets/{id}', async (call) => {
      const found = await wholeTicket(db, deps, call.params.id);
      const { staffId, countries } = staffOf(call);
      // A country that is not the person's has no tickets for them.
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
  ];
}
