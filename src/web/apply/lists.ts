import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { bankOptions, byLabel } from '../forms/bank-options.ts';
import type { Option } from '../ui/fields/select.tsx';

const listLastsMs = 60 * 60_000;

/** A key-value list in the order of its names; `last` stays at the end. */
export function optionsOf(names: Readonly<Record<string, string>>, last?: string): Option[] {
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  const sorted = options.filter(({ value }) => value !== last).toSorted(byLabel);
  return [...sorted, ...options.filter(({ value }) => value === last)];
}

/** The lists that the steps choose from (docs/product/calls.md#lists-and-texts). */
export const lists = {
  provinces: ({ countryId }: CountryPack) =>
    queryOptions({
      queryKey: ['provinces'],
      queryFn: async ({ signal }) =>
        (
          await call('GET /api/v3/province/{country_id}', {
            params: { country_id: String(countryId) },
            signal,
          })
        ).model,
      staleTime: listLastsMs,
      meta: { quiet: true },
    }),
  localities: (provinceId: string) =>
    queryOptions({
      queryKey: ['localities', provinceId],
      queryFn: async ({ signal }) =>
        (await call('GET /api/v3/locality/{id}', { params: { id: provinceId }, signal })).model,
      staleTime: listLastsMs,
      enabled: provinceId !== '',
      meta: { quiet: true },
    }),
  pickupPoints: () =>
    queryOptions({
      queryKey: ['pickup-points'],
      queryFn: async ({ signal }) => (await call('GET /api/v3/point-of-delivery', { signal })).points,
      staleTime: listLastsMs,
      meta: { quiet: true },
    }),
  banks: () =>
    queryOptions({
      queryKey: ['banks'],
      queryFn: async ({ signal }) => bankOptions(await call('GET /api/v3/banks', { signal })),
      staleTime: listLastsMs,
      meta: { quiet: true },
    }),
};
