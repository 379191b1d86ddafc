import type { PriceTable } from '../../../../contract/staff/price-lists.ts';
import { localDate } from '../../../../countries/local-time.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Queryable } from '../../../platform/database.ts';
import { draftAnswer, type DraftRow } from '../../versioned-lists/service.ts';
import { datedListById } from '../dated/dated-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { findingsOf } from './checks.ts';
import { hasFaults } from './plan-checks.ts';
import { ceilingReadings } from './readings.ts';
import { listOf } from './table.ts';

/** Legal ceiling as a fraction; '' without one. */
const ceilingOf = ({ legalCeiling }: PriceList): string =>
  legalCeiling === null ? '' : String(legalCeiling.annualEffectiveRate);

/** Fields that a copy cannot change, and the list's relation to the legal ceiling. */
export function keptOf(list: PriceList, today: CalendarDate) {
  const { variants } = list;
  const { currency, rate } = variants.no_membership;
  return {
    currency,
    basis: rate.basis,
    ceiling: ceilingOf(list),
    readings: ceilingReadings(list, today),
  };
}

/** List that a draft was copied from, with today's legal ceiling and index unit. */
export async function baseOf(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { based_on: basedOn, country }: Pick<DraftRow<PriceTable>, 'based_on' | 'country'>,
  on: Queryable = db,
): Promise<PriceList> {
  return datedListById(db, basedOn, localDate(clock.now(), country), on);
}

/** Draft with today's findings; a faulty one is not priced. */
export function checkedDraft(
  { clock }: Pick<Dependencies, 'clock'>,
  row: DraftRow<PriceTable>,
  base: PriceList,
) {
  const today = localDate(clock.now(), row.country);
  const findings = findingsOf(base, row.data, today);
  const list = listOf(base, row.data, { version: row.name, validFrom: today });
  const kept = keptOf(hasFaults(findings) ? { ...list, legalCeiling: null } : list, today);
  return { ...draftAnswer(row), table: row.data, ...kept, ceiling: ceilingOf(base), findings };
}
