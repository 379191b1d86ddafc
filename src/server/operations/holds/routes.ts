import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { customerRow } from '../customers/service.ts';
import { holdsOf, holdsPage } from './list.ts';

export function holdRoutes({ db }: Dependencies): Route[] {
  return [
    route('GET /api/staff/holds', async (call) => ok(await holdsPage(db, staffOf(call), call.query))),
    route('GET /api/staff/customers/{id}/holds', async (call) => {
      const { countries, permissions } = staffOf(call);
      const customer = await customerRow(db, call.params.id, countries);
      return customer ? ok({ result: await holdsOf(db, customer.id, permissions) }) : fail('not_found');
    }),
  ];
}
