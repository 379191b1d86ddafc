import type { PriceTable } from '../../../../contract/staff/price-lists.ts';
import { packOf } from '../../../../countries/index.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import { formatUnits } from '../../../../domain/format-units.ts';
import { formatPercentExact } from '../../../../domain/rate.ts';

const DECIMAL = /^\d{1,10}(\.\d{1,10})?$/;
const percent = (fraction: string) => (DECIMAL.test(fraction) ? formatPercentExact(fraction) : fraction);

type Fees = PriceTable['variants']['membership']['fees'];
type Variant = PriceTable['variants']['membership'];

const feesIn = (fees: NonNullable<Fees>) =>
  `${fees.origination} + ${fees.instalment} por cuota, hasta ${fees.most}`;
const taxesIn = ({ tax_rate: interest, fees }: Variant) =>
  fees ? `${percent(interest)} y ${percent(fees.tax_rate)} de los gastos` : percent(interest);

/** What of a variant is only said where the other one differs. */
const both = (without: string, membership: string) =>
  membership === without ? without : `${without}; con membresía ${membership}`;

const COUNTED = { interest: 'el interés', 'all-charges': 'todos los cargos' } as const;

/** A list in a few words, for the audit and for who approves: all that can be edited is in them. */
export function summaryOf(
  { country, variants }: PriceList,
  table: PriceTable,
): Readonly<Record<string, string>> {
  const { currency } = packOf(country);
  const money = (units: number) => formatUnits(units, currency);
  const { no_membership: without, membership } = table.variants;
  const { basis } = variants.no_membership.rate;
  const { ceiling_counts: counts, segments } = table;
  return {
    [basis === 'tea' ? 'tea' : 'tna']: percent(without.rate),
    [basis === 'tea' ? 'tea_membership' : 'tna_membership']: percent(membership.rate),
    amounts: `${money(table.min_amount)} a ${money(table.max_amount)}`,
    ...(without.basis_days === undefined
      ? {}
      : { basis_days: both(without.basis_days, membership.basis_days ?? '') }),
    instalments: both(without.instalments.join(', '), membership.instalments.join(', ')),
    ...(without.fees && membership.fees ? { fees: both(feesIn(without.fees), feesIn(membership.fees)) } : {}),
    taxes: both(taxesIn(without), taxesIn(membership)),
    segments: segments
      .map(({ name, grade, max_amount: most }) => `${name} (${grade || 'sin nota'}) ${money(most)}`)
      .join(', '),
    offer_days: String(table.offer_days),
    ...(counts === null ? {} : { ceiling_counts: COUNTED[counts] }),
  };
}
