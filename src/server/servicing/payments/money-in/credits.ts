import { sql } from 'kysely';
import type { Currency } from '../../../../domain/currency.ts';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import { COUNTRIES, type CountryCode } from '../../../../countries/countries.ts';
import { packOf } from '../../../../countries/index.ts';
import { formatDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { centavos, negate, toUnits, type Centavos } from '../../../../domain/money.ts';
import { suspenseBalances } from '../../../loans/ledger/service.ts';
import type { Queryable } from '../../../platform/database.ts';
import { inCountries } from '../../../platform/in-countries.ts';
import { PAGE_SIZE, type Sized } from '../../../platform/page-size.ts';
import { onItsWay } from '../refunds/list.ts';
import { waitingTotal } from './waiting.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/money/credits', 'query'>>;
type Answer = OutputOf<'GET /api/staff/money/credits'>;

interface Row {
  readonly id: number;
  readonly public_id: string;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly state: string;
  readonly customer_id: number;
  readonly person: string;
  readonly amount: number;
  readonly credit_since: CalendarDate | null;
  readonly outcome: string | null;
  readonly books: number;
  readonly asked_by: string | null;
}

/** Loans with money in favour, the newest first; below zero what was given back and is missing. */
export async function creditsPage(
  db: Queryable,
  countries: readonly CountryCode[],
  { country, before, size = PAGE_SIZE }: Filter,
): Promise<Answer> {
  const own = country ? [country] : [...countries];
  const { rows } = await sql<Row>`
    select l.id, l.public_id, l.country, l.currency, l.state, l.customer_id, h.amount::bigint as amount, l.credit_since,
      case when c.erased_at is null then trim(both ' ' from concat(c.first_name, ' ', c.last_name)) else '' end as person,
      (select r.outcome from payment p join payment_report r on r.source = p.source and r.report_id = p.reference
        where p.loan_id = l.id and r.credited > 0 order by r.id desc limit 1) as outcome,
      coalesce((select max(t.id) from ledger_transaction t where t.loan_id = l.id), 0) as books,
      (select m.name from staff_approval p join staff_member m on m.id = p.requested_by
        where p.state = 'pending' and p.subject = 'credit:' || l.id order by p.id limit 1) as asked_by
    from credit_balance h join loan l on l.id = h.loan_id join customer c on c.id = l.customer_id
    where h.amount <> 0 and ${inCountries('h.country', own)} and ${before === undefined ? sql`true` : sql`h.loan_id < ${before}`}
    order by h.loan_id desc limit ${size + 1}
  `.execute(db);
  const shown = rows.slice(0, size);
  return {
    result: shown.map((row) => ({
      loan: String(row.id),
      public_id: row.public_id,
      country: row.country,
      currency: row.currency,
      state: row.state,
      customer: String(row.customer_id),
      person: row.person,
      amount: toUnits(centavos(row.amount)),
      since: row.credit_since === null ? '' : formatDate(row.credit_since),
      outcome: row.outcome ?? '',
      books: row.books,
      asked_by: row.asked_by ?? '',
    })),
    next: rows.length > size ? String(shown.at(-1)?.id ?? '') : '',
  };
}

/** Sum and number of what the list has. */
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

/** What the suspense accounts hold and what the lists add up to, each by its own way. */
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
