import { localDate } from '../../../../countries/local-time.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { fail, ok } from '../../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../../platform/http/route.ts';
import { datedList } from '../dated/dated-list.ts';
import { currentPriceList, priceListById, priceListOn } from '../price-lists.ts';
import { hasFaults } from './finding.ts';
import { draftRow, listAnswer, listPage, listRow, openDrafts } from './rows.ts';
import { samplesOf } from './samples.ts';
import { baseOf, checkedDraft, keptOf } from './shown.ts';
import { listOf, tableOf } from './table.ts';

/** Price lists as the staff sees them (docs/console.md#precios). */
export function priceListRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  const todayOf = (country: CountryCode) => localDate(clock.now(), country);
  return [
    route('GET /api/staff/price-lists', async (call) => {
      const { country, before } = call.query;
      const countries = country === undefined ? staffOf(call).countries : [country];
      const page = await listPage(db, countries, before, todayOf);
      return ok({ ...page, drafts: before === undefined ? await openDrafts(db, countries) : [] });
    }),
    route('GET /api/staff/price-lists/{id}', async (call) => {
      const row = await listRow(db, call.params.id, staffOf(call).countries);
      if (!row) return fail('not_found');
      const today = todayOf(row.country);
      const list = await datedList(db, await priceListById(db, row.id), today);
      const shown = listAnswer(row, today, await priceListOn(db, row.country, today));
      return ok({ result: { ...shown, table: tableOf(list), ...keptOf(list, today) } });
    }),
    route('GET /api/staff/price-drafts/{id}', async (call) => {
      const row = await draftRow(db, call.params.id, staffOf(call).countries);
      if (row?.state !== 'open') return fail('not_found');
      return ok({ result: checkedDraft(deps, row, await baseOf(deps, row)) });
    }),
    route('GET /api/staff/price-drafts/{id}/samples', async (call) => {
      const row = await draftRow(db, call.params.id, staffOf(call).countries);
      if (row?.state !== 'open') return fail('not_found');
      const today = todayOf(row.country);
      const base = await baseOf(deps, row);
      if (hasFaults(checkedDraft(deps, row, base).findings)) return fail('price_list_faults');
      const prepared = listOf(base, row.data, { version: row.name, validFrom: today });
      const present = await datedList(db, (await currentPriceList(db, row.country, today)).list, today);
      return samplesOf({ present, prepared }, call.query.amount, today);
    }),
  ];
}
