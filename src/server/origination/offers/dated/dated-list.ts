import { derivedDefaultCeiling } from '../../../../countries/law/default-interest.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { priceListById } from '../price-lists.ts';
import { prepared } from '../../../platform/statements.ts';
import type { DatedKind, DatedValue } from './rows.ts';
import { LAWS } from '../../../../countries/law/laws.ts';

const newestUntil = prepared((db, country: CountryCode, kind: DatedKind, day: CalendarDate) =>
  db
    .selectFrom('dated_value')
    .select(['first_day as from', 'value'])
    .where('country', '=', country)
    .where('kind', '=', kind)
    .where('first_day', '<=', day)
    .orderBy('first_day', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** Newest value entered by a day; undefined before the first entry. */
export async function valueOn(
  db: Queryable,
  country: CountryCode,
  kind: DatedKind,
  day: CalendarDate,
): Promise<DatedValue | undefined> {
  const [row] = await newestUntil.run(db, country, kind, day);
  return row;
}

/** Latest value entered, even if it is not in force yet. */
export async function lastValue(db: Queryable, country: CountryCode, kind: DatedKind) {
  return db
    .selectFrom('dated_value')
    .select(['first_day as from', 'value'])
    .where('country', '=', country)
    .where('kind', '=', kind)
    .orderBy('first_day', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Caches by list, because priced plans are cached by list object: equal values must give the same object. */
const made = new WeakMap<PriceList, { readonly key: string; readonly list: PriceList }>();

/** Stored price list as in force on a day. `on` is the caller's transaction, if any. */
export async function datedListById(
  db: Database,
  id: number,
  day: CalendarDate,
  on: Queryable = db,
): Promise<PriceList> {
  return datedList(on, await priceListById(db, id, on), day);
}

/** Price list of a day: with the country's index unit and legal ceilings in force then. */
export async function datedList(on: Queryable, list: PriceList, day: CalendarDate): Promise<PriceList> {
  const { membership, no_membership: without } = list.variants;
  const newest = (kind: DatedKind, isNeeded: boolean) =>
    isNeeded ? valueOn(on, list.country, kind, day) : undefined;
  const hasCeiling = list.legalCeiling !== null;
  const [unit, ceiling, entered] = await Promise.all([
    newest('unit', membership.fees !== undefined || without.fees !== undefined),
    newest('ceiling', hasCeiling),
    newest('default-ceiling', hasCeiling && LAWS[list.country].defaultInterest !== null),
  ]);
  const ofDefault = entered && isInForce(entered, ceiling) ? entered : undefined;
  if (!unit && !ceiling && !ofDefault) return list;
  const key = JSON.stringify([unit, ceiling, ofDefault]);
  const known = made.get(list);
  if (known?.key === key) return known.list;
  const dated = withValues(list, { unit, ceiling, ofDefault });
  made.set(list, { key, list: dated });
  return dated;
}

/**
 * A default-rate ceiling entered before the current ordinary ceiling belongs to an older mean, so it no
 * longer applies.
 */
const isInForce = (entered: DatedValue, ordinary: DatedValue | undefined): boolean =>
  ordinary === undefined || entered.from >= ordinary.from;

/** Value in force on a day: the newest entered by then, else the price list's. */
export async function heldOn(
  on: Queryable,
  list: PriceList,
  kind: DatedKind,
  day: CalendarDate,
): Promise<DatedValue> {
  const entered = await valueOn(on, list.country, kind, day);
  if (kind !== 'default-ceiling') return entered ?? ownValue(list, kind);
  return ofDefaultRates(list, entered, await valueOn(on, list.country, 'ceiling', day));
}

/** Latest value, even if it is not in force yet. */
export async function lastHeld(on: Queryable, list: PriceList, kind: DatedKind): Promise<DatedValue> {
  const entered = await lastValue(on, list.country, kind);
  if (kind !== 'default-ceiling') return entered ?? ownValue(list, kind);
  return ofDefaultRates(list, entered, await lastValue(on, list.country, 'ceiling'));
}

function ofDefaultRates(
  list: PriceList,
  entered: DatedValue | undefined,
  ceiling: DatedValue | undefined,
): DatedValue {
  if (entered && isInForce(entered, ceiling)) return entered;
  const { from, value } = ceiling ?? ownValue(list, 'ceiling');
  const law = LAWS[list.country].defaultInterest;
  return { from, value: law ? derivedDefaultCeiling(law, value) : '0' };
}

/** Price list's own value, in force until one is entered. */
function ownValue(list: PriceList, kind: 'unit' | 'ceiling'): DatedValue {
  if (kind === 'ceiling') {
    const { validFrom: from, legalCeiling } = list;
    return { from, value: String(legalCeiling?.annualEffectiveRate ?? 0) };
  }
  const unit = list.unitValues.at(-1);
  return { from: unit?.from ?? list.validFrom, value: String(unit?.value ?? 0) };
}

interface Values {
  readonly unit: DatedValue | undefined;
  readonly ceiling: DatedValue | undefined;
  readonly ofDefault: DatedValue | undefined;
}

function withValues(list: PriceList, { unit, ceiling, ofDefault }: Values): PriceList {
  const { legalCeiling, unitValues } = list;
  const units = unit ? [...unitValues.filter(({ from }) => from !== unit.from), unit] : unitValues;
  return {
    ...list,
    unitValues: units.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    legalCeiling: legalCeiling && {
      ...legalCeiling,
      ...(ceiling && { annualEffectiveRate: ceiling.value }),
      ...(ofDefault && { defaultAnnualEffectiveRate: ofDefault.value }),
    },
  };
}
