import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { snackbar } from './snackbar-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  snackbar.close();
  vi.useRealTimers();
});

test('a message goes after 3000 ms, or after its own time', () => {
  snackbar.show({ message: 'Uno' });
  vi.advanceTimersByTime(2999);
  expect(snackbar.get()?.message).toBe('Uno');
  vi.advanceTimersByTime(1);
  expect(snackbar.get()).toBeNull();
  snackbar.show({ message: 'Dos', timeout: 6000 });
  vi.advanceTimersByTime(5999);
  expect(snackbar.get()?.message).toBe('Dos');
  vi.advanceTimersByTime(1);
  expect(snackbar.get()).toBeNull();
});

test('the same text again does not hold it; another one has its whole time', () => {
  snackbar.show({ message: 'Uno' });
  vi.advanceTimersByTime(2000);
  snackbar.show({ message: 'Uno' });
  vi.advanceTimersByTime(999);
  expect(snackbar.get()?.message).toBe('Uno');
  snackbar.show({ message: 'Dos' });
  vi.advanceTimersByTime(2999);
  expect(snackbar.get()?.message).toBe('Dos');
  vi.advanceTimersByTime(1);
  expect(snackbar.get()).toBeNull();
});

test('closed, it takes its time with it', () => {
  snackbar.show({ message: 'Uno' });
  vi.advanceTimersByTime(1000);
  snackbar.close();
  snackbar.show({ message: 'Uno' });
  vi.advanceTimersByTime(2999);
  expect(snackbar.get()?.message).toBe('Uno');
});
