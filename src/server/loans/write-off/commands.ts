import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { formatMoney, type Centavos } from '../../../domain/money.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import {
  countriesOf,
  DONE_AS_SEEN,
  doerOf,
  staffCommand,
  type Asked,
  type Askers,
  type Done,
  type Facts,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { hasFile } from '../../staff/files/service.ts';
import { bookWriteOff, capitalOn, recoveryOn } from '../books/service.ts';
import { ledgerFacts, ledgerVersion } from '../ledger/service.ts';
import { lockedLoans, openReturnOf, type Loan } from '../service.ts';

const WRITE_OFF = 'POST /api/staff/money/loans/{id}/write-off';
const UNDO = 'POST /api/staff/money/loans/{id}/write-off/undo';

/** Staff commands for write-offs; each needs two people (docs/product/collections.md#write-off). */
export function writeOffCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, WRITE_OFF, (tx, asked) => writeOffLoan(tx, deps, asked)),
    staffCommand(deps, UNDO, (tx, asked) => undoWriteOff(tx, deps, asked)),
  ];
}

/** Writes a loan off. Its askers are two people, or one for a preview. */
export async function writeOffLoan(
  tx: Tx,
  deps: Dependencies,
  asked: Asked<typeof WRITE_OFF>,
): Promise<Result<Done<typeof DONE_AS_SEEN>>> {
  const found = await loanAsSeen(tx, asked);
  if (!found.ok) return found;
  const loan = found.value;
  const { body, by } = asked;
  const at = deps.clock.now();
  const today = localDate(at, loan.country);
  const checked = writableOff(loan, today, deps.config.WRITE_OFF_DAYS);
  if (!checked.ok) return checked;
  if (!(await hasFile(tx, loan.country, body.file))) return fail('evidence_missing');
  const { amount, daysLate } = checked.value;
  const { waived } = capitalOn(loan, today);
  const before = { loan_state: loan.state, days_late: daysLate, ...(await factsOf(tx, loan)) };
  await tx
    .insertInto('loan_write_off')
    .values({
      country: loan.country,
      loan_id: loan.id,
      day: today,
      days_late: daysLate,
      amount,
      waived,
      file_id: body.file,
      reason_code: body.reason_code,
      reason: body.reason,
      asked_by: by.staffId,
      approved_by: doerOf(asked).staffId,
      created_at: at,
    })
    .execute();
  await bookWriteOff(tx, deps, loan, { on: today, amount, waived });
  await record(tx, loan, 'loan-written-off', amount, at);
  const after = { written_off: moneyOf(loan, amount), file: body.file, ...(await factsOf(tx, loan)) };
  return ok({ answer: DONE_AS_SEEN, facts: { ...aboutLoan(loan, amount), before, after } });
}

/** Undoes a write-off while nothing was recovered. */
export async function undoWriteOff(
  tx: Tx,
  deps: Dependencies,
  asked: Asked<typeof UNDO>,
): Promise<Result<Done<typeof DONE_AS_SEEN>>> {
  const found = await loanAsSeen(tx, asked);
  if (!found.ok) return found;
  const loan = found.value;
  const { body, by } = asked;
  const at = deps.clock.now();
  const today = localDate(at, loan.country);
  const recovery = recoveryOn(loan, today);
  if (loan.writeOff === null || loan.state !== 'approved' || recovery === undefined)
    return fail('write_off_state');
  if (recovery.recovered > 0) return fail('write_off_recovered');
  const { amount } = loan.writeOff;
  const before = { written_off: moneyOf(loan, amount), ...(await factsOf(tx, loan)) };
  const { id } = await tx
    .selectFrom('loan_write_off')
    .select('id')
    .where('loan_id', '=', loan.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('loan_write_off_undone')
    .values({
      write_off_id: id,
      loan_id: loan.id,
      day: today,
      reason_code: body.reason_code,
      reason: body.reason,
      asked_by: by.staffId,
      approved_by: doerOf(asked).staffId,
      created_at: at,
    })
    .execute();
  await bookWriteOff(tx, deps, loan, null);
  await record(tx, loan, 'write-off-undone', amount, at);
  const after = { written_off: '', ...(await factsOf(tx, loan)) };
  return ok({ answer: DONE_AS_SEEN, facts: { ...aboutLoan(loan, amount), before, after } });
}

interface AskedOfLoan extends Askers {
  readonly params: { readonly id: number };
  readonly seenVersion: number | undefined;
}

/** Locks the loan; fails if its ledger moved since the person saw it. */
async function loanAsSeen(tx: Tx, asked: AskedOfLoan): Promise<Result<Loan>> {
  const { id } = asked.params;
  const [loan] = await lockedLoans(tx, [id]);
  if (!loan || !countriesOf(asked).includes(loan.country)) return fail('not_found');
  if ((await ledgerVersion(tx, id)) === asked.seenVersion) return ok(loan);
  return fail('changed_meanwhile', {
    message: `El préstamo ${id} tuvo un movimiento mientras lo mirabas. Actualizá la página y revisalo.`,
  });
}

interface WritableOff {
  /** Capital owed, centavos. */
  readonly amount: Centavos;
  readonly daysLate: number;
}

/** Capital that can be written off today. */
function writableOff(loan: Loan, today: CalendarDate, leastDays: number): Result<WritableOff> {
  const isInForce = loan.state === 'approved' && loan.paidOutAt !== null && !openReturnOf(loan, today);
  if (!isInForce || loan.writeOff !== null) return fail('write_off_state');
  const { owed } = capitalOn(loan, today);
  if (owed <= 0) return fail('write_off_state');
  const { daysLate } = loanStanding(loan.conditions, loan.payments, today);
  if (daysLate > leastDays) return ok({ amount: owed, daysLate });
  return fail('write_off_early', {
    message: `Se puede castigar con más de ${leastDays} días de atraso: este préstamo tiene ${daysLate}.`,
  });
}

/** Checks whether two people may write a loan off today. */
export const canBeWrittenOff = (loan: Loan, today: CalendarDate, leastDays: number): boolean =>
  writableOff(loan, today, leastDays).ok;

const moneyOf = ({ country }: Loan, amount: Centavos) => formatMoney(amount, packOf(country).currency);

const factsOf = (tx: Tx, { country, id }: Loan) => ledgerFacts(tx, country, id);

function aboutLoan(loan: Loan, amount: Centavos): Facts {
  const { id, country, customerId } = loan;
  return {
    subject: `customer:${customerId}`,
    subjectName: `Capital del préstamo ${id}, ${moneyOf(loan, amount)}`,
    amount,
    country,
    customerId,
    slot: `write-off ${id}`,
  };
}

function record(tx: Tx, loan: Loan, kind: string, amount: Centavos, at: Date): Promise<void> {
  const { id: loanId, country, customerId } = loan;
  return recordEvent(tx, { at, country, kind, customerId, loanId, detail: { amount } });
}
