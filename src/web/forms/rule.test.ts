import { expect, it } from 'vitest';
import { packOf } from '../../countries/index.ts';
import { setBusinessClock } from '../business-clock.ts';
import { ruleOf } from './rule.ts';

it('compares the expiry of a card with the server’s clock, not with the device’s own', () => {
  const rule = ruleOf(packOf('AR'), 'expiration_date');
  setBusinessClock('2031-02-10T15:00:00Z', Date.now());
  expect(rule('0231', {})).toBe('El campo vencimiento es menor a la fecha actual.');
  expect(rule('0331', {})).toBeUndefined();
  setBusinessClock('2020-02-10T15:00:00Z', Date.now());
  expect(rule('0320', {})).toBeUndefined();
  setBusinessClock(undefined, Date.now());
  expect(rule('0331', {})).toBeUndefined();
  expect(rule('0320', {})).toBe('El campo vencimiento es menor a la fecha actual.');
});
