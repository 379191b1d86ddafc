import type { CountryCode } from '../../../../countries/country-pack.ts';
import { packOf } from '../../../../countries/index.ts';
import { localDate } from '../../../../countries/local-time.ts';
import { unidentifiedReturned } from '../../../../domain/ledger.ts';
import { centavos, formatMoney, negate, subtract } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ledgerFacts, post } from '../../../loans/ledger/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { fail, ok, type Result } from '../../../platform/http/result.ts';
import {
  countriesOf,
  DONE_AS_SEEN,
  doerOf,
  movedBy,
  staffCommand,
  type Askers,
  type StaffCommand,
} from '../../../staff/actions/service.ts';
import { hasFile } from '../../../staff/files/service.ts';
import { recordMove } from '../../../staff/limits/service.ts';
import { lockTarget, matchWaiting } from './match.ts';
import { notifyOwners, ownersOf } from './owners.ts';
import { lockWaiting } from './waiting.ts';

interface Handling {
  readonly reportId: number;
  readonly country: CountryCode;
  readonly kind: 'match' | 'return' | 'manual' | 'reversal';
  readonly file?: number;
  readonly bankReference?: string;
  readonly by: string;
  readonly reason: string;
  readonly at: Date;
}

/** Stores a person's handling of reported money. @returns false if the bank's number was used before */
export async function storeHandling(tx: Tx, handling: Handling): Promise<boolean> {
  const row = await tx
    .insertInto('payment_handling')
    .values({
      country: handling.country,
      report_id: handling.reportId,
      kind: handling.kind,
      bank_reference: handling.bankReference ?? '',
      file_id: handling.file ?? null,
      by_name: handling.by,
      reason: handling.reason,
      at: handling.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

type Waiting = NonNullable<Awaited<ReturnType<typeof lockWaiting>>>;

/** Locks the money and checks that it has not changed since the requester saw it. */
async function waitingAsSeen(
  tx: Tx,
  asked: Askers & { readonly params: { readonly id: number }; readonly seenVersion: number | undefined },
): Promise<Result<Waiting>> {
  const row = await lockWaiting(tx, asked.params.id, countriesOf(asked));
  if (!row) return fail('not_found');
  const isOpen = row.outcome === 'unmatched';
  const isAsSeen = row.version === asked.seenVersion;
  if (isOpen && isAsSeen) return ok(row);
  if (!isOpen && row.short > 0 && isAsSeen) return fail('money_short');
  const who = row.handled_by === '' ? 'El sistema o la red' : row.handled_by;
  return fail('changed_meanwhile', {
    message: `${who} resolvió este dinero mientras lo mirabas. Actualizá la página y revisalo.`,
  });
}

/** Money is matched, returned or reversed by one request at a time. */
export const reportSlot = (reportId: number): string => `money report:${reportId}`;

const amountOf = ({ amount, refunded }: Waiting) => subtract(centavos(amount), centavos(refunded));

/** Staff commands for unmatched money (docs/console.md#dinero-que-entra). */
export function waitingCommands(deps: Dependencies): StaffCommand[] {
  return [matchCommand(deps), returnCommand(deps)];
}

function matchCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/money/unmatched/{id}/match', async (tx, asked) => {
    const { body } = asked;
    const seen = await waitingAsSeen(tx, asked);
    if (!seen.ok) return seen;
    const row = seen.value;
    const { country } = row;
    const target = await lockTarget(tx, body.loan, [country], body.books);
    if (!target.ok) return target;
    const before = await ledgerFacts(tx, country, body.loan);
    const { customerId } = target.value;
    const owners = await ownersOf(tx, row);
    const isOwners = owners.length === 0 || owners.some(({ id }) => id === customerId);
    const booked = await matchWaiting(tx, deps, row, body, doerOf(asked).name);
    if (!booked) return fail('money_loan');
    const [by, at] = [doerOf(asked).name, deps.clock.now()];
    await storeHandling(tx, { reportId: row.id, country, kind: 'match', by, reason: body.reason, at });
    if (!isOwners) await notifyOwners(tx, deps, owners, { country, amount: amountOf(row) });
    const isWithinLimits = await recordMove(tx, {
      ...movedBy(asked),
      at,
      country,
      kind: 'match',
      amount: amountOf(row),
      loanId: body.loan,
      customerId,
      subject: `report:${row.id}`,
    });
    const money = formatMoney(amountOf(row), packOf(country).currency);
    const none = formatMoney(centavos(0), packOf(country).currency);
    return ok({
      answer: DONE_AS_SEEN,
      isSmall: isWithinLimits && isOwners,
      facts: {
        subject: `report:${row.id}`,
        subjectName: `Dinero ${row.id}, ${money}`,
        slot: reportSlot(row.id),
        amount: amountOf(row),
        country,
        customerId,
        before: {
          state: 'unmatched',
          suspense: money,
          loan: body.loan,
          loan_state: target.value.state,
          ...before,
        },
        after: {
          state: booked.outcome,
          amount: money,
          operation: row.report_id,
          suspense: none,
          loan_state: booked.loanState,
          ...(isOwners ? {} : { owners: owners.map(({ id }) => id).join(', ') }),
          ...(await ledgerFacts(tx, country, body.loan)),
        },
      },
    });
  });
}

function returnCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/money/unmatched/{id}/return', async (tx, asked) => {
    const { body } = asked;
    const seen = await waitingAsSeen(tx, asked);
    if (!seen.ok) return seen;
    const row = seen.value;
    const { country } = row;
    if (!(await hasFile(tx, country, body.file))) return fail('evidence_missing');
    const [by, at, amount] = [doerOf(asked).name, deps.clock.now(), amountOf(row)];
    const kept = await storeHandling(tx, {
      reportId: row.id,
      country,
      kind: 'return',
      file: body.file,
      bankReference: body.bank_reference,
      by,
      reason: body.reason,
      at,
    });
    if (!kept) return fail('reference_used');
    await tx
      .updateTable('payment_report')
      .set({ outcome: 'returned', version: row.version + 1, handled_by: by })
      .where('id', '=', row.id)
      .execute();
    const { currency } = row;
    await recordMove(tx, {
      ...movedBy(asked),
      at,
      country,
      kind: 'return',
      amount,
      subject: `report:${row.id}`,
    });
    await post(tx, {
      country,
      currency,
      kind: 'payment-returned',
      valueDate: localDate(at, country),
      at,
      entries: unidentifiedReturned(amount),
    });
    await recordEvent(tx, { at, country, kind: 'payment-returned', detail: { source: row.source, amount } });
    const money = formatMoney(amount, currency);
    return ok({
      answer: DONE_AS_SEEN,
      facts: {
        subject: `report:${row.id}`,
        subjectName: `Dinero ${row.id}, ${money}`,
        slot: reportSlot(row.id),
        amount,
        country,
        before: { state: 'unmatched', suspense: money },
        after: {
          state: 'returned',
          suspense: formatMoney(centavos(0), currency),
          bank_reference: body.bank_reference,
          file: body.file,
          ledger: { 'unidentified-payments': money, bank: formatMoney(negate(amount), currency) },
        },
      },
    });
  });
}
