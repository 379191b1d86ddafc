import type { CalendarDate } from '../../calendar-date.ts';
import { least, most } from './arithmetic.ts';
import { oracleStanding } from './oracle.ts';
import type { OracleAction, OracleInstalment, OraclePayment, OracleTerms, Part } from './terms.ts';

type TaxedKind = 'interest' | 'fee' | 'default-interest';

/** Base and tax, centavos. */
type OracleTaxed = { readonly base: bigint; readonly tax: bigint };

const PARTS_OF: Readonly<Record<TaxedKind, readonly [base: Part, tax: Part]>> = {
  interest: ['interest', 'tax'],
  fee: ['fee', 'feeTax'],
  'default-interest': ['default', 'defaultTax'],
};

/**
 * Taxed amounts at the end of a day, by `instalment/kind`, without zeros. Written from docs/product/books.md
 * to check `domain/tax-points` against it; shares no code with it.
 */
export function oracleTaxed(
  terms: OracleTerms,
  payments: readonly OraclePayment[],
  on: CalendarDate,
  actions: readonly OracleAction[] = [],
): ReadonlyMap<string, OracleTaxed> {
  const { instalments } = oracleStanding(terms, payments, on, actions);
  const taxed = new Map<string, OracleTaxed>();
  for (const row of instalments)
    for (const kind of Object.keys(PARTS_OF) as TaxedKind[]) {
      const [base, tax] = PARTS_OF[kind];
      const amounts = { base: taxedOf(row, base, on), tax: taxedOf(row, tax, on) };
      if (amounts.base !== 0n || amounts.tax !== 0n) taxed.set(`${row.number}/${kind}`, amounts);
    }
  return taxed;
}

/** Taxed of a row. Of carried amounts, taxed on the row they came from, only a waiver counts, and it reaches them first. */
export function taxedOf(
  { charged, carried, paid, waived, dueDate, isEnded }: OracleInstalment,
  part: Part,
  on: CalendarDate,
): bigint {
  if (part === 'default' || part === 'defaultTax') return paid[part];
  if (dueDate <= on || isEnded) return charged[part] - carried[part] - waived[part];
  const spared = least(waived[part], carried[part]);
  const ofCarried = carried[part] - spared;
  return most(0n, paid[part] - ofCarried) - spared;
}
