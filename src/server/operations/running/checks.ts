import { sql } from 'kysely';
import { DEFAULT_COUNTRY } from '../../../countries/countries.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database } from '../../platform/database.ts';
import type { DailyJob, DayFigures } from '../../platform/work/daily.ts';
import { verifySeals } from '../seals/service.ts';

/** Checks of the books, which people read as days that ran. */
export const CHECKS = ['ledger-check', 'seal-check'] as const;

/** Each day the whole ledger is added up, and every seal computed anew. */
export function checkDays({ db, log }: Pick<Dependencies, 'db' | 'log'>): DailyJob[] {
  return [
    {
      name: 'ledger-check',
      isRepeatable: true,
      async run({ country }) {
        const did = await checkLedger(db, country);
        if (did['unbalanced'] !== 0) log.error({ country, ...did }, 'the ledger does not add up to zero');
        return did;
      },
    },
    {
      name: 'seal-check',
      isRepeatable: true,
      // Seals know no country.
      countries: [DEFAULT_COUNTRY],
      async run() {
        const reports = await verifySeals(db);
        const broken = reports.filter((report) => report.broken);
        for (const { stream, broken: what } of broken) log.error({ stream, ...what }, 'a seal does not hold');
        return {
          seals: reports.reduce((sum, { seals }) => sum + seals, 0),
          rows: reports.reduce((sum, { rows }) => sum + rows, 0),
          broken: broken.length,
        };
      },
    },
  ];
}

/** Transactions that one statement adds up: a fraction of a second. */
const slice = 20_000;

/** Adds up every transaction of a country, slice by slice, so that no payment waits for it. */
export async function checkLedger(db: Database, country: string): Promise<DayFigures> {
  const newest = await db
    .selectFrom('ledger_transaction')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  let [transactions, unbalanced] = [0, 0];
  for (let after = 0; after < (newest?.id ?? 0); after += slice) {
    const { rows } = await sql<{ transactions: number; unbalanced: number }>`
      select count(*)::int as transactions, count(*) filter (where total <> 0)::int as unbalanced
      from (
        select coalesce(sum(e.amount), 0) as total
        from ledger_transaction t left join ledger_entry e on e.transaction_id = t.id
        where t.country = ${country} and t.id > ${after} and t.id <= ${after + slice} group by t.id
      ) s
    `.execute(db);
    transactions += rows[0]?.transactions ?? 0;
    unbalanced += rows[0]?.unbalanced ?? 0;
  }
  return { transactions, unbalanced };
}
