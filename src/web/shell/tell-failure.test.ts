import { expect, it } from 'vitest';
import { ApiFailure, transportTexts } from '../../ui/api-failure.ts';
import { snackbar } from './snackbar/snackbar-store.ts';
import { tellFailure } from './tell-failure.ts';

it('shows the way to log in where the session has ended, and only there', () => {
  const message = 'Tu sesión terminó. Volvé a ingresar.';
  tellFailure(new ApiFailure({ code: 'unauthenticated', status: 401, message }));
  expect(snackbar.get()).toMatchObject({ message, kind: 'warning', login: true, timeout: 6000 });
  tellFailure(new Error('x'));
  expect(snackbar.get()?.message).toBe(transportTexts.unreadable);
  expect(snackbar.get()).not.toHaveProperty('login');
});
