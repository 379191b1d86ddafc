import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { profileQuery } from './profile.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

it('is loaded for the guard that waits although who asked first has gone', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  const leave = new QueryObserver(queryClient, profileQuery).subscribe(() => {});
  const guarded = queryClient.ensureQueryData(profileQuery);
  leave();
  resolve(Response.json({ status: 'success', result: { first_name: 'Ana' } }));
  expect(await guarded).toEqual({ first_name: 'Ana' });
});
