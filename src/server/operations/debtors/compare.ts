import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { debtorDifferences } from '../../../domain/debtors.ts';
import { centavos, type Centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Database, type Queryable, type Tx } from '../../platform/database.ts';
import type { DailyJob, DayFigures } from '../../platform/work/daily.ts';

type DebtorDependencies = Pick<Dependencies, 'db' | 'clock'>;

/** Daily job: compares closed months with the BCRA's file, and lists debtors if the close's job did not. */
export function debtorDays(deps: DebtorDependencies): DailyJob[] {
  return [{ name: 'debtors', isRepeatable: true, run: ({ country }) => debtorsOf(deps, country) }];
}

/** Stores figures per debtor of closed months, and their comparison with the BCRA's file. */
export async function debtorsOf(
  { db, clock }: DebtorDependencies,
  country: CountryCode,
): Promise<DayFigures> {
  if (!(await hasCloses(db))) return { figures: 0, differences: 0 };
  const figures = await freezeDebtors(db, country);
  const isCompared = SERVER_ENTRIES[country].bureau === 'bcra';
  const differences = isCompared ? await compareNewest(db, country, clock.now()) : 0;
  return { figures, differences };
}

/** Checks whether this installation has month-end closes. */
async function hasCloses(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select to_regclass('close_loans') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}

/**
 * Stores the debtors of closed months that have none, as `debtorOf` (domain/debtors.ts) has them.
 * @returns how many
 */
async function freezeDebtors(db: Database, country: CountryCode): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into debtor_figure (close_id, customer_id, country, month, class, principal, interest, days_late,
      is_refinanced, is_sued, is_disputed, loans, written_off)
    select c.id, l.customer_id, c.country, c.month, max(l.class),
      coalesce(sum(l.principal) filter (where not l.is_written_off), 0),
      coalesce(sum(l.interest_accrued + l.interest_due + l.default_interest) filter (where not l.is_written_off), 0),
      max(l.days_late), bool_or(l.is_refinanced), bool_or(l.is_sued), bool_or(l.is_disputed), count(*),
      count(*) filter (where l.is_written_off)
    from closes c join close_loans l on l.close_id = c.id
    where c.country = ${country} and c.state = 'closed'
      and not exists (select from debtor_figure f where f.close_id = c.id)
    group by c.id, l.customer_id
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

interface Pair {
  readonly close_id: number;
  readonly file_id: number;
  readonly month: CalendarDate;
}

/** Compares the file in use with the close of its month, unless both were compared. @returns differences */
async function compareNewest(db: Database, country: CountryCode, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<Pair>`
      select c.id as close_id, f.id as file_id, c.month from bureau_file f
      join closes c on c.country = ${country} and c.state = 'closed' and to_char(c.month, 'YYYYMM') = f.period
      where f.read_at is not null and exists (select from bureau_own_line o where o.file_id = f.id)
        and not exists (select from debtor_comparison d
          where d.country = ${country} and d.close_id = c.id and d.file_id = f.id)
      order by f.id desc limit 1 for update of f`.execute(tx);
    const [pair] = rows;
    return pair ? compare(tx, country, pair, now) : 0;
  });
}

interface Sides {
  readonly customer_id: number | null;
  readonly legal_number: string;
  readonly our_class: number | null;
  readonly our_amount: Centavos | null;
  readonly their_class: number | null;
  readonly their_amount: Centavos | null;
}

const sideOf = (kind: number | null, amount: Centavos | null) =>
  kind === null || amount === null ? undefined : { class: kind, amount: centavos(amount) };

async function compare(tx: Tx, country: CountryCode, pair: Pair, now: Date): Promise<number> {
  const { close_id: closeId, file_id: fileId, month } = pair;
  // A person's CUIL has the document number within, which is known before the CUIL.
  const { rows } = await sql<Sides>`
    with ours as (
      select f.customer_id, lpad(c.document_number, 8, '0') as document, c.legal_number, f.class,
        f.principal + f.interest as amount
      from debtor_figure f join customer c on c.id = f.customer_id
      where f.close_id = ${closeId} and f.principal + f.interest > 0
    ), theirs as (
      select substr(legal_number, 3, 8) as document, min(legal_number) as legal_number, max(situation) as class,
        sum(amount)::bigint as amount
      from bureau_own_line where file_id = ${fileId} group by 1
    )
    select o.customer_id, coalesce(t.legal_number, nullif(o.legal_number, ''), o.document) as legal_number,
      o.class as our_class, o.amount as our_amount, t.class as their_class, t.amount as their_amount
    from ours o full join theirs t on t.document = o.document
    where o.class is distinct from t.class or o.amount is distinct from t.amount
    order by 2`.execute(tx);
  const found = rows.flatMap((row) => {
    const kinds = debtorDifferences(
      sideOf(row.our_class, row.our_amount),
      sideOf(row.their_class, row.their_amount),
    );
    return kinds.length === 0 ? [] : [{ ...row, kinds }];
  });
  await tx
    .deleteFrom('debtor_difference')
    .where('country', '=', country)
    .where('month', '=', month)
    .execute();
  await sql`
    insert into debtor_difference (country, month, customer_id, legal_number, kinds, our_class, our_amount,
      their_class, their_amount)
    select ${country}, ${month}, d.customer_id, d.legal_number, d.kinds, d.our_class, d.our_amount, d.their_class,
      d.their_amount
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) d (customer_id bigint, legal_number text, kinds text[],
      our_class smallint, our_amount bigint, their_class smallint, their_amount bigint)`.execute(tx);
  await sql`
    insert into debtor_comparison (country, month, close_id, file_id, ours, theirs, compared_at)
    select ${country}, ${month}, ${closeId}, ${fileId},
      (select count(*) from debtor_figure where close_id = ${closeId} and principal + interest > 0),
      (select count(distinct legal_number) from bureau_own_line where file_id = ${fileId}), ${now}
    on conflict (country, month) do update set close_id = excluded.close_id, file_id = excluded.file_id,
      ours = excluded.ours, theirs = excluded.theirs, compared_at = excluded.compared_at`.execute(tx);
  return found.length;
}
