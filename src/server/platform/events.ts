import { sql, type RawBuilder } from 'kysely';
import { write, type Queryable } from './database.ts';
import type { PersonalData } from './personal-data.ts';

/**
 * Security or money event: who did what, when (docs/security.md#events). Never contains a secret or a full
 * document number.
 */
export interface Event {
  readonly at: Date;
  readonly country: string;
  readonly kind: string;
  readonly customerId?: number | undefined;
  readonly loanId?: number | undefined;
  readonly requestId?: string | undefined;
  readonly address?: string | undefined;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Appends an event to the audit log, in the transaction of the change it records. */
export async function recordEvent(db: Queryable, event: Event): Promise<void> {
  await recordEvents(db, [event]);
}

/** Appends several events in one statement. */
export async function recordEvents(db: Queryable, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  await write(db, eventsInsert(events).compile(db));
}

/** Insert of events, to be combined with other writes in one statement. */
export function eventsInsert(events: readonly Event[]): RawBuilder<unknown> {
  const rows = events.map(
    (event) => sql`(${event.at}, ${event.country}, ${event.kind}, ${event.customerId ?? null},
      ${event.loanId ?? null}, ${event.requestId ?? null}, ${event.address ?? null}, ${JSON.stringify(event.detail ?? {})})`,
  );
  return sql`insert into event (at, country, kind, customer_id, loan_id, request_id, address, detail)
    values ${sql.join(rows)}`;
}

/** Kinds that reveal a link between two customers, and so concern the other customer's data too. */
const OF_OTHERS = ['referral-refused'];

/** Audit events about a person, recorded by every feature. */
export const personalData: PersonalData = {
  held: {
    event: {
      label: 'Registro de actividad',
      where: sql<boolean>`t.customer_id = c.id and t.kind <> all(${OF_OTHERS}::text[])`,
      heading: 'Registro de actividad y seguridad',
    },
  },
};
