import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { PreparedClient } from './prepared-client.ts';

let product: TestProduct;
let client: PreparedClient;
let sent = Buffer.alloc(0);
beforeAll(async () => {
  product = await startProduct();
  client = new PreparedClient({ connectionString: product.databaseUrl, pipeline: true });
  client.on('error', () => undefined);
  await client.connect();
  const { connection } = client as unknown as {
    connection: { stream: { write: (piece: Buffer, done?: () => void) => boolean } };
  };
  const { stream } = connection;
  const write = stream.write.bind(stream);
  stream.write = (piece, done) => {
    sent = Buffer.concat([sent, piece]);
    return write(piece, done);
  };
});
afterAll(async () => {
  await (client as { end(): Promise<void> }).end();
  await product.close();
});
beforeEach(async () => {
  await ask('rollback');
});

/** How many messages of a kind were sent: they have this length when they carry nothing but their kind. */
function sentOf(kind: 'sync' | 'describe'): number {
  const message = kind === 'sync' ? 'S\0\0\0\x04' : 'D\0\0\0\x06P\0';
  return sent.toString('latin1').split(message).length - 1;
}

const ask = (text: string, values: unknown[] = []) =>
  client.query(text, values) as Promise<{ rows: object[]; command: string }>;
const put = (name: string) => ask('insert into sandbox (name, value) values ($1, $2)', [name, 'x']);
const namesLike = async (pattern: string) =>
  (await ask('select name from sandbox where name like $1 order by name', [pattern])).rows;
const reasonsOf = (answers: readonly PromiseSettledResult<unknown>[]) =>
  answers.map((answer) => (answer.status === 'rejected' ? (answer.reason as { code?: string }).code : 'ok'));

test('statements of a transaction that are asked together end with one Sync, and get their own answers', async () => {
  const number = (n: number) => ask('select $1::bigint as n, $2::text as t, null as nothing', [n, 'text']);
  const together = async (name: string) => {
    await ask('begin');
    sent = Buffer.alloc(0);
    const answers = await Promise.all([number(1), put(name), number(2), ask('commit')]);
    return answers.map(({ rows, command }) => [command, rows]);
  };
  const selected = (n: string) => ['SELECT', [{ n, t: 'text', nothing: null }]];
  const expected = [selected('1'), ['INSERT', []], selected('2'), ['COMMIT', []]];
  expect(await together('batch-1')).toEqual(expected);
  expect(sentOf('sync')).toBe(1);
  expect(await together('batch-2')).toEqual(expected);
  expect(sentOf('sync')).toBe(1);
  // What their columns are is known by now.
  expect(sentOf('describe')).toBe(0);
  expect(await namesLike('batch-%')).toHaveLength(2);
});

test('one that fails fails the rest of its batch, and the connection goes on', async () => {
  const unheard = () => ask('select $1::int + 4711 as n', [1]);
  await ask('begin');
  const settled = await Promise.allSettled([
    put('failed-1'),
    ask('select 1 / $1::int', [0]),
    put('failed-2'),
    unheard(),
    ask('commit'),
  ]);
  expect(reasonsOf(settled)).toEqual(['ok', '22012', '22012', '22012', '22012']);
  await ask('rollback');
  expect(await namesLike('failed-%')).toEqual([]);
  // PostgreSQL passed over its text before.
  expect((await unheard()).rows).toEqual([{ n: 4712 }]);
  expect(client.getTransactionStatus()).toBe('I');
});

test('batches that were sent before the failure was heard of fail too', async () => {
  await put('later-0');
  await ask('begin');
  const first = Promise.allSettled([ask('select 1 / $1::int', [0]), put('later-1')]);
  await new Promise((resolve) => process.nextTick(resolve));
  const second = Promise.allSettled([put('later-2'), ask('select 1'), put('later-3')]);
  expect(reasonsOf(await first)).toEqual(['22012', '22012']);
  expect(reasonsOf(await second)).toEqual(['25P02', '25P02', '25P02']);
  await ask('rollback');
  expect(await namesLike('later-%')).toEqual([{ name: 'later-0' }]);
});

test('outside a transaction each statement stands for itself', async () => {
  const settled = await Promise.allSettled([
    put('alone-1'),
    ask('select 1 / $1::int', [0]),
    put('alone-2'),
    ask('select 1'),
  ]);
  expect(reasonsOf(settled)).toEqual(['ok', '22012', 'ok', 'ok']);
  expect(await namesLike('alone-%')).toEqual([{ name: 'alone-1' }, { name: 'alone-2' }]);
});

test('after the commit a batch is over', async () => {
  const settled = await Promise.allSettled([
    ask('begin'),
    put('over-1'),
    ask('commit'),
    ask('select 1 / $1::int', [0]),
    put('over-2'),
  ]);
  expect(reasonsOf(settled)).toEqual(['ok', 'ok', 'ok', '22012', 'ok']);
  expect(await namesLike('over-%')).toEqual([{ name: 'over-1' }, { name: 'over-2' }]);
});

test('a value that cannot be sent fails its statement only', async () => {
  const unsendable = {
    toPostgres() {
      throw new Error('no such value');
    },
  };
  const settled = await Promise.allSettled([
    ask('begin'),
    put('sendable-1'),
    ask('select $1::text', [unsendable]),
    put('sendable-2'),
    ask('commit'),
  ]);
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(await namesLike('sendable-%')).toHaveLength(2);
});

test('a connection keeps so many plans, however many others have seen', async () => {
  const plansOf = async (asking: PreparedClient) => {
    const counted: unknown = asking.query('select count(*)::int as kept from pg_prepared_statements');
    const { rows } = (await counted) as { rows: { kept: number }[] };
    return rows[0]?.kept;
  };
  const other = new PreparedClient({ connectionString: product.databaseUrl });
  await other.connect();
  try {
    const madeUp = (n: number) => other.query(`select $1::int + ${n} as n`, [1]) as Promise<unknown>;
    await Promise.all(Array.from({ length: 1_100 }, (_, n) => madeUp(n)));
    expect(await plansOf(other)).toBe(1_000);
    const before = await plansOf(client);
    await ask('select $1::text as never_asked_before', ['x']);
    expect(await plansOf(client)).toBe((before ?? 0) + 1);
  } finally {
    await (other as { end(): Promise<void> }).end();
  }
});
