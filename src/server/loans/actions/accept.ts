import { localDate } from '../../../countries/local-time.ts';
import { ZERO, type Centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { lockedLoan, type Loan } from '../service.ts';
import { digestOf, type Agreement } from './answers.ts';
import { applyAction, changeFailure } from './apply.ts';
import { dueDayChange, dueDayRefusal, planFor } from './figures.ts';
import { storePaperDue } from './paper-rows.ts';
import { closePlan, openPlanOf, type OpenPlan } from './queries.ts';

/** Change that the borrower wants; with a digest, exactly these figures. */
export type Wanted =
  | { readonly kind: 'plan'; readonly offer: number; readonly digest?: string }
  | { readonly kind: 'due-day'; readonly day: number; readonly digest?: string };

interface Proposal {
  readonly agreement: Agreement;
  /** Rate of new interest: fraction a year; 0 for a change of the due day, which keeps the agreed interest. */
  readonly rate: number;
  /** Interest of the days that the due day moves, with its tax; 0 for a plan. */
  readonly added: Centavos;
  /** Absent for a change that the borrower proposes alone. */
  readonly plan?: OpenPlan;
}

/** Today's figures of the wanted change, or why it cannot be had. */
export async function proposalOf(
  db: Queryable,
  { clock, holidays }: Pick<Dependencies, 'clock' | 'holidays'>,
  loan: Loan,
  wanted: Wanted,
): Promise<Result<Proposal>> {
  const at = clock.now();
  const today = localDate(at, loan.country);
  const refused = changeFailure(loan, today);
  if (refused !== undefined) return refused;
  const known = holidays.knownAt(loan.country, at);
  const proposal =
    wanted.kind === 'plan'
      ? await planProposal(db, loan, { today, known, offer: wanted.offer })
      : await dueDayProposal(db, loan, { today, known, day: wanted.day });
  if (!proposal.ok) return proposal;
  const isOther = wanted.digest !== undefined && wanted.digest !== digestOf(proposal.value.agreement);
  return isOther ? fail('change_other') : proposal;
}

interface Day {
  readonly today: OpenPlan['validUntil'];
  readonly known: ReadonlySet<string>;
}

async function planProposal(
  db: Queryable,
  loan: Loan,
  { today, known, offer }: Day & { readonly offer: number },
): Promise<Result<Proposal>> {
  const plan = await openPlanOf(db, loan.id, today);
  const agreement = plan?.id === offer ? planFor(loan, today, plan.terms, known) : undefined;
  return plan && agreement ? ok({ agreement, rate: plan.terms.rate, added: ZERO, plan }) : fail('plan_over');
}

async function dueDayProposal(
  db: Queryable,
  loan: Loan,
  { today, known, day }: Day & { readonly day: number },
): Promise<Result<Proposal>> {
  const refusal = await dueDayRefusal(db, loan, today);
  if (refusal !== undefined) return refusal;
  const change = dueDayChange(loan, today, day, known);
  return change === undefined ? fail('due_day_same') : ok({ ...change, rate: 0 });
}

/**
 * Applies a change that the borrower accepted by a code, at the figures shown or not at all. Locks the loan.
 * @returns the action's id
 */
export async function acceptChange(
  tx: Tx,
  deps: Dependencies,
  loanId: number,
  wanted: Wanted,
  channel: 'sms' | 'email',
): Promise<Result<number>> {
  const loan = await lockedLoan(tx, loanId);
  const proposal = await proposalOf(tx, deps, loan, wanted);
  if (!proposal.ok) return proposal;
  const { agreement, plan } = proposal.value;
  const applied = await applyAction(tx, deps, {
    loanId,
    body: agreement,
    reasonCode: plan?.reasonCode ?? 'asked',
    reason: plan?.reason ?? '',
    requestedBy: plan?.requestedBy ?? '',
    approvedBy: plan?.approvedBy ?? '',
    acceptedBy: channel,
  });
  if (!applied.ok) return applied;
  const at = deps.clock.now();
  const { id } = applied.value;
  await closePlan(tx, loanId, at, plan === undefined ? undefined : id);
  await storePaperDue(tx, { actionId: id, loanId });
  return ok(id);
}
