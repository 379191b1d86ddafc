import { afterEach, expect, test, vi } from 'vitest';
import { listenToEvents, track, type Tracked } from './analytics.ts';

afterEach(() => listenToEvents(() => undefined));

test('an event is of type 8 unless it names another', () => {
  const listener = vi.fn<Tracked>();
  track('page_view');
  listenToEvents(listener);
  track('page_view', { title: 'Estado de cuenta' });
  track('reset', {}, 3);
  expect(listener.mock.calls).toEqual([
    ['page_view', { title: 'Estado de cuenta' }, 8],
    ['reset', {}, 3],
  ]);
});
