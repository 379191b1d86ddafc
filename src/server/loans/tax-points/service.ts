import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, type Centavos } from '../../../domain/money.ts';
import type { TaxKind, TaxPoint, TaxRule } from '../../../domain/tax-points.ts';
import { dataOn } from '../../content/service.ts';
import type { Config } from '../../platform/config.ts';
import type { Queryable } from '../../platform/database.ts';

export { personalData } from './personal-data.ts';

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

/** Rule of a country's tax on a day; outside the sandbox tax at payment until two people confirm the other. */
export async function taxRuleOf(
  db: Queryable,
  { SANDBOX }: Pick<Config, 'SANDBOX'>,
  country: CountryCode,
  day: CalendarDate,
): Promise<TaxRule> {
  const { fields, isConfirmed } = await dataOn(db, country, 'tax-at-due-date', day);
  return fields.applies === 'on' && (isConfirmed || SANDBOX) ? 'due-date' : 'payment';
}

export interface NewTaxPoint extends TaxPoint {
  readonly loanId: number;
  readonly country: CountryCode;
}

/** CTE of a larger statement that books the points. */
export function taxPointsInsert(points: readonly NewTaxPoint[], at: Date): RawBuilder<unknown> {
  const of = <T>(pick: (point: NewTaxPoint) => T): T[] => points.map(pick);
  return sql`
    insert into tax_points (country, loan_id, instalment, kind, base, tax, tax_date, booked_at)
    select p.*, ${at}::timestamptz from unnest(
      ${of(({ country }) => country)}::text[], ${of(({ loanId }) => loanId)}::bigint[],
      ${of(({ instalment }) => instalment)}::int[], ${of(({ kind }) => kind)}::text[],
      ${of(({ base }) => base)}::bigint[], ${of(({ tax }) => tax)}::bigint[], ${of(({ day }) => day)}::date[]
    ) as p`;
}
