import type { Queryable } from './database.ts';

/** A security or money event: who did what, when (security list, line 50). Never a secret or a full document. */
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

/** Appends to the audit log, in the transaction of what it tells about. */
export async function recordEvent(db: Queryable, event: Event): Promise<void> {
  await recordEvents(db, [event]);
}

/** The same for several, in one statement. */
export async function recordEvents(db: Queryable, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto('event')
    .values(
      events.map((event) => ({
        at: event.at,
        country: event.country,
        kind: event.kind,
        customer_id: event.customerId ?? null,
        loan_id: event.loanId ?? null,
        request_id: event.requestId ?? null,
        address: event.address ?? null,
        detail: JSON.stringify(event.detail ?? {}),
      })),
    )
    .execute();
}
