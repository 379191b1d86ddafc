import { localDate } from '../../../../countries/local-time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { fail, ok } from '../../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../../platform/http/route.ts';
import { datedList } from '../dated/dated-list.ts';
import { findDraft, findVersion, listVersions, type VersionRow } from '../../versioned-lists/service.ts';
import { currentPriceList, priceListById, priceLists } from '../price-lists.ts';
import { hasFaults } from './plan-checks.ts';
import { baseOf, checkedDraft, keptOf } from './shown.ts';
import { listOf, tableOf } from './table.ts';
import type { PriceList } from '../../../../countries/price-list.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { fromUnits, toUnits } from '../../../../domain/money.ts';
import type { Plan } from '../../../../domain/pricing.ts';
import { offeredAmount, pricedPlans } from '../pricing.ts';

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
      const plansOf = (list: PriceList) => byCount(pricedPlans(list, asked.value, today)[variant].plans);
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

/** Response members that only price lists have. */
const ownAnswer = (row: VersionRow) => ({
  changed_by: row.approved_by,
  created_at: row.created_at.toISOString(),
});

function ratesOf(list: PriceList) {
  const { no_membership: without, membership } = tableOf(list).variants;
  return {
    basis: list.variants.no_membership.rate.basis,
    rate_no_membership: without.rate,
    rate_membership: membership.rate,
  };
}

/** Staff routes for reading price lists (docs/console.md#precios). */
export function priceListRoutes(deps: Dependencies): Route[] {
  const { db, clock } = deps;
  return [
    route('GET /api/staff/price-lists', async (call) => {
      const { country, before } = call.query;
      const countries = country === undefined ? staffOf(call).countries : [country];
      const page = await listVersions(deps, priceLists, countries, before, ownAnswer);
      const result = await Promise.all(
        page.result.map(async (row) => ({ ...row, ...ratesOf(await priceListById(db, Number(row.id))) })),
      );
      return ok({ ...page, result });
    }),
    route('GET /api/staff/price-lists/{id}', async (call) => {
      const found = await findVersion(deps, priceLists, call.params.id, staffOf(call).countries);
      if (!found) return fail('not_found');
      const { row, today, answer, stored } = found;
      const list = await datedList(db, stored, today);
      return ok({ result: { ...answer, ...ownAnswer(row), table: tableOf(list), ...keptOf(list, today) } });
    }),
    route('GET /api/staff/price-drafts/{id}', async (call) => {
      const draft = await findDraft(db, priceLists, call.params.id, staffOf(call).countries);
      if (!draft) return fail('not_found');
      return ok({ result: checkedDraft(deps, draft, await baseOf(deps, draft)) });
    }),
    route('GET /api/staff/price-drafts/{id}/samples', async (call) => {
      const draft = await findDraft(db, priceLists, call.params.id, staffOf(call).countries);
      if (!draft) return fail('not_found');
      const today = localDate(clock.now(), draft.country);
      const base = await baseOf(deps, draft);
      if (hasFaults(checkedDraft(deps, draft, base).findings)) return fail('price_list_faults');
      const prepared = listOf(base, draft.data, { version: draft.name, validFrom: today });
      const present = await datedList(db, (await currentPriceList(db, draft.country, today)).list, today);
      return samplesOf({ present, prepared }, call.query.amount, today);
    }),
  ];
}
