import { localDate } from '../../../countries/local-time.ts';
import { calendarDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { HOLD_RULES } from '../../../domain/holds.ts';
import { endHold, holderOf, lockHold, type Hold } from '../../customers/holds/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockOrdersOf, loansOfCustomer, resumeHeld } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import {
  countriesOf,
  DONE,
  staffCommand,
  type Asked,
  type Facts,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { hasFile } from '../../staff/files/service.ts';
import { aboutCustomer, unchangedCustomer } from '../customers/service.ts';
import { placeHold } from './service.ts';

/** Staff commands on holds (docs/console.md#bloqueos). */
export function holdCommands(deps: Dependencies): StaffCommand[] {
  return [placeCommand(deps), liftCommand(deps)];
}

function placeCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/customers/{id}/holds', async (tx, asked) => {
    // Locks the orders before their customer, in the order used everywhere.
    await lockOrdersOf(tx, asked.params.id);
    const found = await unchangedCustomer(tx, asked);
    if (!found.ok) return found;
    const customer = found.value;
    const { id: customerId, country } = customer;
    const { reason_code: reason, reason: note, file: fileId } = asked.body;
    const at = deps.clock.now();
    const loan = await loanOf(tx, customerId, asked.body);
    if (!loan.ok) return loan;
    const lastDay = lastDayOf(asked.body, localDate(at, country));
    if (!lastDay.ok) return lastDay;
    if (fileId !== undefined && !(await hasFile(tx, country, fileId))) return fail('evidence_missing');
    const placed = await placeHold(tx, {
      country,
      customerId,
      loanId: loan.value?.id,
      reason,
      note,
      fileId,
      lastDay: lastDay.value,
      staffId: asked.by.staffId,
      at,
    });
    if (!placed) return refuseSecond(await holderOf(tx, customerId, reason, loan.value?.id));
    const after = {
      state: 'blocked',
      hold: reason,
      stops: HOLD_RULES[reason].stops,
      ...(loan.value ? { loan: loan.value.publicId.slice(0, 8) } : {}),
      ...(lastDay.value ? { until: lastDay.value } : {}),
      ...(fileId === undefined ? {} : { file: fileId }),
      ...(placed.sessionsEnded > 0 ? { sessions_ended: placed.sessionsEnded } : {}),
    };
    const facts = { ...aboutCustomer(customer), reasonCode: reason, reason: note, after };
    return ok({ answer: { messages: ['Bloqueo puesto. Vale desde ahora.'] }, facts });
  });
}

const refuseSecond = (by: string) =>
  fail('hold_exists', { message: `${by} ya puso este bloqueo. Actualizá la página y revisalo.` });

type PlaceBody = Asked<'POST /api/staff/customers/{id}/holds'>['body'];

/** Loan of a hold; required for reasons that concern a loan, and refused for others. */
async function loanOf(
  tx: Tx,
  customerId: number,
  { reason_code: reason, loan: id }: PlaceBody,
): Promise<Result<{ readonly id: number; readonly publicId: string } | undefined>> {
  const isOfLoan = HOLD_RULES[reason].on === 'loan';
  if (!isOfLoan) return id === undefined ? ok(undefined) : fail('hold_loan');
  const loan = (await loansOfCustomer(tx, customerId)).find((each) => each.id === id);
  return loan ? ok(loan) : fail('hold_loan');
}

function lastDayOf(
  { reason_code: reason, last_day: day }: PlaceBody,
  today: CalendarDate,
): Result<CalendarDate | undefined> {
  if (day === undefined) return ok(undefined);
  return HOLD_RULES[reason].mayEnd && day > today ? ok(calendarDate(day)) : fail('hold_day');
}

function liftCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/holds/{id}/lift', async (tx, asked) => {
    const found = await unchangedHold(tx, asked);
    if (!found.ok) return found;
    const hold = found.value;
    const { by, approver } = asked;
    const { reason_code: reasonCode, reason } = asked.body;
    // Only previews the effect until a second person approves.
    if (approver) {
      await endHold(tx, hold.id, {
        at: deps.clock.now(),
        liftedBy: by.staffId,
        approvedBy: approver.staffId,
        reason: reasonCode,
        note: reason,
      });
      await resumeHeld(tx, deps, [hold.customer_id]);
    }
    const { stops } = HOLD_RULES[hold.reason];
    const before = { state: 'blocked', hold: hold.reason, explanation: hold.note, stops };
    const facts = { ...aboutHold(hold), before, after: { state: 'lifted' } };
    return ok({ answer: DONE, facts });
  });
}

/** Locks the hold if it is in a country of requester and approver and unchanged since the seen version. */
async function unchangedHold(tx: Tx, asked: Asked<'POST /api/staff/holds/{id}/lift'>): Promise<Result<Hold>> {
  const hold = await lockHold(tx, asked.params.id);
  if (!hold || !countriesOf(asked).includes(hold.country)) return fail('not_found');
  if (hold.lifted_at === null)
    return hold.version === asked.seenVersion ? ok(hold) : fail('changed_meanwhile');
  if (hold.lifter === '') return fail('hold_state');
  return fail('changed_meanwhile', {
    message: `${hold.lifter} levantó este bloqueo mientras lo mirabas. Actualizá la página y revisalo.`,
  });
}

function aboutHold({
  id,
  customer_id: customerId,
  country,
}: Hold): Pick<Facts, 'subject' | 'subjectName' | 'customerId' | 'country'> {
  return { subject: `hold:${id}`, subjectName: `Bloqueo del cliente ${customerId}`, customerId, country };
}
