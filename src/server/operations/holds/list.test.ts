import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdStops } from '../../customers/holds/service.ts';
import { transaction } from '../../platform/database.ts';
import { consoleUrl } from '../../staff/testing/console.ts';
import { addPerson } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { holdTools } from './testing/holds.ts';

let product: TestProduct;
let at: Awaited<ReturnType<typeof holdTools>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  at = await holdTools(product);
});
afterAll(() => product.close());

const person = async () => String((await addPerson(product)).id);

test('the list pages through all, oldest first, and counts by reason', async () => {
  for (let made = 0; made < 55; made += 1)
    expect((await at.place(at.head, await person(), 'deceased')).status).toBe(200);
  for (let made = 0; made < 3; made += 1) await at.lift(await at.hold(await person(), 'fraud'));
  const read = async (query: Record<string, string>) =>
    (await at.head.call('GET /api/staff/holds', { query })).body;
  const first = await read({ reason: 'deceased', country: 'AR' });
  expect(first.result).toHaveLength(50);
  const rest = await read({ reason: 'deceased', country: 'AR', from: first.next });
  const all = [...first.result, ...rest.result];
  expect(rest.next).toBe('');
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const placed: string[] = all.map(({ placed_at: each }) => each);
  expect(placed).toEqual(placed.toSorted());
  expect(first.counts.deceased).toBe(all.length);
  const ended: string[] = (await read({ view: 'ended' })).result.map(
    ({ lifted_at: lifted }: { lifted_at: string }) => lifted,
  );
  expect(ended).toEqual(ended.toSorted().toReversed());
  expect(ended).toHaveLength(3);
}, 60_000);

test('among many, pages and questions of single people are found by indexes', async () => {
  const { db } = product.deps;
  const customer = await person();
  await sql`
    insert into customer (country, hash, email, first_name, last_name, document_number, cellphone, cellphone_prefix, birthdate, created_at)
    select 'AR', 'many-' || n, 'many' || n || '@example.com', 'Ana', 'Prueba', (60000000 + n)::text, '', '', '1990-01-01', now()
    from generate_series(1, 12000) n`.execute(db);
  await sql`
    insert into customer_hold (country, customer_id, reason, note, placed_at, placed_by, lifted_at)
    select 'AR', id, 'fraud', '', now() - id * interval '1 second', ${Number(at.head.id)}::bigint,
      case when id % 10 = 0 then null else now() - id * interval '1 millisecond' end
    from customer where hash like 'many-%'`.execute(db);
  await sql`analyze customer_hold`.execute(db);
  await transaction(db, async (tx) => {
    const planOf = async (statement: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join(' ');
    };
    const active = await planOf(sql`select id from customer_hold h where h.lifted_at is null
      and h.country = any('{AR,UY}') and (h.placed_at, h.id) > (now() - interval '1 day', 5)
      order by h.placed_at, h.id limit 51`);
    expect(active).toContain('customer_hold_listed');
    const ended = await planOf(sql`select id from customer_hold h where h.lifted_at is not null
      and h.country = any('{AR,UY}') order by h.lifted_at desc, h.id desc limit 51`);
    expect(ended).toContain('customer_hold_lifted');
    const asked = await planOf(sql`select ${holdStops('login', sql`${Number(customer)}::bigint`)}`);
    expect(asked).toMatch(/using customer_hold_(now|customer)/);
    for (const plan of [active, ended, asked]) expect(plan).not.toMatch(/Sort|Seq Scan/);
  });
  const first = await at.head.call('GET /api/staff/holds', { query: { reason: 'fraud' } });
  expect(first.body.counts.fraud).toBe(1000);
});
