import { expect, it } from 'vitest';
import { createServiceToken } from './service-token.ts';

const start = Date.parse('2026-11-21T12:00:00Z');

it('is fetched once for calls at the same time, and anew before it ends', async () => {
  let now = start;
  let fetched = 0;
  const token = createServiceToken(
    () => {
      fetched += 1;
      return Promise.resolve({
        token: `t${String(fetched)}`,
        expired: new Date(now + 300_000).toISOString(),
      });
    },
    () => now,
  );
  expect(await Promise.all([token.get(), token.get()])).toEqual(['t1', 't1']);
  now += 200_000;
  expect(await token.get()).toBe('t1');
  now += 80_000;
  expect(await Promise.all([token.get(), token.get()])).toEqual(['t2', 't2']);
  token.drop();
  expect(await token.get()).toBe('t3');
});

it('is asked for again after a failure', async () => {
  let fetched = 0;
  const token = createServiceToken(
    () => {
      fetched += 1;
      return fetched === 1
        ? Promise.reject(new Error('caído'))
        : Promise.resolve({ token: 't', expired: '2999-01-01T00:00:00Z' });
    },
    () => start,
  );
  await expect(token.get()).rejects.toThrow('caído');
  expect(await token.get()).toBe('t');
});
