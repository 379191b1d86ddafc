import { loanClassesOf } from '../../../countries/law/loan-classes.ts';
import type { OutputOf } from '../../../contract/contract.ts';
import { failures } from '../../../contract/failures.ts';
import { changeWords } from '../../../countries/papers/loan-change-texts.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addDays, dayOfMonth, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { toUnits } from '../../../domain/money.ts';
import type { LoanAction } from '../../../domain/standing/actions.ts';
import { loanClass } from '../../../domain/standing/loan-class.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { lockCustomer } from '../../customers/service.ts';
import { checkCode, CODE_SENT, prepareCode, proveEmail } from '../../customers/sessions/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readWhole } from '../../integrations/images/port.ts';
import type { Queryable } from '../../platform/database.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { callerOf, route, staffOf, type Identity, type Route } from '../../platform/http/route.ts';
import { isOwnRecord } from '../../staff/own-records/service.ts';
import { actionsOf, loanByPublicId, loansById, type Loan } from '../service.ts';
import { acceptChange, proposalOf } from './accept.ts';
import { figuresAnswer, partsAnswer } from './answers.ts';
import { changeFailure, openOffers, owedByComponent } from './apply.ts';
import { aloneLimits, pauseDaysLeft, shownLimits } from './commands.ts';
import { dueDayRefusal, planFor } from './figures.ts';
import {
  changesVersion,
  decidedActions,
  openPlanOf,
  type DecidedAction,
  type OpenPlan,
  waitingChanges,
} from './queries.ts';
import { isPaperAddress, paperAddress, paperOf } from './paper-rows.ts';

type Shown = OutputOf<'GET /api/v3/loan/{id}/changes'>['result'];
type StaffShown = OutputOf<'GET /api/staff/loans/{id}/changes'>['result'];

interface OwnLoanCall {
  readonly identity: Identity | undefined;
  readonly country: Loan['country'];
  readonly params: { readonly id: string };
}

/** Caller's own loan, in any state. */
async function ownLoan(db: Queryable, call: OwnLoanCall): Promise<Result<Loan>> {
  const loan = await loanByPublicId(db, call.country, call.params.id);
  return loan?.customerId === callerOf(call).customerId ? ok(loan) : fail('not_found');
}

/** A borrower's calls about changes of their loan (docs/product/loan-changes.md). */
export function loanChangeRoutes(deps: Dependencies): Route[] {
  return [shownRoute(deps), dueDayRoute(deps), codeRoute(deps), acceptRoute(deps), paperRoute(deps)];
}

function shownRoute(deps: Dependencies): Route {
  return route('GET /api/v3/loan/{id}/changes', async (call) => {
    const loan = await ownLoan(deps.db, call);
    return loan.ok ? ok({ result: await shownToBorrower(deps, loan.value) }) : loan;
  });
}

function dueDayRoute(deps: Dependencies): Route {
  return route('GET /api/v3/loan/{id}/due-day', async (call) => {
    const loan = await ownLoan(deps.db, call);
    if (!loan.ok) return loan;
    const wanted = { kind: 'due-day', day: call.query.day } as const;
    const proposal = await proposalOf(deps.db, deps, loan.value, wanted);
    if (!proposal.ok) return proposal;
    const { agreement, rate, added } = proposal.value;
    return ok({ result: { ...figuresAnswer(agreement, rate), added: toUnits(added) } });
  });
}

function codeRoute(deps: Dependencies): Route {
  return route('POST /api/v3/loan/{id}/changes/code', async (call) => {
    const { country, origin, body } = call;
    const loan = await ownLoan(deps.db, call);
    if (!loan.ok) return loan;
    const proposal = await proposalOf(deps.db, deps, loan.value, body.change);
    if (!proposal.ok) return proposal;
    const subject = subjectOf(loan.value, body.change.digest);
    const asking = { caller: callerOf(call), country, origin, subject };
    const send = await prepareCode(deps, asking, body.channel);
    if (!send.ok) return send;
    return call.commit(async (tx) => ok({ result: { state: await send.value(tx) }, messages: [CODE_SENT] }));
  });
}

function acceptRoute(deps: Dependencies): Route {
  return route('POST /api/v3/loan/{id}/changes/accept', async (call) => {
    const { country, origin, body } = call;
    const loan = await ownLoan(deps.db, call);
    if (!loan.ok) return loan;
    const subject = subjectOf(loan.value, body.change.digest);
    const caller = callerOf(call);
    const checked = await checkCode(deps, { caller, country, origin, subject }, body);
    if (!checked.ok) return checked;
    return call.commit(async (tx) => {
      const { customerId, sessionDigest: session } = caller;
      await lockCustomer(tx, customerId);
      const channel = await checked.value(tx);
      if (!channel.ok) return channel;
      // Entering the code proves access to the mailbox.
      if (channel.value === 'email')
        await proveEmail(tx, deps, { customerId, country, by: 'code', origin, session });
      const accepted = await acceptChange(tx, deps, loan.value.id, body.change, channel.value);
      if (!accepted.ok) return accepted;
      return ok({
        result: { id: String(accepted.value) },
        messages: ['Listo: ya cuenta para tu préstamo. Te mandamos el archivo por mail.'],
      });
    });
  });
}

function paperRoute(deps: Dependencies): Route {
  return route('GET /api/v3/loan/{id}/changes/{action}/pdf', async (call) => {
    const { id, action } = call.params;
    const loan = await loanByPublicId(deps.db, call.country, id);
    const mayRead =
      loan && (isPaperAddress(deps, id, action, call.query) || loan.customerId === call.identity?.customerId);
    const paper = mayRead && (await paperOf(deps.db, loan.id, action));
    if (!paper) return fail('not_found');
    const { storageKey, sha256 } = paper;
    const file = await readWhole(deps, { storageKey, sha256 }, { loanId: loan.id });
    if (!file) return fail('unavailable');
    const name = `acuerdo-${action}.pdf`;
    const digest = sha256.toString('hex');
    return ok(fileAnswer({ type: 'application/pdf', body: file, name, isInline: true, digest }));
  });
}

/** Text that a code accepts: one loan's figures. */
function subjectOf({ publicId }: Loan, digest: string): string {
  return `change ${publicId} ${digest}`;
}

async function shownToBorrower(deps: Dependencies, loan: Loan): Promise<Shown> {
  const { db, clock, holidays } = deps;
  const at = clock.now();
  const today = localDate(at, loan.country);
  const isOpen = changeFailure(loan, today) === undefined;
  const plan = isOpen ? await openPlanOf(db, loan.id, today) : undefined;
  const refusal = await dueDayRefusal(db, loan, today);
  const papers = await papersOf(db, loan.id);
  return {
    changes: (loan.conditions.actions ?? []).map((action) => ({
      id: action.id,
      kind: kindOf(action),
      on: formatDate(action.on),
      text: changeWords(action, loan.currency),
      pdf_url: papers.has(action.id) ? paperAddress(deps, loan.publicId, action.id) : '',
    })),
    settlement_offers: isOpen ? settlementOffers(loan, today) : [],
    pause: isOpen ? pauseAnswer(loan, today) : null,
    plan: planAnswer(loan, plan, today, holidays.knownAt(loan.country, at)),
    due_day: { day: dueDayOf(loan, today), is_available: refusal === undefined, reason: reasonOf(refusal) },
  };
}

/** Plan on offer with the day's figures; null without one, or if there is nothing to agree on any more. */
function planAnswer(
  loan: Loan,
  plan: OpenPlan | undefined,
  today: CalendarDate,
  holidays: ReadonlySet<string>,
): Shown['plan'] {
  const agreement = plan && planFor(loan, today, plan.terms, holidays);
  if (!agreement) return null;
  const { id, validUntil, terms } = plan;
  return { id: String(id), until: formatDate(validUntil), figures: figuresAnswer(agreement, terms.rate) };
}

async function papersOf(db: Queryable, loanId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('loan_action_paper')
    .select('action_id')
    .where('loan_id', '=', loanId)
    .where('storage_key', 'is not', null)
    .execute();
  return new Set(rows.map(({ action_id: id }) => String(id)));
}

const kindOf = (action: LoanAction) =>
  action.kind === 'agreement' && !action.isRefinancing ? 'due-day-change' : action.kind;

const reasonOf = (refusal: Failure | undefined): string =>
  refusal === undefined ? '' : (refusal.message ?? failures[refusal.code][1]);

function settlementOffers(loan: Loan, today: CalendarDate): Shown['settlement_offers'] {
  return openOffers(loan, today).map(({ id, amount, remaining, until, saved }) => ({
    id,
    amount: toUnits(amount),
    remaining: toUnits(remaining),
    until: formatDate(until),
    saved: toUnits(saved),
  }));
}

/** Pause in force or the next one. Pauses that overlap or follow each other are one. */
function pauseAnswer({ conditions: { actions = [] } }: Loan, today: CalendarDate): Shown['pause'] {
  const pauses = actions
    .flatMap((action) => (action.kind === 'pause' && action.to >= today ? [action] : []))
    .toSorted((one, other) => one.from.localeCompare(other.from));
  const [first] = pauses;
  if (first === undefined) return null;
  const to = pauses.reduce(
    (last, pause) => (pause.from <= addDays(last, 1) && pause.to > last ? pause.to : last),
    first.to,
  );
  return { from: formatDate(first.from), to: formatDate(to), is_in_force: first.from <= today };
}

/** Day of the month of the next due date. */
function dueDayOf(loan: Loan, today: CalendarDate): number {
  const { instalments, nextDueDate } = loanStanding(loan.conditions, loan.payments, today);
  const next = nextDueDate ?? instalments.at(-1)?.dueDate;
  return next === undefined ? 1 : dayOfMonth(next);
}

/** Staff's view of a loan's changes. */
export function staffLoanChangeRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /api/staff/loans/{id}/changes', async (call) => {
      const staff = staffOf(call);
      const [loan] = await loansById(db, [call.params.id]);
      if (!loan || !staff.countries.includes(loan.country)) return fail('not_found');
      if (await isOwnRecord(db, staff.staffId, loan.customerId)) return fail('own_record');
      const at = clock.now();
      const today = localDate(at, loan.country);
      const standing = loanStanding(loan.conditions, loan.payments, today);
      const plan = await openPlanOf(db, loan.id, today);
      const shown = planAnswer(loan, plan, today, deps.holidays.knownAt(loan.country, at));
      const result: StaffShown = {
        loan: String(loan.id),
        customer: String(loan.customerId),
        country: loan.country,
        currency: loan.currency,
        state: loan.state,
        version: await changesVersion(db, loan.id),
        owed: partsAnswer(owedByComponent(standing)),
        overdue: toUnits(standing.overdue),
        days_late: standing.daysLate,
        class: loanClass(loan.conditions, loan.payments, today, loanClassesOf(loan.country, today)),
        actions: (await decidedActions(db, loan.id)).map((each) => decidedAnswer(each, loan)),
        plan: plan && shown ? { ...shown, by: plan.requestedBy } : null,
        waiting: (await waitingChanges(db, [loan.id])).get(loan.id) ?? null,
        refusal: reasonOf(changeFailure(loan, today)),
        alone: {
          ...shownLimits(await aloneLimits(db, staff, loan, today)),
          pause_days: pauseDaysLeft(loan, today),
        },
      };
      return ok({ result });
    }),
  ];
}

function decidedAnswer(stored: DecidedAction, { currency }: Loan): StaffShown['actions'][number] {
  const [action] = actionsOf([stored], []);
  if (action === undefined) throw new Error(`the action ${stored.id} is not read`);
  const { undone } = stored;
  return {
    id: action.id,
    kind: kindOf(action),
    on: formatDate(action.on),
    text: changeWords(action, currency),
    reason_code: stored.reasonCode,
    decided: {
      by: stored.requestedBy,
      approved_by: stored.approvedBy,
      at: stored.at.toISOString(),
      reason: stored.reason,
    },
    accepted_by: stored.acceptedBy,
    undone: undone && {
      by: undone.requestedBy,
      approved_by: undone.approvedBy,
      at: undone.at,
      reason: undone.reason,
    },
  };
}
