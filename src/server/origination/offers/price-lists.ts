import { z } from 'zod';
import type { PriceTable } from '../../../contract/staff/price-lists.ts';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import type { PriceList, VariantTerms } from '../../../countries/price-list.ts';
import { CURRENCY_CODES } from '../../../domain/currency.ts';
import { type CalendarDate, calendarDate, formatDate } from '../../../domain/calendar-date.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { versionsById, versionsInForce, type ListKind } from '../versioned-lists/service.ts';
import { tableOf } from './lists/table.ts';

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

/** Price list by row id. `on` is the caller's transaction, if any. */
export const priceListById = versionsById('price_list', (data): PriceList => priceList.parse(data));

/** Price lists, as a kind of versioned list (docs/console.md#precios). */
export const priceLists: ListKind<PriceTable, PriceList> = {
  table: 'price_list',
  name: 'version',
  ref: 'price_list_id',
  isShared: false,
  lock: 'price-lists',
  draftSubject: 'price-draft',
  subject: 'price-list',
  fact: 'price_list',
  byId: priceListById,
  editable: tableOf,
  calls: {
    copy: 'POST /api/staff/price-lists/{id}/copy',
    end: 'POST /api/staff/price-lists/{id}/end',
    discard: 'POST /api/staff/price-drafts/{id}/discard',
  },
  failures: {
    name: 'price_list_name',
    day: 'price_list_day',
    only: 'price_list_only',
    over: 'price_list_over',
  },
  changedMeanwhile: (who, did) =>
    `${who} ${did} esta lista mientras la mirabas. Actualizá la página y revisala.`,
  async afterEnd(tx, { country }, day) {
    const next = await tx
      .selectFrom('price_list')
      .select('version')
      .where('id', '=', (await priceListOn(tx, country, day)) ?? 0)
      .executeTakeFirst();
    return { price_list: next?.version ?? '', valid_from: formatDate(day) };
  },
};

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

/** Row id of the list in force on a day; undefined without one. */
export async function priceListOn(
  db: Queryable,
  country: CountryCode,
  day: CalendarDate,
): Promise<number | undefined> {
  return (await versionsInForce(db, priceLists, country, day))?.id;
}
