import { sql, type RawBuilder } from 'kysely';
import type { OutputOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { centavos, toUnits } from '../../../../domain/money.ts';
import { shownName } from '../../../customers/service.ts';
import { bankAccountsOf } from '../../../customers/profile/service.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { balanceOf, loanInDetail } from '../../../loans/service.ts';
import { versionOfLedger } from '../../../loans/ledger/service.ts';
import type { Queryable } from '../../../platform/database.ts';
import { maskAccount, maskDocument } from '../../../staff/masks/service.ts';
import { methodOf } from '../methods.ts';

type Target = OutputOf<'GET /api/staff/money/loans/{id}'>['result'];

/** Maximum number of requests listed per loan, open ones or those paid too late. */
const requestViews = 10;

interface Row extends Omit<Target, 'due_today' | 'requests' | 'accounts'> {
  readonly id: number;
  readonly customer_id: number;
  readonly is_erased: boolean;
}

/** Loans as shown to staff who book money on them. @param which the loans, as `l` */
async function rowsOf(db: Queryable, which: RawBuilder<unknown>): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select l.id, l.id::text as loan, l.public_id, l.country, l.currency, l.state, l.customer_id,
      l.customer_id::text as customer, c.document_number as document, c.erased_at is not null as is_erased,
      ${shownName} as person, ${versionOfLedger} as books,
      coalesce((select -sum(e.amount) from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
        where t.loan_id = l.id and e.account = 'customer-credit'), 0)::bigint as credit
    from loan l join customer c on c.id = l.customer_id where ${which}
  `.execute(db);
  return rows;
}

type TargetDependencies = Pick<Dependencies, 'clock'> & { readonly db: Queryable };

/** Loans by number in these countries, in the order of the numbers. */
export async function targetsOf(
  { db, clock }: TargetDependencies,
  ids: readonly number[],
  countries: readonly CountryCode[],
): Promise<Target[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf(
    db,
    sql`l.id = any(${[...ids]}::bigint[]) and l.country = any(${[...countries]}::text[])`,
  );
  const targets = await Promise.all(rows.map((row) => targetOf(db, row, clock.now())));
  return targets.toSorted((a, b) => ids.indexOf(Number(a.loan)) - ids.indexOf(Number(b.loan)));
}

async function targetOf(db: Queryable, row: Row, now: Date): Promise<Target> {
  const { id, customer_id: customerId, is_erased: isErased, ...shown } = row;
  const [details, requests, accounts] = await Promise.all([
    loanInDetail(db, id),
    requestsOf(db, row),
    isErased ? [] : bankAccountsOf(db, customerId),
  ]);
  return {
    ...shown,
    document: isErased ? '' : maskDocument(row.document),
    due_today: details ? balanceOf(details, now, true).total : 0,
    credit: toUnits(centavos(row.credit)),
    requests,
    accounts: accounts.map(({ id: account, bank_name: bank, account_number: number }) => ({
      id: String(account),
      bank,
      account: maskAccount(number),
    })),
  };
}

async function requestsOf(db: Queryable, { id, country }: Row): Promise<Target['requests']> {
  const rows = await db
    .selectFrom('payment_request as r')
    .select(['r.id', 'r.reference', 'r.method', 'r.amount', 'r.state', 'r.due_date'])
    .select(
      sql<
        number[]
      >`array(select instalment from payment_request_instalment i where i.request_id = r.id order by 1)`.as(
        'numbers',
      ),
    )
    .where('r.loan_id', '=', id)
    .where('r.state', 'in', ['open', 'expired', 'deleted', 'rejected', 'reversed'])
    .orderBy('r.id', 'desc')
    .limit(requestViews)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    reference: row.reference,
    method: methodOf(country, row.method)?.name ?? row.method,
    amount: toUnits(centavos(row.amount)),
    state: row.state,
    due_date: formatDate(row.due_date),
    instalments: row.numbers,
  }));
}
