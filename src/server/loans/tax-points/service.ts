import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, type Centavos } from '../../../domain/money.ts';
import type { Queryable } from '../../platform/database.ts';

export { personalData } from './personal-data.ts';

/** What a tax point taxes; `origination` is of the loan itself, instalment 0. */
export type TaxKind = 'interest' | 'fee' | 'default-interest' | 'origination';

/** Booked tax point. Amounts in centavos, below zero for tax that is not owed any more. */
export interface BookedTaxPoint {
  readonly id: number;
  readonly loanId: number;
  readonly instalment: number;
  readonly kind: TaxKind;
  readonly base: Centavos;
  readonly tax: Centavos;
  readonly taxDate: CalendarDate;
  readonly bookedAt: Date;
}

/** Booked tax points of loans, oldest booking first; the caller limits their number. */
export async function taxPointsOf(
  db: Queryable,
  loanIds: readonly number[],
): Promise<readonly BookedTaxPoint[]> {
  if (loanIds.length === 0) return [];
  const rows = await db
    .selectFrom('tax_points')
    .select(['id', 'loan_id', 'instalment', 'kind', 'base', 'tax', 'tax_date', 'booked_at'])
    .where('loan_id', 'in', [...loanIds])
    .orderBy('id')
    .execute();
  return rows.map(({ loan_id: loanId, tax_date: taxDate, booked_at: bookedAt, ...row }) => ({
    ...row,
    loanId,
    kind: row.kind as TaxKind,
    base: centavos(row.base),
    tax: centavos(row.tax),
    taxDate,
    bookedAt,
  }));
}
