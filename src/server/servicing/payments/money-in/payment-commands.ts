import { packOf } from '../../../../countries/index.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { localDate } from '../../../../countries/local-time.ts';
import { formatDate, parseIsoDate } from '../../../../domain/calendar-date.ts';
import { centavos, formatMoney, parseUnits, type Centavos } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ledgerFacts } from '../../../loans/ledger/service.ts';
import { loansById } from '../../../loans/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail, ok } from '../../../platform/http/result.ts';
import { lockName } from '../../../platform/work/named-locks.ts';
import {
  countriesOf,
  DONE_AS_SEEN,
  doerOf,
  movedBy,
  staffCommand,
  type StaffCommand,
} from '../../../staff/actions/service.ts';
import { hasFile } from '../../../staff/files/service.ts';
import { recordMove } from '../../../staff/limits/service.ts';
import { methodOf } from '../methods.ts';
import { requestById } from '../queries.ts';
import type { PaymentReport } from '../reports/decide.ts';
import { lockReport, reversalId } from '../reports/queries.ts';
import { reportPayment } from '../reports/report.ts';
import { reportReversal } from '../reports/reverse-report.ts';
import { storeHandling, reportSlot } from './commands.ts';
import { lockTarget, matchWaiting } from './match.ts';
import { bookedPayment } from './payments.ts';

/** Commands to book or reverse payments on evidence (docs/console.md#dinero-que-entra). */
export function paymentCommands(deps: Dependencies): StaffCommand[] {
  return [manualCommand(deps), reverseCommand(deps)];
}

function manualCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/money/payments', async (tx, asked) => {
    const { body, seenVersion } = asked;
    const { country } = body;
    if (!countriesOf(asked).includes(country)) return fail('not_found');
    const target = await lockTarget(tx, body.loan, [country], seenVersion);
    if (!target.ok) return target;
    if (!(await hasFile(tx, country, body.file))) return fail('evidence_missing');
    // The product queries card charges itself, under its own references.
    const kind = methodOf(country, body.source)?.kind;
    if (kind === undefined || kind === 'card') return fail('money_source');
    const amount = parseUnits(body.amount.toFixed(2));
    const paidOn = parseIsoDate(body.paid_on);
    const at = deps.clock.now();
    const [loan] = await loansById(tx, [body.loan]);
    if (!loan || amount === undefined) return fail('money_loan');
    const isDay =
      paidOn !== undefined &&
      paidOn <= localDate(at, country) &&
      paidOn >= loan.conditions.schedule.payoutDate;
    if (!isDay) return fail('money_day');
    if (await isReported(tx, country, body.bank_reference)) return fail('reference_used');
    const before = await ledgerFacts(tx, country, body.loan);
    const by = doerOf(asked).name;
    const report = {
      country,
      source: body.source,
      reportId: body.bank_reference,
      amount,
      currency: packOf(country).currency,
      paidOn,
    };
    const reportId = await bookManually(tx, deps, report, { loan: body.loan, request: body.request }, by);
    if (reportId === undefined) return fail('money_loan');
    const { reason, file, bank_reference: bankReference } = body;
    await storeHandling(tx, { reportId, country, kind: 'manual', file, by, reason, at });
    const subject = `report:${reportId}`;
    const { customerId } = target.value;
    const move = { country, kind: 'manual', amount, loanId: body.loan, customerId, subject } as const;
    await recordMove(tx, { ...movedBy(asked), at, ...move });
    const [after] = await loansById(tx, [body.loan]);
    const money = formatMoney(amount, report.currency);
    return ok({
      answer: DONE_AS_SEEN,
      facts: {
        subject,
        subjectName: `Pago ${bankReference}, ${money}`,
        slot: `money reference:${country} ${bankReference}`,
        amount,
        country,
        customerId,
        before: { loan: body.loan, loan_state: loan.state, ...before },
        after: {
          amount: money,
          paid_on: formatDate(paidOn),
          bank_reference: bankReference,
          file,
          loan_state: after?.state ?? '',
          ...(await ledgerFacts(tx, country, body.loan)),
        },
      },
    });
  });
}

/**
 * True if the number was reported before, under any network, so that a number typed for the wrong network is
 * caught. Includes reversals that arrived before their payment.
 */
async function isReported(tx: Tx, country: CountryCode, reportId: string): Promise<boolean> {
  // Waits for a concurrent entry of the same number.
  await lockName(tx, `typed ${country} ${reportId}`);
  const row = await tx
    .selectFrom('payment_report')
    .select('id')
    .where('report_id', 'in', [reportId, reversalId(reportId)])
    .where('country', '=', country)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Books the payment as its network's report would have been. @returns the report's row; undefined if the loan
 * takes no payment
 */
async function bookManually(
  tx: Tx,
  deps: Dependencies,
  report: Omit<PaymentReport, 'reference'> & { readonly amount: Centavos },
  target: { readonly loan: number; readonly request: number | undefined },
  by: string,
): Promise<number | undefined> {
  const found = target.request === undefined ? undefined : await requestById(tx, target.request);
  if (target.request !== undefined && found?.loanId !== target.loan) return undefined;
  const reference = found?.reference ?? '';
  const { isNew } = await reportPayment(tx, deps, { ...report, reference });
  if (!isNew) return undefined;
  const row = await tx
    .selectFrom('payment_report')
    .selectAll()
    .where('source', '=', report.source)
    .where('report_id', '=', report.reportId)
    .executeTakeFirstOrThrow();
  if (row.payment_id !== null) return row.id;
  // If its network reversed it meanwhile, it no longer waits.
  if (found || row.outcome !== 'unmatched') return undefined;
  return (await matchWaiting(tx, deps, row, { loan: target.loan }, by)) && row.id;
}

function reverseCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/money/payments/{id}/reverse', async (tx, asked) => {
    const { params, body, seenVersion } = asked;
    const seen = await bookedPayment(tx, params.id, countriesOf(asked));
    if (!seen) return fail('not_found');
    await lockReport(tx, { source: seen.source, reportId: seen.report_id });
    const target = await lockTarget(tx, Number(seen.loan), [seen.country], seenVersion);
    if (!target.ok) return target;
    // Read behind the locks.
    const row = await bookedPayment(tx, params.id, countriesOf(asked));
    if (!row?.counts)
      return fail('changed_meanwhile', { message: 'Este pago ya no cuenta: alguien lo revirtió.' });
    const { country, source, reference } = row;
    const loanId = Number(row.loan);
    if (!(await hasFile(tx, country, body.file))) return fail('evidence_missing');
    const before = await ledgerFacts(tx, country, loanId);
    const [at, by] = [deps.clock.now(), doerOf(asked).name];
    const isNew = await reportReversal(tx, deps, {
      country,
      source,
      reportId: row.report_id,
      reference,
      amount: centavos(row.amount),
      currency: row.currency,
      reason: body.reason_code,
      reversedOn: localDate(at, country),
    });
    if (!isNew) return fail('changed_meanwhile', { message: 'La red ya avisó que este pago se revirtió.' });
    const { file, reason } = body;
    await storeHandling(tx, { reportId: params.id, country, kind: 'reversal', file, by, reason, at });
    const { customerId } = target.value;
    const subject = `report:${row.id}`;
    const move = { country, kind: 'reversal', amount: row.amount, loanId, customerId, subject } as const;
    await recordMove(tx, { ...movedBy(asked), at, ...move });
    const [after] = await loansById(tx, [loanId]);
    return ok({
      answer: DONE_AS_SEEN,
      facts: {
        subject,
        subjectName: `Pago ${row.report_id}, ${formatMoney(centavos(row.amount), packOf(country).currency)}`,
        slot: reportSlot(params.id),
        amount: row.amount,
        country,
        customerId,
        before: { state: row.outcome, loan: loanId, loan_state: row.loan_state, ...before },
        after: {
          state: 'reversed',
          file,
          loan_state: after?.state ?? '',
          ...(await ledgerFacts(tx, country, loanId)),
        },
      },
    });
  });
}
