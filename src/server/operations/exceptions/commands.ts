import { sql } from 'kysely';
import { packOf } from '../../../countries/index.ts';
import type { FiredRule } from '../../../domain/credit-decision.ts';
import { formatUnits } from '../../../domain/format-units.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  exceptionById,
  exceptionQueue,
  lockException,
  refuseStale,
  type CreditException,
} from '../../origination/exceptions/service.ts';
import { priceListById } from '../../origination/offers/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import {
  askersOf,
  countriesOf,
  DONE,
  doerOf,
  pendingInSlots,
  staffCommand,
  type Askers,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { dropClaim, isTaken, takeNext } from '../../platform/work/claims.ts';
import { firedText } from '../../../words/decision-rules.ts';
import { aboutException, isCloseException } from './applicant.ts';
import { exceptionCard, limitsOf } from './card.ts';
import { decideException } from './decisions.ts';

/** Staff decisions on exceptions (docs/console.md#excepciones). */
export function exceptionCommands(deps: Dependencies): StaffCommand[] {
  return [
    nextCommand(deps),
    releaseCommand(deps),
    approveCommand(deps),
    refuseCommand(deps),
    overrideCommand(deps),
  ];
}

function nextCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/exceptions/next', async (tx, { body, by }) => {
    const now = deps.clock.now();
    const { held, country } = body;
    const countries = country ? [country] : by.countries;
    const id = await takeNext(
      tx,
      exceptionQueue,
      { staffId: by.staffId, countries, held, now },
      // Employees do not decide about themselves or people close to them, nor what awaits a second person.
      async (each) => {
        const exception = await exceptionById(tx, each);
        if (exception === undefined || (await isCloseException(tx, by.staffId, exception))) return false;
        return (await pendingInSlots(tx, [aboutException(exception).subject])).length === 0;
      },
    );
    const found = id === undefined ? undefined : await exceptionCard(tx, deps, id, by.staffId);
    if (!found)
      return ok({
        answer: { result: null },
        facts: { subject: 'exceptions', subjectName: '', after: { found: 0 } },
      });
    const customer = found.customer === '' ? null : Number(found.customer);
    const facts = aboutException({ id: Number(found.id), country: found.country, customer_id: customer });
    return ok({ answer: { result: found }, facts });
  });
}

function releaseCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/exceptions/{id}/release', async (tx, { params, by }) => {
    const exception = await lockException(tx, params.id);
    if (!exception || !by.countries.includes(exception.country)) return fail('not_found');
    if (exception.claimed_by === by.staffId) await dropClaim(tx, exceptionQueue, exception.id);
    return ok({ answer: { messages: ['Quedó para las demás personas.'] }, facts: aboutException(exception) });
  });
}

function approveCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/exceptions/{id}/approve', async (tx, asked) => {
    const found = await exceptionToDecide(tx, deps, asked);
    if (!found.ok) return found;
    const { amount, reason_code: reasonCode } = asked.body;
    const checked = await checkAmount(tx, deps, found.value, { amount, isOverride: false });
    if (!checked.ok) return checked;
    await decideException(tx, deps, found.value, {
      rule: 'manual-lower',
      maxAmount: amount,
      reasonCode,
      by: asked.by,
    });
    const facts = { ...aboutException(found.value), after: { state: 'approved', max_amount: checked.value } };
    return ok({ answer: { messages: ['Solicitud aprobada.'] }, facts });
  });
}

function refuseCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/exceptions/{id}/refuse', async (tx, asked) => {
    const found = await exceptionToDecide(tx, deps, asked);
    if (!found.ok) return found;
    await decideException(tx, deps, found.value, {
      rule: 'manual-refused',
      maxAmount: null,
      reasonCode: asked.body.reason_code,
      by: asked.by,
    });
    const facts = { ...aboutException(found.value), after: { state: 'refused' } };
    return ok({ answer: { messages: ['Solicitud rechazada.'] }, facts });
  });
}

function overrideCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/exceptions/{id}/override', async (tx, asked) => {
    const found = await exceptionToDecide(tx, deps, asked);
    if (!found.ok) return found;
    const { amount, reason_code: reasonCode } = asked.body;
    const checked = await checkAmount(tx, deps, found.value, { amount, isOverride: true });
    if (!checked.ok) return checked;
    await decideException(tx, deps, found.value, {
      rule: 'manual-override',
      maxAmount: amount,
      reasonCode,
      by: doerOf(asked),
    });
    const facts = {
      ...aboutException(found.value),
      before: { fired: await firedRules(tx, found.value) },
      after: { state: 'overridden', max_amount: checked.value },
    };
    return ok({ answer: DONE, facts });
  });
}

/** Rules that fired, as the approver reads them. */
async function firedRules(tx: Tx, { decision_id: id }: CreditException): Promise<readonly string[]> {
  const { trace } = await tx
    .selectFrom('decision')
    .select(sql<readonly FiredRule[]>`trace`.as('trace'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return trace.map(({ result, values }) => {
    const fired = firedText({
      result,
      values: Object.entries(values).map(([fact, value]) => ({ fact, value })),
    });
    return `${fired.saw} → ${fired.result}`;
  });
}

interface AskedToDecide extends Askers {
  readonly params: { readonly id: number };
  readonly seenVersion: number | undefined;
}

/**
 * Locks the exception in the version that the person saw: still waiting, not claimed by others, and not about
 * them or a person close to them.
 */
async function exceptionToDecide(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  asked: AskedToDecide,
): Promise<Result<CreditException>> {
  const exception = await lockException(tx, asked.params.id);
  if (!exception || !countriesOf(asked).includes(exception.country)) return fail('not_found');
  for (const { staffId } of askersOf(asked))
    if (await isCloseException(tx, staffId, exception)) return fail('own_record');
  const stale = refuseStale(exception, asked.seenVersion);
  if (stale) return stale;
  const now = clock.now();
  if (exception.state !== 'waiting' || exception.expires_at <= now) return fail('exception_state');
  const isTakenByOther = asked.approver === undefined && isTaken(exception, asked.by.staffId, now);
  return isTakenByOther ? fail('exception_taken') : ok(exception);
}

/** Amount in words, if the price list of the decision allows it. */
async function checkAmount(
  tx: Tx,
  { db }: Pick<Dependencies, 'db'>,
  { country, decision_id: decisionId }: CreditException,
  { amount, isOverride }: { readonly amount: number; readonly isOverride: boolean },
): Promise<Result<string>> {
  const { price_list_id: listId } = await tx
    .selectFrom('offer')
    .select('price_list_id')
    .where('decision_id', '=', decisionId)
    .executeTakeFirstOrThrow();
  const list = await priceListById(db, listId, tx);
  const { lower, override } = limitsOf(list);
  const isAllowed =
    amount >= list.minAmount && amount % list.step === 0 && amount <= (isOverride ? override : lower);
  return isAllowed ? ok(formatUnits(amount, packOf(country).currency)) : fail('exception_amount');
}
