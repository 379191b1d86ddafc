import { sql, type RawBuilder } from 'kysely';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { derivedDefaultCeiling } from '../../../countries/law/default-interest.ts';
import { cutToCeiling, type DefaultInterestTerms } from '../../../domain/standing/default-interest.ts';
import type { Queryable } from '../../platform/database.ts';
import { oneOf } from '../../platform/statements.ts';
import { LAWS } from '../../../countries/law/laws.ts';
import type { DefaultInterestLaw } from '../../../countries/law/country-law.ts';

/**
 * Ceilings in force on the day of a loan's agreement, as TEA: for ordinary rates, and for default rates if
 * entered.
 */
export interface AgreedCeiling {
  readonly ordinary: string | null;
  readonly entered: string | null;
}

/** Loans of earlier releases without the legal limits: their terms name no end of default interest. */
const lacksBounds = sql`l.terms #> '{defaultInterest,endsAfterMonths}' is null`;

const byLaw = (
  of: (code: CountryCode, law: DefaultInterestLaw) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(
    COUNTRIES.flatMap((code) => {
      const law = LAWS[code].defaultInterest;
      return law === null ? [] : [sql`when l.country = ${code} then ${of(code, law)}`];
    }),
    sql` `,
  );

/** {@link AgreedCeiling} of the loan `l`, independent of its terms; null if its country has none. */
export const ceilingAtAgreement = sql<AgreedCeiling | null>`case ${byLaw(
  (code) =>
    sql`ceiling_at_agreement(l.country, l.offer_id, (l.created_at at time zone ${packOf(code).timeZone})::date)`,
)} end`;

/** {@link ceilingAtAgreement}, but null also when the loan's terms include the limits. */
export const agreedCeiling = sql<AgreedCeiling | null>`case when ${lacksBounds} then ${ceilingAtAgreement} end`;

/**
 * Default interest within the legal limits (docs/product/loan-and-money.md#default-interest). Loans of
 * earlier releases are capped at the ceiling of their agreement; later ceilings change nothing.
 */
export function lawfulTerms(
  country: CountryCode,
  terms: DefaultInterestTerms,
  ceiling: AgreedCeiling | null,
): DefaultInterestTerms {
  const law = LAWS[country].defaultInterest;
  if (law === null || terms.endsAfterMonths !== undefined) return terms;
  const { endsAfterMonths } = law;
  const ordinary = ceiling?.ordinary ?? null;
  const most = ceiling?.entered ?? (ordinary === null ? null : derivedDefaultCeiling(law, ordinary));
  if (most === null) return { ...terms, endsAfterMonths };
  return { ...terms, annualRate: cutToCeiling(terms.annualRate, most), endsAfterMonths };
}

/** Months after each due date until which default interest of the loan `l` accrues; null for no end. */
export const defaultMonths = sql<
  number | null
>`coalesce((l.terms #>> '{defaultInterest,endsAfterMonths}')::int,
  case ${byLaw((_code, { endsAfterMonths }) => sql`${endsAfterMonths}::int`)} end)`;

const agreedRate = sql`(l.terms #>> '{defaultInterest,annualRate}')::numeric`;

/**
 * SQL equivalent of {@link lawfulTerms} for the rate of the loan `l`: a numeric with ten decimals. The scale
 * of 40 gives the root as many digits as the program's. The country is tested first because most loans need
 * no more.
 */
export const lawfulAnnualRate = sql<string>`coalesce(case ${byLaw(
  (_code, { defaultOverMean, ordinaryOverMean }) => sql`case when ${lacksBounds} then (
    select least(${agreedRate}, trunc(365 * (power(1 + tea::numeric(60,40), 1::numeric(60,40) / 365) - 1), 10))
    from (select coalesce((agreed ->> 'entered')::numeric, trunc((agreed ->> 'ordinary')::numeric
        * ${String(defaultOverMean)}::numeric / ${String(ordinaryOverMean)}::numeric, 4)) as tea
      from (select ${ceilingAtAgreement} as agreed) a) b) end`,
)} end, ${agreedRate})`;

/** Agreed default interest terms by loan, for loans with stored terms that lack the legal limits. */
export async function agreedTerms(
  db: Queryable,
  loans: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, DefaultInterestTerms>> {
  const { rows } = await sql<{ id: number; terms: DefaultInterestTerms }>`
    select l.id, l.terms -> 'defaultInterest' as terms from loan l
    where l.id = ${oneOf(loans.map(({ id }) => id))} and ${agreedCeiling} is not null
  `.execute(db);
  return new Map(rows.map(({ id, terms }) => [id, terms]));
}
