import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { transaction } from './database.ts';
import { PreparedClient } from './prepared-client.ts';
import { prepared } from './statements.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test('a prepared statement is built once and runs with its own values each time', async () => {
  let builds = 0;
  const counts = prepared((db, key: string, least: number) => {
    builds += 1;
    return db
      .selectFrom('rate_count')
      .select(['key', 'hits'])
      .where('hits', '>=', least)
      .where('key', '=', key)
      .where('hits', '<', 1_000);
  });
  const add = prepared((db, key: string, hits: number, at: Date) =>
    db.insertInto('rate_count').values({ key, hits, window_started_at: at }),
  );
  const { db, clock } = product.deps;
  await transaction(db, async (tx) => {
    await add.run(tx, 'prepared-a', 3, clock.now());
    await tx.executeQuery(add.with('prepared-b', 5, clock.now()));
  });
  const both = [counts.run(db, 'prepared-a', 1), counts.run(db, 'prepared-b', 5)];
  expect(await Promise.all(both)).toEqual([
    [{ key: 'prepared-a', hits: 3 }],
    [{ key: 'prepared-b', hits: 5 }],
  ]);
  expect(await counts.run(db, 'prepared-b', 6)).toEqual([]);
  expect(builds).toBe(1);
});

test('what is asked on a connection in one turn of the event loop is handed to the kernel at once', async () => {
  const client = new PreparedClient({ connectionString: product.databaseUrl, pipeline: true });
  client.on('error', () => undefined);
  await client.connect();
  const { connection } = client as unknown as {
    connection: { stream: { write: (...given: unknown[]) => boolean; destroy(): void } };
  };
  const { stream } = connection;
  const write = stream.write.bind(stream);
  let writes = 0;
  stream.write = (...given) => {
    writes += 1;
    return write(...given);
  };
  const ask = (n: number): Promise<{ rows: unknown[] }> => client.query('select $1::int as n', [n]);
  const answers = await Promise.all([1, 2, 3].map(ask));
  expect(answers.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  expect(writes).toBe(1);
  await ask(4);
  expect(writes).toBe(2);
  connection.stream.destroy();
});
