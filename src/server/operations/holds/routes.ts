import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { customerRow } from '../customers/service.ts';
import { holdsOf, holdsPage } from './list.ts';

/** What the staff reads of who is held. */
export function holdRoutes({ db }: Dependencies): Route[] {
  return [
    route('GET /api/staff/holds', async (call) =>
      ok(await holdsPage(db, staffOf(call).countries, call.query)),
    ),
    route('GET /api/staff/customers/{id}/holds', async (call) => {
      const customer = await customerRow(db, call.params.id, staffOf(call).countries);
      return customer ? ok({ result: await holdsOf(db, customer.id) }) : fail('not_found');
    }),
  ];
}
