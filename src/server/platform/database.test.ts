import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { transaction, type Tx } from './database.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** What PostgreSQL itself says when two serializable transactions contradict each other. */
const refuse = (tx: Tx) =>
  sql`do $$ begin raise exception 'conflict' using errcode = 'serialization_failure'; end $$`.execute(tx);

describe('a command that meets a conflict', () => {
  test('is run again, whole, and leaves one effect', async () => {
    const { db } = product.deps;
    let tries = 0;
    await transaction(db, async (tx) => {
      tries += 1;
      await tx
        .insertInto('sandbox')
        .values({ name: `conflict-${tries}`, value: 'x' })
        .execute();
      if (tries < 3) await refuse(tx);
    });
    const rows = await db.selectFrom('sandbox').select('name').where('name', 'like', 'conflict-%').execute();
    expect(rows).toEqual([{ name: 'conflict-3' }]);
  });

  test('is given up after three tries, and nothing of it stays', async () => {
    const { db } = product.deps;
    let tries = 0;
    const command = transaction(db, async (tx) => {
      tries += 1;
      await tx.insertInto('sandbox').values({ name: 'never', value: 'x' }).execute();
      await refuse(tx);
    });
    await expect(command).rejects.toMatchObject({ code: '40001' });
    expect(tries).toBe(3);
    expect(await db.selectFrom('sandbox').select('name').where('name', '=', 'never').execute()).toEqual([]);
  });

  test('is not run again for any other failure', async () => {
    let tries = 0;
    const command = transaction(product.deps.db, async (tx) => {
      tries += 1;
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(command).rejects.toMatchObject({ code: '22012' });
    expect(tries).toBe(1);
  });
});
