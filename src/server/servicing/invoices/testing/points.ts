import { sql } from 'kysely';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { testCountry } from '../../../../countries/testing/test-country.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Database } from '../../../platform/database.ts';

export interface WrittenPoint {
  readonly loanId: number;
  readonly instalment: number;
  readonly kind?: string;
  /** Centavos; the tax follows from the country's rate. */
  readonly base: number;
  readonly taxDate: CalendarDate;
}

/** Writes tax points as a booking does. */
export async function writePoints(
  db: Database,
  country: CountryCode,
  points: readonly WrittenPoint[],
): Promise<void> {
  const { taxRate } = testCountry(country);
  const rows = points.map(({ loanId, instalment, kind = 'interest', base, taxDate }) => {
    const tax = Math.sign(base) * Math.round(Math.abs(base) * taxRate);
    return sql`(${country}, ${loanId}, ${instalment}, ${kind}, ${base}, ${tax}, ${taxDate}::date, now())`;
  });
  await sql`insert into tax_points (country, loan_id, instalment, kind, base, tax, tax_date, booked_at)
    values ${sql.join(rows)}`.execute(db);
}

export interface IssuedCheck {
  /** Numbers that the authority gave, by series. */
  readonly given: number;
  /** Points without a document, documents without a number, and everything that contradicts. */
  readonly faults: readonly string[];
}

/** Compares points, documents and the stand-in's numbers of a country: no double, no gap, each point once. */
export async function checkIssued(
  db: Database,
  country: CountryCode,
  provider: string,
): Promise<IssuedCheck> {
  const faults: string[] = [];
  const expect = async (what: string, found: Promise<{ rows: { n: number }[] }>) => {
    const n = (await found).rows[0]?.n ?? 0;
    if (n !== 0) faults.push(`${what}: ${n}`);
  };
  await expect(
    'points without a document',
    sql<{
      n: number;
    }>`select count(*) as n from tax_points t left join invoice_point p on p.tax_point_id = t.id
      where t.country = ${country} and p.invoice_id is null`.execute(db),
  );
  await expect(
    'documents that are not authorised',
    sql<{
      n: number;
    }>`select count(*) as n from invoice where country = ${country} and state <> 'authorised'`.execute(db),
  );
  await expect(
    'documents that differ from their points',
    sql<{ n: number }>`select count(*) as n from invoice i where country = ${country} and (net, tax) <> (
      select coalesce(sum(t.base), 0) * case i.kind when 'invoice' then 1 else -1 end,
        coalesce(sum(t.tax), 0) * case i.kind when 'invoice' then 1 else -1 end
      from invoice_point p join tax_points t on t.id = p.tax_point_id where p.invoice_id = i.id)`.execute(db),
  );
  const { rows: numbers } = await sql<{ series: string; number: number; code: string }>`
    select series, number, code from sandbox_invoice where provider = ${provider} order by series, number`.execute(
    db,
  );
  const { rows: ours } = await sql<{ kind: string; number: number; code: string }>`
    select kind, number, code from invoice where country = ${country} and state = 'authorised' order by kind desc, number`.execute(
    db,
  );
  for (const [series, group] of Map.groupBy(numbers, (row) => row.series)) {
    const hasGap = group.some(({ number }, index) => number !== index + 1);
    if (hasGap) faults.push(`a gap in ${series}`);
  }
  const key = (row: { readonly number: number; readonly code: string }) => `${row.number} ${row.code}`;
  const [theirs, own] = [numbers.map(key).toSorted(), ours.map(key).toSorted()];
  if (JSON.stringify(theirs) !== JSON.stringify(own))
    faults.push(`the authority has ${theirs.length} documents, we have ${own.length}`);
  return { given: numbers.length, faults };
}
