import { sql, type UpdateObject } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { ReviewReason } from '../../../domain/credit-decision.ts';
import type { DB } from '../../platform/database-types.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, type Failure } from '../../platform/http/result.ts';
import type { PersonalData } from '../../platform/personal-data.ts';
import type { ClaimQueue } from '../../platform/work/claims.ts';
import { lockName } from '../../platform/work/named-locks.ts';

/** The person who decides and their reason are not the applicant's data. */
export const personalData: PersonalData = {
  held: {
    credit_exception: {
      label: 'Solicitudes que miró una persona',
      where: sql<boolean>`t.customer_id = c.id or t.lead_id = c.lead_id`,
      omit: [
        'decided_by',
        'reason_code',
        'claimed_by',
        'claimed_until',
        'changed_by',
        'last_change',
        'version',
      ],
    },
  },
  // An erased person's application is not decided any more, and no queue leads to it.
  contact: async (tx, { clock }, { customerId, leadId }) => {
    await sql`
      update credit_exception set state = 'expired', decided_at = ${clock.now()}, claimed_by = null,
        claimed_until = null, version = version + 1, changed_by = '', last_change = 'expired'
      where state = 'waiting' and (customer_id = ${customerId} or lead_id = ${leadId})`.execute(tx);
  },
};

export type ExceptionState =
  | 'waiting'
  | 'approved'
  | 'overridden'
  | 'refused'
  | 'answered'
  | 'replaced'
  | 'expired';

/** Latest change, in Spanish, as reported to a person with an older version. */
const CHANGES: Readonly<Record<ExceptionState, string>> = {
  waiting: 'cambió esta solicitud',
  approved: 'aprobó esta solicitud',
  overridden: 'aprobó esta solicitud',
  refused: 'rechazó esta solicitud',
  answered: 'tuvo respuesta de la central',
  replaced: 'hizo una solicitud más nueva',
  expired: 'dejó vencer esta solicitud',
};

interface Applicant {
  readonly country: CountryCode;
  readonly documentNumber: string;
}

/** Serializes applications of a document, so that one exception of each applicant waits. */
export const lockApplicant = (tx: Tx, { country, documentNumber }: Applicant): Promise<void> =>
  lockName(tx, `credit-exception ${country} ${documentNumber}`);

interface NewException {
  readonly country: CountryCode;
  readonly decisionId: number;
  readonly leadId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly why: ReviewReason;
  readonly at: Date;
  readonly expiresAt: Date;
}

export async function openException(tx: Tx, given: NewException): Promise<void> {
  await tx
    .insertInto('credit_exception')
    .values({
      country: given.country,
      decision_id: given.decisionId,
      lead_id: given.leadId ?? null,
      customer_id: given.customerId ?? null,
      why: given.why,
      queued_at: given.at,
      expires_at: given.expiresAt,
    })
    .execute();
}

/**
 * Ends the applicant's waiting exceptions, because a newer decision exists. Before there is an account, an applicant is
 * the document with the e-mail address: an application with the document alone ends no other
 * (docs/product/credit-decisions.md#queue).
 */
export async function endWaiting(
  tx: Tx,
  { leadId, customerId }: { readonly leadId?: number; readonly customerId?: number },
  state: 'answered' | 'replaced',
  at: Date,
): Promise<void> {
  const isTheirs =
    customerId === undefined
      ? sql`x.customer_id is null and x.lead_id in (
          select o.id from lead o join lead n on n.country = o.country and n.document_number = o.document_number
            and lower(n.email) = lower(o.email) where n.id = ${leadId})`
      : sql`x.customer_id = ${customerId}`;
  await sql`
    update credit_exception x set state = ${state}, decided_at = ${at}, claimed_by = null, claimed_until = null,
      version = version + 1, changed_by = '', last_change = ${state}
    where x.state = 'waiting' and ${isTheirs}`.execute(tx);
}

/** True while a decision waits because the bureau could not be asked: it may be asked again. */
export async function waitsForBureau(db: Queryable, customerId: number): Promise<boolean> {
  const row = await db
    .selectFrom('credit_exception')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .where('why', '=', 'outage')
    .executeTakeFirst();
  return row !== undefined;
}

/** Assigns a lead's exceptions to the account created from it. */
export async function claimLeadExceptions(
  tx: Tx,
  { leadId, customerId }: { readonly leadId: number; readonly customerId: number },
): Promise<void> {
  await tx
    .updateTable('credit_exception')
    .set({ customer_id: customerId })
    .where('lead_id', '=', leadId)
    .where('customer_id', 'is', null)
    .execute();
}

export async function exceptionById(db: Queryable, id: number) {
  return db.selectFrom('credit_exception').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockException(tx: Tx, id: number) {
  return tx.selectFrom('credit_exception').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export type CreditException = NonNullable<Awaited<ReturnType<typeof lockException>>>;

/** Fails if the exception changed since it was seen, naming author and kind of the change. */
export function refuseStale(
  { version, changed_by: by, last_change: change }: CreditException,
  seen: number | undefined,
): Failure | undefined {
  if (version === seen) return undefined;
  const what = CHANGES[change as ExceptionState] ?? CHANGES.waiting;
  const who = by === '' ? 'La persona que pide el préstamo' : by;
  return fail('changed_meanwhile', {
    message: `${who} ${what} mientras la mirabas. Actualizá la página y revisala.`,
  });
}

/** Updates an exception, which increments its version and ends its claim. @param by '' for the product */
export async function changeException(
  tx: Tx,
  id: number,
  { state, by }: { readonly state: ExceptionState; readonly by: string },
  set: UpdateObject<DB, 'credit_exception'>,
): Promise<void> {
  await tx
    .updateTable('credit_exception')
    .set({
      claimed_by: null,
      claimed_until: null,
      ...set,
      state,
      version: sql`version + 1`,
      changed_by: by,
      last_change: state,
    })
    .where('id', '=', id)
    .execute();
}

/** Exceptions that wait for a person; one that expired needs none. */
export const exceptionQueue: ClaimQueue = {
  table: 'credit_exception',
  isOpen: (now) => sql`expires_at > ${now}`,
};
