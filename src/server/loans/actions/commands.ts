import type { ParsedOf } from '../../../contract/contract.ts';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import { changeWords } from '../../../countries/papers/loan-change-texts.ts';
import { localDate } from '../../../countries/local-time.ts';
import {
  addDays,
  addMonthsAnchored,
  calendarDate,
  dayOfMonth,
  daysBetween,
  formatDate,
  type CalendarDate,
} from '../../../domain/calendar-date.ts';
import {
  centavos,
  formatMoney,
  larger,
  parseUnits,
  subtract,
  sum,
  toUnits,
  ZERO,
  type Centavos,
} from '../../../domain/money.ts';
import { totalDues } from '../../../domain/standing/allocation.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { readSettingsOf } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { lockNames } from '../../platform/work/named-locks.ts';
import {
  countriesOf,
  DONE_AS_SEEN,
  staffCommand,
  type Actor,
  type Asked,
  type Done,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { ledgerFacts } from '../ledger/service.ts';
import { lockedLoan, type ActionBody, type Loan } from '../service.ts';
import { agreementTotal } from './answers.ts';
import { applyAction, changeFailure, MOST_DAYS, undoAction, waivableOf } from './apply.ts';
import { apart, planFor } from './figures.ts';
import { notifyChange } from './notify.ts';
import { changesVersion, closePlan, slotOf, storePlan, waivedAlone, type PlanTerms } from './queries.ts';

type ChangeKey = 'POST /api/staff/loans/{id}/changes';
type Change = ParsedOf<ChangeKey, 'body'>['change'];

/** Longest time to accept a plan. */
const MOST_PLAN_DAYS = 30;

/** Staff commands about a loan's actions (docs/console.md#cambios-de-un-préstamo). */
export function loanChangeCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/loans/{id}/changes', (tx, asked) => change(tx, deps, asked)),
    undoCommand(deps),
    withdrawCommand(deps),
  ];
}

async function change(
  tx: Tx,
  deps: Dependencies,
  asked: Asked<ChangeKey>,
): Promise<Result<Done<typeof DONE_AS_SEEN>>> {
  const found = await unchangedLoan(tx, asked);
  if (!found.ok) return found;
  const loan = found.value;
  const today = localDate(deps.clock.now(), loan.country);
  const { change: wanted } = asked.body;
  const before = await stateOf(tx, loan, today);
  if (wanted.kind === 'plan') return offerPlan(tx, deps, asked, { loan, wanted, before, today });
  const isAlone = await mayAlone(tx, { deps, loan, wanted, by: asked.by, today });
  const { reason_code: reasonCode, reason } = asked.body;
  const by = {
    requestedBy: asked.by.name,
    approvedBy: asked.approver?.name ?? '',
    askedBy: asked.by.staffId,
  };
  const bodies = bodiesOf(wanted, loan, today);
  if (bodies.length === 0) return fail('waiver_too_much');
  for (const body of bodies) {
    const applied = await applyAction(tx, deps, {
      ...by,
      loanId: loan.id,
      body,
      reasonCode,
      reason,
      isNotified: body === bodies[0] && wanted.kind !== 'waive',
    });
    if (!applied.ok) return applied;
  }
  const after = await lockedLoan(tx, loan.id);
  if (wanted.kind === 'waive') {
    const amount = formatMoney(centsOf(wanted.amount), loan.currency);
    await notifyChange(tx, deps, loan, { kind: 'waived', amount, isFinished: after.state === 'finished' });
  }
  const words = wordsOf(wanted, bodies, loan);
  const now = await stateOf(tx, after, today);
  return ok({
    answer: DONE_AS_SEEN,
    facts: { ...aboutLoan(loan), slot: slotOf(loan), before, after: { change: words, ...now } },
    isSmall: isAlone,
  });
}

const centsOf = (units: number): Centavos => parseUnits(units.toFixed(2)) ?? ZERO;

function wordsOf(wanted: Change, bodies: readonly ActionBody[], { currency }: Loan): string {
  if (wanted.kind === 'waive' && bodies.length > 1)
    return `Quita de ${formatMoney(centsOf(wanted.amount), currency)} de mora con su IVA`;
  return bodies.map((body) => changeWords(body, currency)).join('. ');
}

/** Actions that make up the change: default interest and its tax are waived apart, in proportion. */
function bodiesOf(
  wanted: Exclude<Change, { kind: 'plan' }>,
  loan: Loan,
  today: CalendarDate,
): readonly ActionBody[] {
  switch (wanted.kind) {
    case 'pause':
      return [{ kind: 'pause', from: calendarDate(wanted.from), to: calendarDate(wanted.to) }];
    case 'settlement-offer':
      return [{ kind: wanted.kind, amount: centsOf(wanted.amount), until: calendarDate(wanted.until) }];
    case 'waive': {
      const amount = centsOf(wanted.amount);
      const of = wanted.instalment === undefined ? {} : { instalment: wanted.instalment };
      if (wanted.part === 'any') return [{ kind: 'waive', amount, ...of }];
      const standing = loanStanding(loan.conditions, loan.payments, today);
      const owed = (['defaultInterest', 'defaultInterestTax'] as const).map((component) =>
        waivableOf(standing, wanted.instalment, component),
      );
      if (amount > sum(owed)) return [];
      const [interest, tax] = apart(amount, owed[0] ?? ZERO, owed[1] ?? ZERO);
      return (
        [
          { kind: 'waive', component: 'defaultInterest', amount: interest, ...of },
          { kind: 'waive', component: 'defaultInterestTax', amount: tax, ...of },
        ] as const
      ).filter((body) => body.amount > 0);
    }
    case 'accelerate':
    case 'sued':
      return [{ kind: wanted.kind }];
  }
}

interface Wanted {
  readonly deps: Dependencies;
  readonly loan: Loan;
  readonly wanted: Change;
  readonly by: Actor;
  readonly today: CalendarDate;
}

/** True if one person is enough: a pause or default interest within the limits. */
async function mayAlone(tx: Tx, { loan, wanted, by, today }: Wanted): Promise<boolean> {
  if (wanted.kind === 'pause')
    return daysOf(calendarDate(wanted.from), calendarDate(wanted.to)) <= pauseDaysLeft(loan, today);
  if (wanted.kind !== 'waive' || wanted.part !== 'default-interest') return false;
  await lockNames(tx, [`default interest waived by ${by.staffId}`]);
  const { most, left } = await aloneLimits(tx, by, loan, today);
  const amount = centsOf(wanted.amount);
  return amount <= most && amount <= left;
}

const daysOf = (from: CalendarDate, to: CalendarDate) => daysBetween(from, to) + 1;

/**
 * Days that one person may still pause a loan: those of the longest pause, less the pauses of the last twelve months.
 * Pauses in a row would waive more than one person may.
 */
export function pauseDaysLeft({ conditions: { actions = [] } }: Loan, today: CalendarDate): number {
  const since = addMonthsAnchored(today, -12, dayOfMonth(today));
  const paused = actions.flatMap((action) =>
    action.kind === 'pause' && action.on > since ? daysOf(action.from, action.to) : [],
  );
  return Math.max(0, MOST_DAYS - paused.reduce((total, days) => total + days, 0));
}

/** Default interest that the person may still waive alone: of the loan, and in this month; centavos. */
export async function aloneLimits(
  db: Queryable,
  { staffId, roles }: Pick<Actor, 'staffId' | 'roles'>,
  { id: loanId, country }: Pick<Loan, 'id' | 'country'>,
  today: CalendarDate,
): Promise<{ readonly most: Centavos; readonly left: Centavos }> {
  const settings = await readSettingsOf(db, country, [
    'waiver-limit',
    'waiver-budget-collector',
    'waiver-budget-head',
  ]);
  const budgets = BUDGETS.flatMap(([role, setting]) =>
    roles.includes(role) ? Number(settings[setting]) : [],
  );
  const since = calendarDate(`${today.slice(0, 8)}01`);
  const waived = await waivedAlone(db, { staffId, country, loanId, since });
  return {
    most: leftOf(Number(settings['waiver-limit']), waived.ofLoan),
    left: leftOf(Math.max(0, ...budgets), waived.all),
  };
}

function leftOf(units: number, used: number): Centavos {
  return larger(ZERO, subtract(centavos(units * 100), centavos(used)));
}

const BUDGETS = [
  ['collector', 'waiver-budget-collector'],
  ['head', 'waiver-budget-head'],
] as const satisfies readonly (readonly [StaffRole, string])[];

/** Offers a plan: nothing changes until the borrower accepts it. */
async function offerPlan(
  tx: Tx,
  deps: Dependencies,
  { body, by, approver }: Asked<ChangeKey>,
  {
    loan,
    wanted,
    before,
    today,
  }: {
    readonly loan: Loan;
    readonly wanted: Extract<Change, { kind: 'plan' }>;
    readonly before: object;
    readonly today: CalendarDate;
  },
): Promise<Result<Done<typeof DONE_AS_SEEN>>> {
  const refused = changeFailure(loan, today);
  if (refused !== undefined) return refused;
  const validUntil = calendarDate(wanted.until);
  if (validUntil < today || validUntil > addDays(today, MOST_PLAN_DAYS)) return fail('plan_terms');
  const { waived } = wanted;
  const terms: PlanTerms = {
    instalments: wanted.instalments,
    firstDueDate: calendarDate(wanted.first_due_date),
    rate: wanted.rate,
    waived: {
      default_interest: centsOf(waived.default_interest),
      interest: centsOf(waived.interest),
      charges: centsOf(waived.charges),
      principal: centsOf(waived.principal),
    },
  };
  const at = deps.clock.now();
  const agreement = planFor(loan, today, terms, deps.holidays.knownAt(loan.country, at));
  if (agreement === undefined) return fail('plan_terms');
  await storePlan(tx, {
    country: loan.country,
    loanId: loan.id,
    validUntil,
    terms,
    reasonCode: body.reason_code,
    reason: body.reason,
    requestedBy: by.name,
    approvedBy: approver?.name ?? '',
    at,
  });
  await notifyChange(tx, deps, loan, { kind: 'plan-offered', until: formatDate(validUntil) });
  const money = (amount: Centavos) => formatMoney(amount, loan.currency);
  return ok({
    answer: DONE_AS_SEEN,
    facts: {
      ...aboutLoan(loan),
      slot: slotOf(loan),
      before,
      after: {
        change: changeWords(agreement, loan.currency),
        offered_until: formatDate(validUntil),
        waived: money(totalDues(agreement.waived)),
        plan_total: money(agreementTotal(agreement)),
      },
    },
  });
}

function undoCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/loans/{id}/changes/{action}/undo', async (tx, asked) => {
    const found = await unchangedLoan(tx, asked);
    if (!found.ok) return found;
    const loan = found.value;
    const today = localDate(deps.clock.now(), loan.country);
    const before = await stateOf(tx, loan, today);
    const { params, body, by, approver } = asked;
    const undone = await undoAction(tx, deps, {
      loanId: loan.id,
      actionId: params.action,
      reasonCode: body.reason_code,
      reason: body.reason,
      requestedBy: by.name,
      approvedBy: approver?.name ?? '',
    });
    if (!undone.ok) return undone;
    const action = loan.conditions.actions?.find(({ id }) => id === String(params.action));
    const what = action === undefined ? '' : changeWords(action, loan.currency);
    await notifyChange(tx, deps, loan, { kind: 'undone', what });
    const now = await stateOf(tx, undone.value.after, today);
    return ok({
      answer: DONE_AS_SEEN,
      facts: {
        ...aboutLoan(loan),
        slot: slotOf(loan),
        before: { change: what, ...before },
        after: { change: '', ...now },
      },
    });
  });
}

function withdrawCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/loans/{id}/plan/withdraw', async (tx, asked) => {
    const found = await unchangedLoan(tx, asked);
    if (!found.ok) return found;
    const loan = found.value;
    if (!(await closePlan(tx, loan.id, deps.clock.now()))) return fail('plan_over');
    const facts = { ...aboutLoan(loan), after: { change: 'Plan retirado' } };
    return ok({ answer: { messages: ['El plan ya no se ofrece.'] }, facts });
  });
}

/** Loan of the people's countries, locked, as it was when they looked. */
async function unchangedLoan(
  tx: Tx,
  asked: Pick<Asked<ChangeKey>, 'by' | 'approver' | 'seenVersion'> & {
    readonly params: { readonly id: number };
  },
): Promise<Result<Loan>> {
  const row = await tx
    .selectFrom('loan')
    .select('id')
    .where('id', '=', asked.params.id)
    .where('country', 'in', [...countriesOf(asked)])
    .executeTakeFirst();
  if (!row) return fail('not_found');
  const loan = await lockedLoan(tx, row.id);
  if ((await changesVersion(tx, loan.id)) === asked.seenVersion) return ok(loan);
  return fail('changed_meanwhile', {
    message: `El préstamo ${loan.id} cambió mientras lo mirabas. Actualizá la página y revisalo.`,
  });
}

const aboutLoan = ({ id, country, customerId }: Loan) => ({
  subject: `customer:${customerId}`,
  subjectName: `Préstamo ${id}`,
  customerId,
  country,
});

/** Debt of a loan, for who decides. */
async function stateOf(tx: Tx, loan: Loan, today: CalendarDate): Promise<object> {
  const { payoffTotal, overdue, credit, daysLate } = loanStanding(loan.conditions, loan.payments, today);
  const money = (amount: Centavos) => formatMoney(amount, loan.currency);
  return {
    loan_state: loan.state,
    owed_today: money(payoffTotal),
    overdue: money(overdue),
    days_late: String(daysLate),
    ...(credit > 0 ? { in_favour: money(credit) } : {}),
    ...(await ledgerFacts(tx, loan.country, loan.id)),
  };
}

export const shownLimits = ({ most, left }: Awaited<ReturnType<typeof aloneLimits>>) => ({
  most: toUnits(most),
  left: toUnits(left),
});
