import { expect, it, vi } from 'vitest';
import { ApiFailure, transportTexts } from '../../ui/api-failure.ts';
import { storeReturn } from '../routes/return-to.ts';
import { snackbar } from './snackbar/snackbar-store.ts';
import { reportFailure } from './report-failure.ts';

it('shows the way to log in where the session has ended, and only there', () => {
  vi.stubGlobal('location', { pathname: '/balance/1/30111222', search: '', hash: '' });
  const message = 'Tu sesión terminó. Volvé a ingresar.';
  const ended = new ApiFailure({ code: 'unauthenticated', status: 401, message });
  reportFailure(ended);
  const login = '/login?redirectTo=%2Fbalance%2F1%2F30111222';
  expect(snackbar.get()).toMatchObject({ message, kind: 'warning', login, timeout: 6000 });
  snackbar.close();
  storeReturn('/balance/1/30111222', 'ended');
  reportFailure(ended);
  expect(snackbar.get()).toBeNull();
  vi.stubGlobal('location', { pathname: '/login', search: login.slice('/login'.length), hash: '' });
  reportFailure(ended);
  expect(snackbar.get()).toBeNull();
  reportFailure(new Error('x'));
  expect(snackbar.get()?.message).toBe(transportTexts.unreadable);
  expect(snackbar.get()).not.toHaveProperty('login');
});
