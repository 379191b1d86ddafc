import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Centavos } from '../../../domain/money.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { pendingInSlots } from '../../staff/actions/service.ts';
import { versionOfLedger } from '../ledger/service.ts';
import type { StoredAction } from '../service.ts';

/** Amounts that a plan lets off at most, by part with its tax; centavos. */
export interface WaivedParts {
  readonly default_interest: Centavos;
  readonly interest: Centavos;
  readonly charges: Centavos;
  readonly principal: Centavos;
}

/** Terms of a plan on offer; its figures are computed each day. */
export interface PlanTerms {
  readonly instalments: number;
  readonly firstDueDate: CalendarDate;
  /** Rate of new interest: fraction a year. */
  readonly rate: number;
  readonly waived: WaivedParts;
}

export interface OpenPlan {
  readonly id: number;
  readonly validUntil: CalendarDate;
  readonly terms: PlanTerms;
  readonly reasonCode: string;
  readonly reason: string;
  readonly requestedBy: string;
  readonly approvedBy: string;
}

/** Plan that waits for the borrower; undefined once its last day has passed. */
export async function openPlanOf(
  db: Queryable,
  loanId: number,
  today: CalendarDate,
): Promise<OpenPlan | undefined> {
  const { rows } = await sql<OpenPlan>`
    select id, valid_until as "validUntil", terms, reason_code as "reasonCode", reason, requested_by as "requestedBy",
      approved_by as "approvedBy"
    from plan_offer where loan_id = ${loanId} and closed_at is null and valid_until >= ${today}`.execute(db);
  return rows[0];
}

/** Equal for all changes of a loan, so that only one waits at a time. */
export const slotOf = ({ id }: { readonly id: number }): string => `changes of loan ${id}`;

/** Change of a loan that awaits a second person; `text` is a Spanish phrase. */
export interface WaitingChange {
  readonly by: string;
  readonly at: string;
  readonly text: string;
}

/** Changes that await a second person, by loan. */
export async function waitingChanges(
  db: Queryable,
  loanIds: readonly number[],
): Promise<ReadonlyMap<number, WaitingChange>> {
  const loanOf = new Map(loanIds.map((id) => [slotOf({ id }), id]));
  const rows = await pendingInSlots(db, [...loanOf.keys()]);
  return new Map(
    rows.map(({ slot, by, at, before, after }) => {
      const [asked, undone] = [after, before].map((facts) => ('change' in facts ? String(facts.change) : ''));
      const text = asked || `Deshacer: ${undone}`;
      return [loanOf.get(slot) ?? 0, { by, at: at.toISOString(), text }] as const;
    }),
  );
}

interface NewPlan extends Omit<OpenPlan, 'id'> {
  readonly country: CountryCode;
  readonly loanId: number;
  readonly at: Date;
}

/** Stores a plan on offer in place of an earlier one. Lock the loan first. */
export async function storePlan(tx: Tx, plan: NewPlan): Promise<void> {
  await closePlan(tx, plan.loanId, plan.at);
  await tx
    .insertInto('plan_offer')
    .values({
      country: plan.country,
      loan_id: plan.loanId,
      valid_until: plan.validUntil,
      terms: JSON.stringify(plan.terms),
      reason_code: plan.reasonCode,
      reason: plan.reason,
      requested_by: plan.requestedBy,
      approved_by: plan.approvedBy,
      created_at: plan.at,
    })
    .execute();
}

/** Closes the loan's plan on offer. @param actionId the agreement it became @returns whether there was one */
export async function closePlan(tx: Tx, loanId: number, at: Date, actionId?: number): Promise<boolean> {
  const closed = await tx
    .updateTable('plan_offer')
    .set({ closed_at: at, action_id: actionId ?? null })
    .where('loan_id', '=', loanId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return closed.numUpdatedRows > 0n;
}

/** Action with who decided it; undone ones too. */
export interface DecidedAction extends StoredAction {
  readonly reasonCode: string;
  readonly reason: string;
  readonly requestedBy: string;
  readonly approvedBy: string;
  readonly acceptedBy: '' | 'sms' | 'email';
  readonly at: Date;
  readonly undone: {
    readonly requestedBy: string;
    readonly approvedBy: string;
    readonly reason: string;
    /** ISO 8601. */
    readonly at: string;
  } | null;
}

/** Every action of a loan, newest first. */
export async function decidedActions(db: Queryable, loanId: number): Promise<readonly DecidedAction[]> {
  const { rows } = await sql<DecidedAction>`
    select a.id, a.kind, a.value_date as "on", a.place, a.body, a.reason_code as "reasonCode", a.reason,
      a.requested_by as "requestedBy", a.approved_by as "approvedBy", a.accepted_by as "acceptedBy",
      a.created_at as "at",
      (select json_build_object('requestedBy', u.requested_by, 'approvedBy', u.approved_by, 'reason', u.reason,
        'at', u.created_at) from loan_action_undone u where u.action_id = a.id) as undone
    from loan_action a where a.loan_id = ${loanId} order by a.value_date desc, a.id desc`.execute(db);
  return rows;
}

/**
 * Version of everything that changes a loan: its ledger, actions, and plans on offer. Decisions are checked
 * against it.
 */
export async function changesVersion(db: Queryable, loanId: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select ${versionOfLedger} + (select coalesce(max(id), 0) from loan_action where loan_id = l.id)
      + (select count(*) from loan_action_undone where loan_id = l.id)
      + (select coalesce(max(id), 0) + count(closed_at) from plan_offer where loan_id = l.id) as version
    from loan l where l.id = ${loanId}`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Day of the last change of the due day that counts. */
export async function lastDueDayChange(db: Queryable, loanId: number): Promise<CalendarDate | undefined> {
  const { rows } = await sql<{ on: CalendarDate }>`
    select max(a.value_date) as "on" from loan_action a
    where a.loan_id = ${loanId} and a.kind = 'agreement' and a.body->>'isRefinancing' = 'false'
      and not exists (select from loan_action_undone u where u.action_id = a.id)`.execute(db);
  return rows[0]?.on ?? undefined;
}

/** Default interest that a person waived alone this calendar month in the country: in all, and of the loan. */
export async function waivedAlone(
  db: Queryable,
  {
    staffId,
    country,
    loanId,
    since,
  }: {
    readonly staffId: number;
    readonly country: CountryCode;
    readonly loanId: number;
    readonly since: CalendarDate;
  },
): Promise<{ readonly all: number; readonly ofLoan: number }> {
  const { rows } = await sql<{ all: number; ofLoan: number }>`
    select coalesce(sum((body->>'amount')::bigint), 0)::bigint as "all",
      coalesce(sum((body->>'amount')::bigint) filter (where loan_id = ${loanId}), 0)::bigint as "ofLoan"
    from loan_action
    where asked_by = ${staffId} and kind = 'waive' and country = ${country} and approved_by = ''
      and value_date >= ${since}`.execute(db);
  return rows[0] ?? { all: 0, ofLoan: 0 };
}
