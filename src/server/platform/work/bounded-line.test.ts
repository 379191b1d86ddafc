import { expect, test } from 'vitest';
import { boundedLine, OverloadedError } from './bounded-line.ts';

test('two at once, three wait, the others are turned away; a failure frees its place', async () => {
  const line = boundedLine(2, 3);
  const release: (() => void)[] = [];
  let inside = 0;
  let most = 0;
  const work = async (n: number) => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise<void>((resolve) => release.push(resolve));
    inside -= 1;
    if (n === 0) throw new Error('broken');
    return n;
  };
  const runs = Array.from({ length: 7 }, (_none, n) => line(() => work(n)));
  const settled = Promise.allSettled(runs);
  for (let n = 0; n < 5; n += 1) {
    await expect.poll(() => release.length).toBeGreaterThan(n);
    release[n]?.();
  }
  const outcomes = await settled;
  expect(outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason))).toEqual([
    new Error('broken'),
    1,
    2,
    3,
    4,
    new OverloadedError('too much work is waiting'),
    new OverloadedError('too much work is waiting'),
  ]);
  expect(most).toBe(2);
  expect(await line(() => Promise.resolve('free again'))).toBe('free again');
});

test('who has waited too long is turned away and not run; those behind go on', async () => {
  const line = boundedLine(1, 3, 20);
  let release = () => undefined as void;
  const first = line(() => new Promise<string>((resolve) => (release = () => resolve('first'))));
  let hasRun = false;
  const late = line(async () => (hasRun = true));
  await expect(late).rejects.toThrow(OverloadedError);
  release();
  expect(await first).toBe('first');
  expect(await line(() => Promise.resolve('third'))).toBe('third');
  expect(hasRun).toBe(false);
});
