import { expect, it } from 'vitest';
import { ApiFailure } from '../../ui/api-failure.ts';
import { failureFacts } from './use-exchange.ts';

it('tells what went wrong and its code', () => {
  const refused = new ApiFailure({ code: 'account_held', status: 403, message: 'No podés ingresar.' });
  expect(failureFacts(refused)).toEqual({ messages: 'No podés ingresar.', code: 'account_held' });
  expect(failureFacts(new TypeError('x')).code).toBe('unknown');
});
