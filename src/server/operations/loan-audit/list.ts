import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { ZERO, type Centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { waivable } from '../../loans/actions/service.ts';
import { loansById, type Loan } from '../../loans/service.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';

type Shown = OutputOf<'GET /api/staff/operation/contradictions'>['result'][number];

/** Open findings, oldest first, or closed ones, newest first. */
export async function contradictionsPage(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  own: readonly CountryCode[],
  {
    state = 'open',
    country,
    from,
    size = PAGE_SIZE,
  }: Sized<ParsedOf<'GET /api/staff/operation/contradictions', 'query'>>,
): Promise<OutputOf<'GET /api/staff/operation/contradictions'>> {
  const isOpen = state === 'open';
  const rows = await db
    .selectFrom('loan_contradiction as c')
    .innerJoin('loan', 'loan.id', 'c.loan_id')
    .selectAll('c')
    .select(['loan.public_id', 'loan.customer_id', 'loan.state'])
    .where('c.country', 'in', country ? [country] : [...own])
    .where('c.closed_at', isOpen ? 'is' : 'is not', null)
    .$if(from !== undefined, (query) => query.where('c.id', isOpen ? '>' : '<', from ?? 0))
    .orderBy('c.id', isOpen ? 'asc' : 'desc')
    .limit(size + 1)
    .execute();
  const now = clock.now();
  const loans =
    isOpen && rows.length > 0
      ? await loansById(
          db,
          rows.map((row) => row.loan_id),
        )
      : [];
  const owed = new Map(loans.map((loan) => [loan.id, owedBy(loan, now)]));
  const shown = (row: (typeof rows)[number]): Shown => ({
    id: String(row.id),
    country: row.country,
    customer: String(row.customer_id),
    loan: row.public_id,
    loan_state: row.state,
    kind: row.kind as Shown['kind'],
    subject: row.subject,
    expected: row.expected / 100,
    found: row.found / 100,
    found_at: row.found_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? '',
    owed: (owed.get(row.loan_id) ?? ZERO) / 100,
    owed_on: localDate(now, row.country),
    version: row.found_at.getTime(),
  });
  return pageOf(rows, size, shown, ({ id }) => id);
}

/** Amount that can be waived, in centavos; 0 for a loan listed because its standing cannot be computed. */
function owedBy(loan: Loan, now: Date): Centavos {
  try {
    return waivable(loan, localDate(now, loan.country));
  } catch {
    return ZERO;
  }
}
