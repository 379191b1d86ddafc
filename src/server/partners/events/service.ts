import { sql } from 'kysely';
import { PARTNER_EVENTS, type PartnerEventType } from '../../../domain/outside-systems.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { SweptRows } from '../../platform/swept-rows.ts';
import { lockName } from '../../platform/work/named-locks.ts';

/** Events are kept as long as a receiver may be away; their deliveries go with them. */
export const sweptEvents: SweptRows = { table: 'partner_event', time: 'at', days: 90 };

/** Events numbered in one transaction. */
const batch = 500;

export interface PartnerEvent {
  readonly id: number;
  readonly public_id: string;
  readonly type: PartnerEventType;
  readonly object_id: string;
  readonly version: number;
  readonly at: Date;
}

/** Payload of an event: thin, without personal data (docs/product/integrations.md#events). */
export function payloadOf({ type, object_id: id, version, at }: Omit<PartnerEvent, 'id' | 'public_id'>) {
  return { type, id, version, timestamp: at.toISOString() };
}

export function eventType(type: string): PartnerEventType {
  const found = PARTNER_EVENTS.find((each) => each === type);
  if (found === undefined) throw new Error(`unknown event type ${type}`);
  return found;
}

/** Checks for committed events without a position, without a lock. */
export async function hasUnnumbered(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select from partner_event where position is null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Gives committed events their positions, in the order of their ids. The lock makes positions appear in order, so
 * none is ever added before one that a reader has seen
 * (docs/decisions/0155-positions-after-the-commit.md).
 * @returns their ids
 */
export async function numberEvents(tx: Tx): Promise<readonly number[]> {
  await lockName(tx, 'partner events');
  const { rows } = await sql<{ id: number }>`
    with taken as materialized (
      select id from partner_event where position is null order by id limit ${batch}
    ),
    numbered as materialized (
      select id, nextval('partner_event_position') as position from (select id from taken order by id) t
    )
    update partner_event e set position = n.position from numbered n where n.id = e.id returning e.id
  `.execute(tx);
  return rows.map(({ id }) => id);
}
