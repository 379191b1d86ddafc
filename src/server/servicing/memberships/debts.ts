import { sql } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/countries.ts';
import { packOf } from '../../../countries/index.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney, toUnits } from '../../../domain/money.ts';
import { shownName } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ledgerFacts, versionOfLedger } from '../../loans/ledger/service.ts';
import { isMembershipDue, membershipOwed } from '../../loans/ledger/service.ts';
import type { Queryable } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { inCountries } from '../../platform/in-countries.ts';
import { pageOf, PAGE_SIZE, type Selected, type Sized } from '../../platform/page-size.ts';
import {
  askedBy,
  countriesOf,
  DONE_AS_SEEN,
  staffCommand,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { lockTarget } from '../payments/service.ts';
import { waiveMembership } from './give-up.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/money/memberships', 'query'>>;
type Answer = OutputOf<'GET /api/staff/money/memberships'>;
type Shown = Answer['result'][number];
type Row = Selected<Shown, { amount: number; price: number; charge_on: CalendarDate }>;

export function membershipDebtRoutes({ db }: Pick<Dependencies, 'db'>): Route[] {
  return [
    route('GET /api/staff/money/memberships', async (call) =>
      ok(await debtsPage(db, staffOf(call).countries, call.query)),
    ),
  ];
}

/** Staff commands for membership debts; they need two people. */
export function membershipDebtCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/money/memberships/{id}/waive', async (tx, asked) => {
      const { params, seenVersion } = asked;
      const target = await lockTarget(tx, params.id, countriesOf(asked), seenVersion);
      if (!target.ok) return target;
      const { country, customerId } = target.value;
      const before = await ledgerFacts(tx, country, params.id);
      const waived = await waiveMembership(tx, deps, params.id);
      if (waived === 0)
        return fail('changed_meanwhile', { message: 'De esta membresía ya no se debe nada.' });
      const money = formatMoney(waived, packOf(country).currency);
      return ok({
        answer: DONE_AS_SEEN,
        facts: {
          subject: `membership:${params.id}`,
          subjectName: `Membresía del préstamo ${params.id}, ${money}`,
          amount: waived,
          country,
          customerId,
          before,
          after: { amount: money, ...(await ledgerFacts(tx, country, params.id)) },
        },
      });
    }),
  ];
}

async function debtsPage(
  db: Queryable,
  countries: readonly CountryCode[],
  { country, before, size = PAGE_SIZE }: Filter,
): Promise<Answer> {
  const own = country ? [country] : [...countries];
  const { rows } = await sql<Row>`
    select l.id::text as loan, l.public_id, l.country, l.currency, l.state, l.customer_id::text as customer,
      ${shownName} as person, ${membershipOwed} as amount, m.price, c_.charge_on, ${versionOfLedger} as books,
      ${askedBy(sql`'membership:' || l.id`)} as asked_by
    from membership m join membership_charge c_ on c_.loan_id = m.loan_id
    join loan l on l.id = m.loan_id join customer c on c.id = l.customer_id
    where ${sql`exists (select from membership_charge c where c.loan_id = m.loan_id and ${isMembershipDue})`}
      and ${membershipOwed} > 0 and ${inCountries('m.country', own)}
      and ${before === undefined ? sql`true` : sql`m.loan_id < ${before}`}
    order by m.loan_id desc limit ${size + 1}
  `.execute(db);
  return pageOf(rows, size, shown, ({ loan }) => loan);
}

const shown = (row: Row): Shown => ({
  ...row,
  amount: toUnits(centavos(row.amount)),
  price: toUnits(centavos(row.price)),
  charge_on: formatDate(row.charge_on),
});
