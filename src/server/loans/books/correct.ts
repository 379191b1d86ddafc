import { paths } from '../../../contract/paths.ts';
import { booksCorrectedEmail } from '../../../countries/messages/credit-messages.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatMoney, sum, ZERO, type Centavos } from '../../../domain/money.ts';
import { missingPoints } from '../../../domain/tax-points.ts';
import { writeTo } from '../../customers/letters/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Database, type Queryable, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { agreedTerms } from '../default-interest/service.ts';
import { taxPointsOf } from '../tax-points/service.ts';
import { loansAfter, lockedLoan, type Loan } from '../service.ts';
import { progress } from './apply.ts';
import { keepCredit } from './due-credit.ts';
import { examine, type Examined } from './overcharge.ts';
import { writeDifferences } from './write.ts';
import { writtenBooks, writtenOf } from './written.ts';

/** Loan with written books that differ from today's rules, or that owes less than its agreed terms say. */
export interface Difference extends Examined {
  readonly loan: Loan;
}

type ReadDependencies = Pick<Dependencies, 'db' | 'clock'>;

/**
 * Event kind that marks a borrower as notified; written once for a loan where only the open amount went down.
 */
const EVENT = 'books-corrected';

const pageSize = 200;

/** Lists loans with books to correct, by id. Read-only. */
export async function* differences({ db, clock }: ReadDependencies): AsyncGenerator<Difference> {
  for (let after = 0; ;) {
    const loans = await loansAfter(db, after, pageSize);
    const last = loans.at(-1);
    if (last === undefined) return;
    yield* await differing(db, loans, clock.now());
    after = last.id;
  }
}

async function differing(db: Queryable, loans: readonly Loan[], now: Date): Promise<Difference[]> {
  const [written, agreed, told] = await Promise.all([
    writtenOf(db, loans),
    agreedTerms(db, loans),
    toldOf(db, loans),
  ]);
  return loans.flatMap((loan) => {
    const today = localDate(now, loan.country);
    const found = examine(loan, written(loan), today, agreed.get(loan.id));
    const waived = told.has(loan.id) ? ZERO : found.waived;
    return found.contradictions.length === 0 && waived === 0 ? [] : [{ ...found, waived, loan }];
  });
}

async function toldOf(db: Queryable, loans: readonly Loan[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('event')
    .select('loan_id')
    .where('kind', '=', EVENT)
    .where(
      'loan_id',
      'in',
      loans.map(({ id }) => id),
    )
    .execute();
  return new Set(rows.flatMap(({ loan_id: id }) => (id === null ? [] : [id])));
}

/**
 * Books a loan's difference if it only favours the borrower, and notifies them with the figures. One
 * transaction per loan: an interrupted run resumes with the next loan, and a second run finds nothing.
 * @returns the correction; undefined if nothing differs any more behind the lock, or a person has to decide
 */
export function correctBooks(
  deps: Dependencies & { readonly db: Database },
  loanId: number,
): Promise<Difference | undefined> {
  return transaction(deps.db, async (tx) => {
    const loan = await lockedLoan(tx, loanId);
    const [found] = await differing(tx, [loan], deps.clock.now());
    if (!found?.isInFavour) return undefined;
    if (found.contradictions.length > 0) await book(tx, deps, found);
    await tell(tx, deps, found);
    return found;
  });
}

async function book(tx: Tx, deps: Dependencies, { loan, books }: Difference): Promise<void> {
  const { payments } = loan;
  const now = deps.clock.now();
  const written = await writtenOf(tx, [loan]);
  const before = writtenBooks(loan, written(loan));
  const valueDate = localDate(now, loan.country);
  const booked = (await taxPointsOf(tx, [loan.id])).map((point) => ({ ...point, day: point.taxDate }));
  const points = loan.taxRule === null ? [] : missingPoints(booked, books.tax, valueDate);
  const change = {
    loan,
    payments,
    before,
    after: books,
    kind: 'books-corrected',
    valueDate,
    points,
  } as const;
  await writeDifferences(tx, now, [change]);
  const kept = await keepCredit(tx, deps, loan, books);
  await deps.followers.covered(tx, deps, loan, books.settled);
  await progress(tx, deps, { ...loan, ...kept }, books);
}

/** Records the correction, and notifies the borrower only if their amounts changed. */
async function tell(tx: Tx, deps: Dependencies, found: Difference): Promise<void> {
  const { loan, books, overcharged, waived, credited } = found;
  const returned = sum(overcharged.values());
  const { id: loanId, country, currency, customerId } = loan;
  const detail = { returned, waived, credited };
  await recordEvent(tx, { at: deps.clock.now(), country, kind: EVENT, customerId, loanId, detail });
  if (returned === 0 && waived === 0 && credited <= 0) return;
  const money = (amount: Centavos) => (amount > 0 ? formatMoney(amount, currency) : '');
  await writeTo(tx, deps, customerId, ({ sender, firstName, site }) =>
    booksCorrectedEmail(sender, {
      firstName,
      parts: [...overcharged].map(([component, amount]) => ({ component, amount: money(amount) })),
      returned: money(returned),
      credited: money(credited),
      waived: money(waived),
      isFinished: books.isSettled,
      url: site + paths.accountStatus(),
    }),
  );
}
