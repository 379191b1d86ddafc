import { COUNTRIES, type CountryCode } from '../../../../countries/countries.ts';
import { calendarDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { SERVER_ENTRIES } from '../../../../countries/server-entries.ts';
import { checkIssued } from '../../../servicing/invoices/testing/points.ts';
import { same } from '../difference.ts';
import { frozenOf, type Frozen } from '../model/frozen.ts';
import type { Play } from '../play.ts';
import {
  approveClose,
  collectPoints,
  filesOf,
  forgottenDocuments,
  frozenLoans,
  isLedgerAccount,
  issueDocuments,
  ledgerBefore,
  prepareClose,
  taxBefore,
  type Close,
  type FrozenLoan,
} from '../product/closes.ts';

/** Loans of each country at the end of a month as the model has them, by public id. */
export type MonthEnd = Readonly<Record<CountryCode, Readonly<Record<string, Frozen>>>>;

/** All loans of the model at the end of the last day of a month. */
export function endMonth(play: Play): MonthEnd {
  const byCountry = Map.groupBy([...play.actors, ...play.former], ({ customer }) => customer.country);
  const entries = COUNTRIES.map((country) => {
    const loans = (byCountry.get(country) ?? []).flatMap(({ model }) => model.loans);
    const frozen = loans.flatMap((loan) => {
      const figures = frozenOf(loan, play.day);
      return figures ? [[loan.agreed.publicId, figures] as const] : [];
    });
    return [country, Object.fromEntries(frozen)] as const;
  });
  return Object.fromEntries(entries) as MonthEnd;
}

/** Puts the points of a month on documents before it ends. */
export async function invoiceMonth({ product }: Play): Promise<void> {
  for (const country of COUNTRIES) await collectPoints(product, country);
}

/** Closes a month that is over in both countries and compares each close (docs/product/books.md#month-end-close). */
export async function closeMonth(
  play: Play,
  lastDay: CalendarDate,
  end: MonthEnd,
  isKilled: boolean,
): Promise<void> {
  const { product, closes } = play;
  const month = calendarDate(`${lastDay.slice(0, 7)}-01`);
  for (const country of COUNTRIES) {
    const close = await prepareClose(product, country, month, isKilled);
    await approveClose(product, close);
    const before = closes.filter((each) => each.country === country);
    const rows = await frozenLoans(product.deps.db, close.id);
    const what = `the close of ${country} ${month.slice(0, 7)}`;
    compareLoans(what, end[country], rows);
    compareJournal(what, before.at(-1)?.close, close, rows);
    await compareLedger(play, what, country, close);
    await compareTax(play, what, country, before.at(-1)?.close, close);
    // The oldest and the newest: all of them would make a part of years take hours.
    const again = before.filter((_each, at) => at === 0 || at === before.length - 1);
    for (const { close: earlier, files } of again)
      same(`${what}: files of close ${earlier.id} again`, files, await filesOf(product, earlier.id));
    closes.push({ country, close, files: await filesOf(product, close.id) });
  }
}

function compareLoans(
  what: string,
  expected: Readonly<Record<string, Frozen>>,
  rows: ReadonlyMap<string, FrozenLoan>,
): void {
  const own = ['provision', 'isSuspended'];
  const found = [...rows].map(([loan, row]) => [
    loan,
    Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name))),
  ]);
  same(`${what}: frozen loans`, expected, Object.fromEntries(found));
}

const total = <T>(some: Iterable<T>, of: (each: T) => number): number =>
  [...some].reduce((sum, each) => sum + of(each), 0);

/** Lines of a journal that the ledger does not keep, as sums of frozen loans. */
function sumsOf(rows: ReadonlyMap<string, FrozenLoan>) {
  const income = [...rows.values()].filter(({ isSuspended }) => !isSuspended);
  return {
    'accrued-interest': total(income, (row) => row.interestAccrued + row.interestDue),
    'accrued-default-interest': total(income, (row) => row.defaultInterest),
    'accrued-fees': total(income, (row) => row.feesDue),
    provision: 0 - total(rows.values(), (row) => row.provision),
  } as const;
}

function compareJournal(
  what: string,
  before: Close | undefined,
  { journal, balances, totals }: Close,
  rows: ReadonlyMap<string, FrozenLoan>,
): void {
  for (const [entry, lines] of Map.groupBy(journal, (line) => line.entry))
    same(
      `${what}: sum of the entry ${entry}`,
      0,
      total(lines, ({ amount }) => amount),
    );
  for (const [account, sum] of Object.entries(sumsOf(rows)) as [keyof ReturnType<typeof sumsOf>, number][]) {
    same(`${what}: balance of ${account}`, sum, balances[account] ?? 0);
    const line = total(journal, (each) => (each.account === account ? each.amount : 0));
    same(`${what}: difference of ${account}`, sum - (before?.balances[account] ?? 0), line);
  }
  const { principal, shortfall, written_off: writtenOff } = totals.sums;
  same(
    `${what}: capital`,
    total(rows.values(), (row) => row.principal),
    principal,
  );
  const carried = principal - shortfall - writtenOff;
  same(`${what}: receivables`, carried, balances['principal-receivable'] ?? 0);
}

async function compareLedger(
  { product }: Play,
  what: string,
  country: CountryCode,
  { balances, cutAt }: Close,
): Promise<void> {
  const own = Object.entries(balances).filter(([account, sum]) => isLedgerAccount(account) && sum !== 0);
  same(`${what}: balances`, await ledgerBefore(product.deps.db, country, cutAt), Object.fromEntries(own));
}

/** Tax of a close is the sum of the points booked in its month, and of the invoices less the notes for them. */
async function compareTax(
  { product }: Play,
  what: string,
  country: CountryCode,
  before: Close | undefined,
  { journal, cutAt }: Close,
): Promise<void> {
  const { db } = product.deps;
  const first = await taxBefore(db, country, before?.cutAt ?? new Date(0));
  const last = await taxBefore(db, country, cutAt);
  const change = (name: keyof typeof last) => last[name] - first[name];
  const tax = 0 - total(journal, ({ account, amount }) => (account === 'tax-payable' ? amount : 0));
  same(`${what}: tax`, change('points') + change('memberships') + change('underWay'), tax);
  same(`${what}: tax of invoices less notes`, change('points'), change('documents'));
  await issueDocuments(product, country);
  const { faults } = await checkIssued(db, country, SERVER_ENTRIES[country].invoicing.provider);
  // A person settles amounts that the authority does not take.
  const wrong = faults.filter((fault) => !fault.startsWith('documents that are not authorised'));
  same(`${what}: documents`, [], wrong);
  same(`${what}: documents that wait for nobody`, 0, await forgottenDocuments(db, country));
}
