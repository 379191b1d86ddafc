import { sql } from 'kysely';
import { NO_DUES, type Component } from '../../../domain/standing/allocation.ts';
import type { Account } from '../../../domain/ledger.ts';
import { centavos, ZERO, type Centavos } from '../../../domain/money.ts';
import type { TaxedPart } from '../../../domain/tax-points.ts';
import type { Queryable } from '../../platform/database.ts';
import { oneOf } from '../../platform/statements.ts';
import { ceilingAtAgreement, type AgreedCeiling } from '../default-interest/service.ts';
import type { Loan } from '../service.ts';
import { booksOf } from './books.ts';
import type { LoanBooks } from './loan-books.ts';

/**
 * Kinds of ledger transactions derived from a loan's payments, due dates, waivers and write-off; together they are
 * its books.
 */
export const BOOK_KINDS = [
  'payment-received',
  'payment-reversed',
  'credit-applied',
  'books-corrected',
  'plan-changed',
  'loan-withdrawn',
  'principal-waived',
  'written-off',
  'write-off-undone',
  'loan-changed',
  'tax-due',
] as const;

/** Amount of an account over ledger transactions of a kind, debit positive. */
interface WrittenEntry {
  readonly kind: string;
  readonly account: Account;
  readonly amount: Centavos;
}

interface WrittenLine {
  readonly paymentId: string;
  readonly instalment: number;
  readonly component: Component;
  readonly amount: Centavos;
}

/** Stored ledger and allocations of a loan, as opposed to those derived from its payments. */
export interface Written {
  readonly entries: readonly WrittenEntry[];
  /** Excludes payments reversed in full. */
  readonly lines: readonly WrittenLine[];
  /** Stored credit balance, kept in addition to the ledger. */
  readonly creditBalance: Centavos;
  readonly agreedCeiling: AgreedCeiling | null;
  /** Sums of the booked tax points. */
  readonly taxed: readonly TaxedPart[];
}

const NOTHING: Written = { entries: [], lines: [], creditBalance: ZERO, agreedCeiling: null, taxed: [] };

/** Reads the written books of several loans; the caller limits their number. */
export async function writtenOf(
  db: Queryable,
  loans: readonly Pick<Loan, 'id'>[],
): Promise<(loan: Pick<Loan, 'id'>) => Written> {
  if (loans.length === 0) return () => NOTHING;
  const ids = loans.map(({ id }) => id);
  const { rows } = await sql<Written & { readonly id: number }>`
    select l.id,
      coalesce((select json_agg(e) from (
        select t.kind, e.account, sum(e.amount)::bigint as amount
        from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        where t.loan_id = l.id group by 1, 2) e), '[]') as entries,
      coalesce((select json_agg(a) from (
        select p.public_id as "paymentId", a.instalment, a.component, sum(a.amount)::bigint as amount
        from payment p join payment_allocation a on a.payment_id = p.id
        where p.loan_id = l.id group by 1, 2, 3 having sum(a.amount) <> 0) a), '[]') as lines,
      coalesce((select amount from credit_balance where loan_id = l.id), 0)::bigint as "creditBalance",
      coalesce((select json_agg(x) from (
        select instalment, kind, sum(base)::bigint as base, sum(tax)::bigint as tax
        from tax_points where loan_id = l.id group by 1, 2) x), '[]') as taxed,
      ${ceilingAtAgreement} as "agreedCeiling"
    from loan l where l.id = ${oneOf(ids)}
  `.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ id }) => byId.get(id) ?? NOTHING;
}

/** Stored books of a loan, in the form of {@link booksOf}. */
export function writtenBooks(loan: Loan, { entries, lines }: Written): LoanBooks {
  return {
    ...booksOf(loan, loan.conditions.schedule.payoutDate),
    allocations: lines.map(({ paymentId, instalment, component, amount }) => ({
      paymentId,
      parts: [{ number: instalment, dues: { ...NO_DUES, [component]: amount } }],
      excess: ZERO,
    })),
    entries: entries
      .filter(({ kind }) => BOOK_KINDS.some((each) => each === kind))
      .map(({ account, amount }) => ({ account, amount: centavos(amount) })),
  };
}
