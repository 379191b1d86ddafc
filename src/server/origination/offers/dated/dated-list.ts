import type { PriceList } from '../../../../countries/price-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Queryable } from '../../../platform/database.ts';
import { valueOn, type DatedKind, type DatedValue } from './rows.ts';

/** Priced plans are kept by list, so the same values make the same list. */
const made = new WeakMap<PriceList, { readonly key: string; readonly list: PriceList }>();

/** A list as it prices on a day: with the country's index unit and legal ceiling of that day. */
export async function datedList(on: Queryable, list: PriceList, day: CalendarDate): Promise<PriceList> {
  const { membership, no_membership: without } = list.variants;
  const newest = (kind: DatedKind, isNeeded: boolean) =>
    isNeeded ? valueOn(on, list.country, kind, day) : undefined;
  const [unit, ceiling] = await Promise.all([
    newest('unit', membership.fees !== undefined || without.fees !== undefined),
    newest('ceiling', list.legalCeiling !== null),
  ]);
  if (!unit && !ceiling) return list;
  const key = JSON.stringify([unit, ceiling]);
  const known = made.get(list);
  if (known?.key === key) return known.list;
  const dated = withValues(list, unit, ceiling);
  made.set(list, { key, list: dated });
  return dated;
}

/** What the price list itself says, which counts until a value is entered. */
export function ownValue(list: PriceList, kind: DatedKind): DatedValue {
  if (kind === 'ceiling') {
    const { validFrom: from, legalCeiling } = list;
    return { from, value: String(legalCeiling?.annualEffectiveRate ?? 0) };
  }
  const unit = list.unitValues.at(-1);
  return { from: unit?.from ?? list.validFrom, value: String(unit?.value ?? 0) };
}

export function withValues(
  list: PriceList,
  unit: DatedValue | undefined,
  ceiling: DatedValue | undefined,
): PriceList {
  const { legalCeiling, unitValues } = list;
  const units = unit ? [...unitValues.filter(({ from }) => from !== unit.from), unit] : unitValues;
  return {
    ...list,
    unitValues: units.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    legalCeiling:
      legalCeiling && ceiling ? { ...legalCeiling, annualEffectiveRate: ceiling.value } : legalCeiling,
  };
}
