import { sql } from 'kysely';
import { FEED_PAGE } from '../../../contract/partners.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { partnerOf, route, type Route } from '../../platform/http/route.ts';
import { eventType, payloadOf } from './service.ts';

interface Row {
  readonly public_id: string;
  readonly type: string;
  readonly object_id: string;
  readonly version: number;
  readonly at: Date;
}

/** Feed of events (docs/product/integrations.md#feed). */
export function feedRoutes({ db }: Pick<Dependencies, 'db'>): Route[] {
  return [
    route('GET /partners-api/v1/events', async (call) => {
      const { partnerId, kind } = partnerOf(call);
      const { after } = call.query;
      const mine = kind === 'own' ? sql`partner_id is null` : sql`partner_id = ${partnerId}`;
      const place = after === undefined ? 0 : await positionOf(after);
      if (place === undefined) return fail('feed_after');
      const { rows } = await sql<Row>`
        select public_id, type, object_id, version, at from partner_event
        where country = ${call.country} and ${mine} and position > ${place}
        order by position limit ${FEED_PAGE + 1}
      `.execute(db);
      const page = rows.slice(0, FEED_PAGE);
      return ok({
        events: page.map((row) => ({
          ...payloadOf({ ...row, type: eventType(row.type) }),
          event: row.public_id,
        })),
        next: page.at(-1)?.public_id ?? after ?? '',
        more: rows.length > page.length,
      });

      async function positionOf(id: string): Promise<number | undefined> {
        const found = await sql<{ position: number }>`
          select position from partner_event
          where public_id = ${id} and country = ${call.country} and ${mine} and position is not null
        `.execute(db);
        return found.rows[0]?.position;
      }
    }),
  ];
}
