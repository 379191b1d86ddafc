import { expect, it } from 'vitest';
import { packOf } from '../../countries/index.ts';
import { tellBusinessClock } from '../business-clock.ts';
import { ruleOf } from './rule.ts';

it('compares the expiry of a card with the server’s clock, not with the device’s own', () => {
  const rule = ruleOf(packOf('AR'), 'expiration_date');
  tellBusinessClock('2031-02-10T15:00:00Z', Date.now());
  expect(rule('0231', {})).toBe('El campo vencimiento es menor a la fecha actual.');
  expect(rule('0331', {})).toBeUndefined();
  tellBusinessClock('2020-02-10T15:00:00Z', Date.now());
  expect(rule('0320', {})).toBeUndefined();
  tellBusinessClock(undefined, Date.now());
  expect(rule('0331', {})).toBeUndefined();
  expect(rule('0320', {})).toBe('El campo vencimiento es menor a la fecha actual.');
});
