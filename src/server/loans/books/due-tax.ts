import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import { localDate } from '../../../countries/local-time.ts';
import { pointsToBook, type TaxRule } from '../../../domain/tax-points.ts';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { pagesById } from '../../platform/work/pages.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { cameToNothing, lockedLoans, noteTax, type Loan } from '../service.ts';
import { taxRuleOf } from '../tax-points/service.ts';
import { booksOf } from './books.ts';
import { bookDueCredit } from './due-credit.ts';
import { failFor, oneByOne } from './each-apart.ts';
import { writeDifferences, type Difference } from './write.ts';

/** Loans read at once, and those of a transaction, which holds their locks for a fraction of a second. */
const page = 2_000;
const batch = 100;

/**
 * Daily job: books the tax that fell due until today, and brings loans to the rule in force
 * (docs/product/books.md#booked-as-a-difference). A batch that fails is repeated loan by loan, so that a failed
 * loan does not block the others. @throws AggregateError of the failures, after all loans were tried
 */
export async function bookDueTaxes(
  deps: BookingDependencies & Pick<Dependencies, 'db' | 'log'>,
  { country, date }: Day,
): Promise<DayFigures> {
  const rule = await taxRuleOf(deps.db, deps.config, country, date);
  const other = rule === 'payment' ? 'due-date' : 'payment';
  const failures: unknown[] = [];
  let loans = 0;
  const read = async (after: number) => {
    const { rows } = await sql<{ id: number }>`
      select id from loan
      where country = ${country} and id > ${after} and (disbursed_at is not null or state = 'canceled')
        and (tax_rule is null or tax_rule = ${other} or (tax_rule = ${rule} and tax_due_on <= ${date}))
      order by id limit ${page}`.execute(deps.db);
    return rows;
  };
  const book = (some: readonly number[]) => transaction(deps.db, (tx) => bookTaxes(tx, deps, some, rule));
  for await (const due of pagesById(read, ({ id }) => id))
    for (let first = 0; first < due.length; first += batch) {
      const ids = due.slice(first, first + batch).map(({ id }) => id);
      try {
        await book(ids);
      } catch (error) {
        deps.log.warn({ err: error, country }, 'a batch of due taxes is booked loan by loan');
        failures.push(...(await oneByOne(deps.log, ids, (id) => book([id]), 'due tax was not booked')));
      }
      loans += ids.length;
    }
  failFor(failures);
  return { loans };
}

/** Books the tax of a country's loans that fell due until today, by the rule in force. Locks them. */
export async function bookDueTaxesOf(
  tx: Tx,
  deps: BookingDependencies,
  country: CountryCode,
  ids: readonly number[],
): Promise<void> {
  const rule = await taxRuleOf(tx, deps.config, country, localDate(deps.clock.now(), country));
  await bookTaxes(tx, deps, ids, rule);
}

/** Books the due tax of loans as one difference each. Locks them; a second run finds nothing to book. */
async function bookTaxes(
  tx: Tx,
  deps: BookingDependencies,
  ids: readonly number[],
  rule: TaxRule,
): Promise<void> {
  const now = deps.clock.now();
  const differences: Difference[] = [];
  const noted: Loan[] = [];
  for (const locked of await lockedLoans(tx, ids)) {
    // Not delivered: until then nothing is taxed.
    if (locked.paidOutAt === null && !cameToNothing(locked)) continue;
    const today = localDate(now, locked.country);
    const before = await bookDueCredit(tx, deps, locked);
    const written = booksOf(before, today);
    const taxDueOn = rule === 'payment' ? null : written.nextTaxDay;
    const loan = { ...before, taxRule: rule, isTaxProRata: true, taxDueOn };
    const after = booksOf(loan, today);
    const points = pointsToBook(before.taxRule === null ? null : written.tax, after.tax, today);
    const { payments } = loan;
    differences.push({ loan, payments, before: written, after, kind: 'tax-due', valueDate: today, points });
    noted.push(loan);
  }
  await writeDifferences(tx, now, differences);
  await noteTax(tx, noted);
}
