import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { PAGE_SIZE, pageOf, type Sized } from '../../platform/page-size.ts';
import { eventType } from '../events/service.ts';

type Delivery = OutputOf<'GET /api/staff/integrations/webhooks/{id}/deliveries'>['result'][number];

interface Row {
  readonly id: number;
  readonly event: string;
  readonly type: string;
  readonly object: string;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly delivered_at: Date | null;
  readonly attempts: readonly Delivery['attempts'][number][];
}

/** Deliveries of a webhook with their attempts. */
export function deliveryRoutes({ db }: Pick<Dependencies, 'db'>): Route[] {
  return [
    route('GET /api/staff/integrations/webhooks/{id}/deliveries', async (call) => {
      const { countries } = staffOf(call);
      if (!(await isVisible(db, call.params.id, countries))) return fail('not_found');
      const { before, size = PAGE_SIZE }: Sized<typeof call.query> = call.query;
      const rows = await deliveriesOf(db, call.params.id, before, size);
      return ok(pageOf(rows, size, shown, ({ id }) => id));
    }),
  ];
}

async function isVisible(db: Database, id: number, countries: readonly CountryCode[]): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_endpoint where id = ${id} and country = any(${[...countries]}::text[])`.execute(db);
  return rows.length > 0;
}

async function deliveriesOf(
  db: Database,
  endpointId: number,
  before: number | undefined,
  size: number,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select d.id, e.public_id as event, e.type, e.object_id as object, d.created_at, d.due_at, d.delivered_at,
      coalesce((select json_agg(json_build_object('at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'status', a.status, 'failure', a.failure, 'milliseconds', a.milliseconds) order by a.id)
        from webhook_attempt a where a.delivery_id = d.id), '[]') as attempts
    from webhook_delivery d join partner_event e on e.id = d.event_id
    where d.endpoint_id = ${endpointId} and ${before === undefined ? sql`true` : sql`d.id < ${before}`}
    order by d.id desc limit ${size + 1}
  `.execute(db);
  return rows;
}

function shown({
  id,
  type,
  created_at: createdAt,
  due_at: dueAt,
  delivered_at: deliveredAt,
  ...row
}: Row): Delivery {
  return {
    ...row,
    id: String(id),
    type: eventType(type),
    state: dueAt !== null ? 'open' : deliveredAt === null ? 'given-up' : 'delivered',
    attempts: [...row.attempts],
    created_at: createdAt.toISOString(),
    next_at: dueAt?.toISOString() ?? '',
  };
}
