import { z } from 'zod';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import type { PriceList, VariantTerms } from '../../../countries/price-list.ts';
import { CURRENCY_CODES } from '../../../domain/currency.ts';
import { type CalendarDate, calendarDate } from '../../../domain/calendar-date.ts';
import type { Database, Queryable } from '../../platform/database.ts';

export interface StoredPriceList {
  readonly id: number;
  readonly list: PriceList;
}

const decimal = z.string().regex(/^\d{1,10}(\.\d{1,10})?$/);
const units = z.number().int().positive();

const rate = z.discriminatedUnion('basis', [
  z.object({ basis: z.literal('monthly'), tna: decimal }),
  z.object({ basis: z.literal('fixed'), tna: decimal, basisDays: decimal }),
  z.object({ basis: z.literal('actual'), tna: decimal }),
  z.object({ basis: z.literal('tea'), tea: decimal }),
]);

const variantTerms = z
  .object({
    currency: z.enum(CURRENCY_CODES),
    rate,
    taxRate: decimal,
    rounding: z.enum(['half-up', 'half-even']),
    instalmentCounts: z.array(z.number().int().min(1).max(120)).min(1),
    fees: z
      .object({
        originationUnits: decimal,
        instalmentUnits: decimal,
        maxInstalmentUnits: decimal,
        taxRate: decimal,
      })
      .optional(),
  })
  .transform(({ fees, ...terms }): VariantTerms => (fees === undefined ? terms : { ...terms, fees }));

const segment = z
  .object({ name: z.string().min(1), grade: z.number().int().min(1).max(8).optional(), maxAmount: units })
  .transform(({ grade, ...rest }) => (grade === undefined ? rest : { ...rest, grade }));

const firstDay = z.iso.date().transform(calendarDate);

/** Lists can be added by hand: an invalid one must fail on first use, not misprice a loan. */
export const priceList = z.object({
  country: z.enum(COUNTRIES),
  version: z.string().min(1),
  validFrom: firstDay,
  minAmount: units,
  maxAmount: units,
  step: units,
  offerLifetimeDays: z.number().int().min(1),
  variants: z.object({ membership: variantTerms, no_membership: variantTerms }),
  segments: z.array(segment),
  legalCeiling: z
    .object({ annualEffectiveRate: decimal, counts: z.enum(['interest', 'all-charges']) })
    .nullable(),
  unitValues: z.array(z.object({ from: firstDay, value: decimal })),
});

/** Cache without expiry: rows are immutable (the table refuses changes), and there are few of them. */
const parsedOf = new WeakMap<Database, Map<number, PriceList>>();

/**
 * Price list by row id. `on` is the caller's transaction, if any. @throws if the row does not exist or is not
 * a valid price list
 */
export async function priceListById(db: Database, id: number, on: Queryable = db): Promise<PriceList> {
  const parsed = parsedOf.get(db) ?? new Map<number, PriceList>();
  parsedOf.set(db, parsed);
  const known = parsed.get(id);
  if (known) return known;
  const row = await on.selectFrom('price_list').select('data').where('id', '=', id).executeTakeFirstOrThrow();
  const list: PriceList = priceList.parse(row.data);
  parsed.set(id, list);
  return list;
}

/**
 * List that prices new offers on a local date: the newest valid one that has not ended. @throws if the
 * country has none, which is an installation error
 */
export async function currentPriceList(
  db: Database,
  country: CountryCode,
  today: CalendarDate,
): Promise<StoredPriceList> {
  const id = await priceListOn(db, country, today);
  if (id === undefined) throw new Error(`${country} has no price list on ${today}`);
  return { id, list: await priceListById(db, id) };
}

/** Lists that are to come and were not ended before, the next one first. */
export async function listsToCome(db: Queryable, country: CountryCode, today: CalendarDate) {
  return db
    .selectFrom('price_list as l')
    .leftJoin('price_list_end as e', 'e.price_list_id', 'l.id')
    .select(['l.id', 'l.country', 'l.version as name', 'l.valid_from'])
    .where('l.country', '=', country)
    .where('l.valid_from', '>', today)
    .where((eb) => eb.or([eb('e.ends_on', 'is', null), eb('e.ends_on', '>', eb.ref('l.valid_from'))]))
    .orderBy('l.valid_from')
    .orderBy('l.id')
    .execute();
}

/** Row id of that list; undefined without one. `without`: ignores this list. */
export async function priceListOn(
  db: Queryable,
  country: CountryCode,
  day: CalendarDate,
  without = 0,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('price_list as l')
    .select('l.id')
    .where('l.country', '=', country)
    .where('l.valid_from', '<=', day)
    .where('l.id', '<>', without)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('price_list_end as e')
            .select('e.price_list_id')
            .whereRef('e.price_list_id', '=', 'l.id')
            .where('e.ends_on', '<=', day),
        ),
      ),
    )
    .orderBy('l.valid_from', 'desc')
    .orderBy('l.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
