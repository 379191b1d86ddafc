import { localDate } from '../../../../countries/local-time.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { fail, ok } from '../../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../../platform/http/route.ts';
import { datedList } from '../dated/dated-list.ts';
import { currentPriceList, priceListById, priceListOn } from '../price-lists.ts';
import { hasFaults } from './plan-checks.ts';
import { draftRow, listAnswer, listPage, listRow, openDrafts } from './rows.ts';
import { baseOf, checkedDraft, keptOf } from './shown.ts';
import { listOf, tableOf } from './table.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { fromUnits, toUnits } from '../../../../domain/money.ts';
import type { Plan } from '../../../../domain/pricing.ts';
import { offeredAmount } from '../amount.ts';
import { pricedPlans } from '../pricing.ts';

/** Plans of both lists for an amount, as a borrower would be offered them today. */
function samplesOf(
  { present, prepared }: { readonly present: PriceList; readonly prepared: PriceList },
  amount: string,
  today: CalendarDate,
) {
  const asked = offeredAmount(amount, boundsOf(prepared));
  if (!asked.ok) return asked;
  const isInPresent = offeredAmount(amount, boundsOf(present)).ok;
  return ok({
    amount: toUnits(asked.value),
    present_name: present.version,
    result: (['no_membership', 'membership'] as const).flatMap((variant) => {
      const plansOf = (list: PriceList) => byCount(pricedPlans(list, asked.value, today)[variant]);
      const [now, then] = [isInPresent ? plansOf(present) : new Map<number, Plan>(), plansOf(prepared)];
      const counts = [...new Set([...now.keys(), ...then.keys()])].toSorted((a, b) => a - b);
      return counts.map((instalments) => ({
        membership: variant === 'membership',
        instalments,
        present: figuresOf(now.get(instalments)),
        prepared: figuresOf(then.get(instalments)),
      }));
    }),
  });
}

const boundsOf = ({ minAmount, maxAmount, step }: PriceList) => ({
  minAmount: fromUnits(minAmount),
  maxAmount: fromUnits(maxAmount),
  step,
});

const byCount = (plans: readonly Plan[]) => new Map(plans.map((plan) => [plan.instalments, plan]));

function figuresOf(plan: Plan | undefined) {
  if (!plan) return null;
  const { rates } = plan;
  return {
    payment: toUnits(plan.payment),
    amount_delivered: toUnits(plan.amountDelivered),
    final_amount: toUnits(plan.finalAmount),
    tna: rates.tna,
    tea: rates.tea,
    cftna: rates.cftna,
    cftea: rates.cfteaActual365,
    cftea_dated: rates.cfteaActual365,
  };
}

/** Staff routes for reading price lists (docs/console.md#precios). */
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
