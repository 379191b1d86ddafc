import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { transaction } from '../../platform/database.ts';
import { addPerson } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { consoleUrl, signInAs } from '../testing/console.ts';
import { recordMove } from './service.ts';

const dayMs = 86_400_000;
let product: TestProduct;
let people: readonly number[];
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  const members = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  people = members.map(({ id }) => Number(id));
});
afterAll(() => product.close());

describe.each(['AR', 'UY'] as const)('%s: one person is enough', (country) => {
  const limit = SERVER_ENTRIES[country].fourEyesFrom * 100;

  /** @param who place of the employee @param after days from now */
  const move = (who: number, amount: number, customerId: number | undefined, after = 0) =>
    transaction(product.deps.db, (tx) =>
      recordMove(tx, {
        at: new Date(product.deps.clock.now().getTime() + after * dayMs),
        country,
        kind: 'refund',
        amount,
        askedBy: people[who] ?? 0,
        approvedBy: undefined,
        ...(customerId === undefined ? {} : { customerId }),
        subject: 'test',
      }),
    );

  test('below the limit of a day, not at it', async () => {
    expect(await move(0, limit - 1, undefined)).toBe(true);
    expect(await move(0, 1, undefined)).toBe(false);
    expect(await move(1, limit, undefined, 1)).toBe(false);
    expect(await move(0, limit - 1, undefined, 2)).toBe(true);
  });

  test('until all moves of a customer reach the limit in thirty days, whoever made them', async () => {
    const { id } = await addPerson(product, { country });
    expect(await move(0, limit / 2, id, 10)).toBe(true);
    expect(await move(1, limit / 2 - 1, id, 12)).toBe(true);
    expect(await move(1, 1, id, 39)).toBe(false);
    expect(await move(1, 1, id, 41)).toBe(true);
  });
});
