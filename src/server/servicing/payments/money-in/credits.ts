import { sql } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import { COUNTRIES, type CountryCode } from '../../../../countries/countries.ts';
import { packOf } from '../../../../countries/index.ts';
import { formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { centavos, negate, toUnits, type Centavos } from '../../../../domain/money.ts';
import { shownName } from '../../../customers/service.ts';
import { suspenseBalances, versionOfLedger } from '../../../loans/ledger/service.ts';
import type { Queryable } from '../../../platform/database.ts';
import { inCountries } from '../../../platform/in-countries.ts';
import { pageOf, PAGE_SIZE, type Selected, type Sized } from '../../../platform/page-size.ts';
import { askedBy } from '../../../staff/actions/service.ts';
import { onItsWay } from '../refunds/list.ts';
import { waitingTotal } from './waiting.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/money/credits', 'query'>>;
type Answer = OutputOf<'GET /api/staff/money/credits'>;
type Shown = Answer['result'][number];
type Row = Selected<Shown, { amount: number; since: CalendarDate | null }>;

/** Loans with credit, newest first; negative amounts are refunded credit that is missing. */
export async function creditsPage(
  db: Queryable,
  countries: readonly CountryCode[],
  { country, before, size = PAGE_SIZE }: Filter,
): Promise<Answer> {
  const own = country ? [country] : [...countries];
  const { rows } = await sql<Row>`
    select l.id::text as loan, l.public_id, l.country, l.currency, l.state, l.customer_id::text as customer,
      ${shownName} as person, h.amount::bigint as amount, l.credit_since as since,
      coalesce((select r.outcome from payment p join payment_report r on r.source = p.source and r.report_id = p.reference
        where p.loan_id = l.id and r.credited > 0 order by r.id desc limit 1), '') as outcome,
      ${versionOfLedger} as books, ${askedBy(sql`'credit:' || l.id`)} as asked_by
    from credit_balance h join loan l on l.id = h.loan_id join customer c on c.id = l.customer_id
    where h.amount <> 0 and ${inCountries('h.country', own)} and ${before === undefined ? sql`true` : sql`h.loan_id < ${before}`}
    order by h.loan_id desc limit ${size + 1}
  `.execute(db);
  return pageOf(rows, size, creditView, ({ loan }) => loan);
}

const creditView = (row: Row): Shown => ({
  ...row,
  amount: toUnits(centavos(row.amount)),
  since: row.since === null ? '' : formatDate(row.since),
});

async function creditTotal(db: Queryable, country: CountryCode) {
  const { rows } = await sql<{ amount: number; count: number }>`
    select coalesce(sum(amount), 0)::bigint as amount, count(*)::int as count
    from credit_balance where amount <> 0 and country = ${country}
  `.execute(db);
  const [row = { amount: 0, count: 0 }] = rows;
  return row;
}

const potOf = (ledger: Centavos, listed: { amount: number; count: number }) => ({
  ledger: toUnits(negate(ledger)),
  listed: toUnits(centavos(listed.amount)),
  count: listed.count,
});

/** Balances of the suspense accounts and totals of the lists, computed independently. */
export async function moneyTotals(db: Queryable, countries: readonly CountryCode[]) {
  const own = COUNTRIES.filter((country) => countries.includes(country));
  return Promise.all(
    own.map(async (country) => {
      const [waiting, credit, inLedger, refunds] = await Promise.all([
        waitingTotal(db, country),
        creditTotal(db, country),
        suspenseBalances(db, country),
        onItsWay(db, country),
      ]);
      return {
        country,
        currency: packOf(country).currency,
        unidentified: potOf(inLedger['unidentified-payments'], waiting),
        credit: potOf(inLedger['customer-credit'], credit),
        on_its_way: toUnits(centavos(refunds)),
      };
    }),
  );
}
