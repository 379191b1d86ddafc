import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { profileQuery } from './profile.ts';
import { queryClient } from './query-client.ts';
import { session } from './session.ts';

const ofAna = { token: 'ana', expired: '2100-01-01T00:00:00Z' };

beforeEach(() => session.login(ofAna));

afterEach(() => {
  vi.unstubAllGlobals();
  session.logout();
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

it('is asked for by nobody once nobody is logged in, and by the next who is', async () => {
  const asked = vi.fn<() => Promise<Response>>(async () =>
    Response.json({ status: 'success', result: { first_name: 'Eva' } }),
  );
  vi.stubGlobal('fetch', asked);
  session.logout();
  const leave = new QueryObserver(queryClient, profileQuery).subscribe(() => {});
  await Promise.resolve();
  leave();
  expect(asked).not.toHaveBeenCalled();
  session.login({ ...ofAna, token: 'eva' });
  expect(await queryClient.ensureQueryData(profileQuery)).toEqual({ first_name: 'Eva' });
  expect(asked).toHaveBeenCalledOnce();
});
