import { contactTermsOf } from '../../../countries/law/contact-terms.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney, sum, type Centavos } from '../../../domain/money.ts';
import {
  mayExtend,
  paidOf,
  promiseState,
  refusePromise,
  type PromiseState,
} from '../../../domain/promise.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loansById, type Loan } from '../../loans/service.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { lockCustomers } from './facts.ts';

/** Promise with what follows from today's payments. */
export interface ShownPromise {
  readonly id: number;
  readonly publicId: string;
  readonly loanId: number;
  readonly amount: Centavos;
  /** Paid of it so far, within its days. */
  readonly paid: Centavos;
  readonly madeOn: CalendarDate;
  readonly firstUntil: CalendarDate;
  readonly until: CalendarDate;
  readonly isExtended: boolean;
  /** Null for one made by the borrower. */
  readonly staffId: number | null;
  readonly state: PromiseState;
}

/** Promises of a customer, newest first. */
export async function promisesOf(
  db: Queryable,
  { clock }: Pick<Dependencies, 'clock'>,
  customerId: number,
): Promise<readonly ShownPromise[]> {
  const rows = await db
    .selectFrom('promise')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute();
  if (rows.length === 0) return [];
  const loans = new Map(
    (await loansById(db, [...new Set(rows.map(({ loan_id: loanId }) => loanId))])).map((loan) => [
      loan.id,
      loan,
    ]),
  );
  return rows.flatMap((row) => {
    const loan = loans.get(row.loan_id);
    if (!loan) return [];
    const promise = { amount: centavos(row.amount), madeOn: row.made_on, until: row.until };
    return [
      {
        ...promise,
        id: row.id,
        publicId: row.public_id,
        loanId: row.loan_id,
        paid: centavos(paidOf(promise, loan.payments)),
        firstUntil: row.first_until,
        isExtended: row.extended_at !== null,
        staffId: row.staff_id,
        state: promiseState(promise, loan.payments, localDate(clock.now(), loan.country)),
      },
    ];
  });
}

/** Debt due by a day and not paid; centavos. */
export function owedOn({ conditions, payments }: Loan, day: CalendarDate): Centavos {
  const { instalments } = loanStanding(conditions, payments, day);
  const due = instalments.filter(({ dueDate, settledOn }) => dueDate <= day && settledOn === null);
  return sum(due.map(({ toPay }) => toPay));
}

export interface NewPromise {
  readonly customerId: number;
  readonly loanId: number;
  readonly amount: Centavos;
  readonly until: CalendarDate;
  /** Null for the borrower. */
  readonly staffId: number | null;
  readonly contactId: number | null;
}

/**
 * Makes a promise under the customer's lock (docs/product/collections.md#promises).
 * @returns its public id; `promise_open`, `promise_day`, `promise_amount` or `not_found`
 */
export async function makePromise(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  asked: NewPromise,
): Promise<Result<{ readonly publicId: string }>> {
  await lockCustomers(tx, [asked.customerId]);
  const [loan] = await loansById(tx, [asked.loanId]);
  if (loan?.customerId !== asked.customerId || loan.state !== 'approved') return fail('not_found');
  const now = clock.now();
  const madeOn = localDate(now, loan.country);
  const hasOpen = (await promisesOf(tx, { clock }, asked.customerId)).some(({ state }) => state === 'open');
  const { promiseDays: longestDays } = contactTermsOf(loan.country, madeOn);
  const owed = owedOn(loan, asked.until);
  const refusal = refusePromise(
    { amount: asked.amount, madeOn, until: asked.until },
    { owed, longestDays, hasOpen },
  );
  if (refusal === 'amount') {
    const { currency } = loan;
    return fail('promise_amount', {
      message:
        owed > 0
          ? `Para ese día podés prometer hasta ${formatMoney(owed, currency)}.`
          : 'Hasta ese día no vence nada.',
    });
  }
  if (refusal !== undefined) return fail(`promise_${refusal}`);
  const publicId = random.token();
  await tx
    .insertInto('promise')
    .values({
      public_id: publicId,
      country: loan.country,
      customer_id: asked.customerId,
      loan_id: asked.loanId,
      amount: asked.amount,
      made_on: madeOn,
      first_until: asked.until,
      until: asked.until,
      made_at: now,
      staff_id: asked.staffId,
      contact_id: asked.contactId,
    })
    .execute();
  return ok({ publicId });
}

/** Extends the customer's open promise, once. @returns `promise_extension` if it cannot be */
export async function extendPromise(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  asked: {
    readonly customerId: number;
    readonly publicId: string;
    /** Undefined for a text that is no day. */
    readonly until: CalendarDate | undefined;
    readonly staffId: number | null;
  },
): Promise<Result<{ readonly until: CalendarDate }>> {
  await lockCustomers(tx, [asked.customerId]);
  const promises = await promisesOf(tx, { clock }, asked.customerId);
  const promise = promises.find(({ publicId }) => publicId === asked.publicId);
  const [loan] = promise ? await loansById(tx, [promise.loanId]) : [];
  if (!promise || !loan) return fail('not_found');
  const { until } = asked;
  if (until === undefined) return fail('promise_extension');
  const now = clock.now();
  const today = localDate(now, loan.country);
  const { promiseDays: longestDays } = contactTermsOf(loan.country, today);
  if (!mayExtend(promise, promise.state, until, { today, longestDays })) return fail('promise_extension');
  await tx
    .updateTable('promise')
    .set({ until, extended_at: now, extended_by: asked.staffId })
    .where('id', '=', promise.id)
    .execute();
  return ok({ until });
}
