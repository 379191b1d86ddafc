import { localDate } from '../../../../countries/local-time.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Queryable } from '../../../platform/database.ts';
import { datedList } from '../dated/dated-list.ts';
import { priceListById } from '../price-lists.ts';
import { findingsOf } from './checks.ts';
import { draftAnswer, type DraftRow } from './rows.ts';

/** What of a list no copy changes. */
export function keptOf({ variants, legalCeiling }: PriceList) {
  const { currency, rate } = variants.no_membership;
  return {
    currency,
    basis: rate.basis,
    ceiling: legalCeiling === null ? '' : String(legalCeiling.annualEffectiveRate),
  };
}

/** What a prepared list was copied from, with the legal ceiling and the index unit of today. */
export async function baseOf(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { based_on: basedOn, country }: Pick<DraftRow, 'based_on' | 'country'>,
  on: Queryable = db,
): Promise<PriceList> {
  return datedList(on, await priceListById(db, basedOn, on), localDate(clock.now(), country));
}

/** A prepared list with what is wrong with it today. */
export function checkedDraft({ clock }: Pick<Dependencies, 'clock'>, row: DraftRow, base: PriceList) {
  return {
    ...draftAnswer(row),
    table: row.data,
    ...keptOf(base),
    findings: findingsOf(base, row.data, localDate(clock.now(), row.country)),
  };
}
