import type { CalendarDate } from '../../calendar-date.ts';
import { fraction, least, most, rounded } from './arithmetic.ts';
import { oracleStanding } from './oracle.ts';
import type {
  OracleAction,
  OracleInstalment,
  OraclePayment,
  OracleStanding,
  OracleTerms,
  Part,
} from './terms.ts';

type TaxedKind = 'interest' | 'fee' | 'default-interest';

/** Base and tax, centavos. */
type OracleTaxed = { readonly base: bigint; readonly tax: bigint };

type TaxedRow = OracleTaxed & {
  readonly row: OracleInstalment;
  readonly kind: TaxedKind;
};

type Pair = readonly [base: Part, tax: Part];

const PARTS_OF: Readonly<Record<TaxedKind, Pair>> = {
  interest: ['interest', 'tax'],
  fee: ['fee', 'feeTax'],
  'default-interest': ['default', 'defaultTax'],
};

/**
 * Taxed amounts at the end of a day, by `instalment/kind`, without zeros and without shortfalls. Written from
 * docs/product/books.md to check `domain/tax-points` against it; shares no code with it.
 */
export function oracleTaxed(
  terms: OracleTerms,
  payments: readonly OraclePayment[],
  on: CalendarDate,
  actions: readonly OracleAction[] = [],
): ReadonlyMap<string, OracleTaxed> {
  const standing = oracleStanding(terms, payments, on, actions);
  const rows = oracleTaxedRows(terms, standing, on).filter(({ row }) => standing.instalments.includes(row));
  const some = rows.filter(({ base, tax }) => base !== 0n || tax !== 0n);
  return new Map(some.map(({ row, kind, base, tax }) => [`${row.number}/${kind}`, { base, tax }]));
}

/**
 * Taxed amounts of every row of a standing, shortfalls included.
 * @param dueUntil last due date that counts; null for a loan whose tax does not fall due with its due dates
 */
export function oracleTaxedRows(
  terms: OracleTerms,
  { instalments, shortfalls }: Pick<OracleStanding, 'instalments' | 'shortfalls'>,
  dueUntil: CalendarDate | null,
): readonly TaxedRow[] {
  // In the order in which agreements ended them; shortfalls have nothing carried.
  const rows = [
    ...shortfalls.filter(({ isEnded }) => isEnded),
    ...instalments,
    ...shortfalls.filter(({ isEnded }) => !isEnded),
  ];
  return (Object.keys(PARTS_OF) as TaxedKind[]).flatMap((kind) => {
    const [base, tax] = PARTS_OF[kind];
    if (kind !== 'default-interest' && dueUntil !== null)
      return rows.map((row) => ({ row, kind, ...taxedAtDueDate(row, [base, tax], terms, dueUntil) }));
    let taxedBefore = 0n;
    return rows.map((row) => {
      const known = least(taxedBefore, row.carried[tax]);
      const taxed = taxedAtPayment(row, kind, known, terms);
      taxedBefore -= known;
      if (row.isEnded) taxedBefore += taxed - (row.paid[tax] - known);
      return { row, kind, base: row.paid[base], tax: taxed };
    });
  });
}

/** Interest or charge of a row: all of it when due; before that its collected part, with that part of its tax. */
function taxedAtDueDate(
  row: OracleInstalment,
  [base, tax]: Pair,
  terms: OracleTerms,
  dueUntil: CalendarDate,
): OracleTaxed {
  const whole = (part: Part) => row.charged[part] - row.carried[part] - row.waived[part];
  if (row.dueDate <= dueUntil || row.isEnded) return { base: whole(base), tax: whole(tax) };
  const [ofBase, ofTax] = [ownCollected(row, base), ownCollected(row, tax)];
  const collected = ofBase.collected;
  const agreed = {
    num: row.charged[tax] - row.carried[tax],
    den: row.charged[base] - row.carried[base],
  };
  const proportion = collected === 0n ? 0n : rounded(collected, agreed, terms);
  const untilWhole = least(proportion, whole(tax) + ofTax.spared);
  return { base: collected - ofBase.spared, tax: most(untilWhole, ofTax.collected) - ofTax.spared };
}

/**
 * Amount collected of the row's own charge, and waived of its carried amount. Money and then waivers reach the
 * carried amount first; it was taxed in the row it came from.
 */
function ownCollected({ carried, paid, waived }: OracleInstalment, part: Part) {
  const letOff = least(waived[part], carried[part]);
  const collected = most(0n, paid[part] - (carried[part] - letOff));
  // Money pays the waived amount first; only the excess pays the row's own.
  const own = most(0n, collected - letOff);
  return { collected: own, spared: letOff - (collected - own) };
}

/** Tax of collected amounts alone. @param known tax that the rows before an agreement were taxed beyond their money */
function taxedAtPayment(
  { charged, carried, paid, waived }: OracleInstalment,
  kind: TaxedKind,
  known: bigint,
  terms: OracleTerms,
): bigint {
  const [base, tax] = PARTS_OF[kind];
  const rate =
    kind === 'default-interest'
      ? fraction(terms.defaultTaxRate)
      : { num: charged[tax] - carried[tax], den: charged[base] - carried[base] };
  const taxUpTo = (amount: bigint) => {
    const old = least(amount, carried[base]);
    const ofOld = old === 0n ? 0n : rounded(old, { num: carried[tax] - known, den: carried[base] }, terms);
    return ofOld + (amount === old ? 0n : rounded(amount - old, rate, terms));
  };
  const proportion = taxUpTo(paid[base]);
  const withoutWaived = taxUpTo(paid[base] + waived[base]) - waived[tax];
  return most(least(proportion, withoutWaived), paid[tax] - known);
}
