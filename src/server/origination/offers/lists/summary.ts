import type { PriceTable } from '../../../../contract/staff/price-lists.ts';
import { packOf } from '../../../../countries/index.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import { formatUnits } from '../../../../domain/format-units.ts';
import { formatPercentExact } from '../../../../domain/rate.ts';

const DECIMAL = /^\d{1,10}(\.\d{1,10})?$/;
const percent = (fraction: string) => (DECIMAL.test(fraction) ? formatPercentExact(fraction) : fraction);

/** A list in a few words, for the audit and for who approves. */
export function summaryOf(
  { country, variants }: PriceList,
  table: PriceTable,
): Readonly<Record<string, string>> {
  const { currency } = packOf(country);
  const money = (units: number) => formatUnits(units, currency);
  const { no_membership: without, membership } = table.variants;
  const { basis } = variants.no_membership.rate;
  const fees = without.fees;
  return {
    [basis === 'tea' ? 'tea' : 'tna']: percent(without.rate),
    [basis === 'tea' ? 'tea_membership' : 'tna_membership']: percent(membership.rate),
    amounts: `${money(table.min_amount)} a ${money(table.max_amount)}`,
    instalments: without.instalments.join(', '),
    ...(fees ? { fees: `${fees.origination} + ${fees.instalment} por cuota, hasta ${fees.most}` } : {}),
    segments: table.segments.map(({ name, max_amount: most }) => `${name} ${money(most)}`).join(', '),
  };
}
