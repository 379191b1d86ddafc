import type { PriceTable } from '../../../../contract/staff/price-lists.ts';
import { segmentLabel, type PriceList, type VariantTerms } from '../../../../countries/price-list.ts';
import type { RateTerms } from '../../../../domain/period-rate.ts';

export function tableOf(list: PriceList): PriceTable {
  return {
    min_amount: list.minAmount,
    max_amount: list.maxAmount,
    step: list.step,
    offer_days: list.offerLifetimeDays,
    variants: {
      membership: variantTable(list.variants.membership),
      no_membership: variantTable(list.variants.no_membership),
    },
    segments: list.segments.map(({ name, grade = 0, maxAmount }) => ({
      name: segmentLabel(name),
      grade,
      max_amount: maxAmount,
    })),
    ceiling_counts: list.legalCeiling?.counts ?? null,
  };
}

function variantTable({
  rate,
  taxRate,
  instalmentCounts,
  fees,
}: VariantTerms): PriceTable['variants']['membership'] {
  return {
    rate: String(rate.basis === 'tea' ? rate.tea : rate.tna),
    ...(rate.basis === 'fixed' ? { basis_days: String(rate.basisDays) } : {}),
    tax_rate: String(taxRate),
    instalments: [...instalmentCounts],
    fees: fees
      ? {
          origination: String(fees.originationUnits),
          instalment: String(fees.instalmentUnits),
          most: String(fees.maxInstalmentUnits),
          tax_rate: String(fees.taxRate),
        }
      : null,
  };
}

/** Price list from a draft's table and the list it was copied from; check it before pricing with it. */
export function listOf(
  base: PriceList,
  table: PriceTable,
  as: Pick<PriceList, 'version' | 'validFrom'>,
): PriceList {
  const { legalCeiling } = base;
  return {
    ...base,
    ...as,
    minAmount: table.min_amount,
    maxAmount: table.max_amount,
    step: table.step,
    offerLifetimeDays: table.offer_days,
    variants: {
      membership: variantOf(base.variants.membership, table.variants.membership),
      no_membership: variantOf(base.variants.no_membership, table.variants.no_membership),
    },
    segments: table.segments.map(({ name, grade, max_amount: maxAmount }) => ({
      name,
      maxAmount,
      ...(grade === 0 ? {} : { grade }),
    })),
    legalCeiling: legalCeiling && { ...legalCeiling, counts: table.ceiling_counts ?? legalCeiling.counts },
  };
}

function variantOf(
  { fees: _before, ...base }: VariantTerms,
  { rate, basis_days: days, tax_rate: taxRate, instalments, fees }: PriceTable['variants']['membership'],
): VariantTerms {
  return {
    ...base,
    taxRate,
    rate: rateOf(base.rate, rate, days),
    instalmentCounts: instalments,
    ...(fees
      ? {
          fees: {
            originationUnits: fees.origination,
            instalmentUnits: fees.instalment,
            maxInstalmentUnits: fees.most,
            taxRate: fees.tax_rate,
          },
        }
      : {}),
  };
}

function rateOf(base: RateTerms, rate: string, days: string | undefined): RateTerms {
  switch (base.basis) {
    case 'tea':
      return { basis: 'tea', tea: rate };
    case 'fixed':
      return { basis: 'fixed', tna: rate, basisDays: days ?? base.basisDays };
    case 'monthly':
    case 'actual':
      return { basis: base.basis, tna: rate };
  }
}
