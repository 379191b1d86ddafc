import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { EXPORTS, MOST_EXPORTED, type ExportName } from '../../../contract/staff/exports.ts';
import { mayMake, permissionsOf, STAFF_ROLES } from '../../../contract/staff/permissions.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../../testing/product.ts';
import { addDeeds, auditedWrites } from '../testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../testing/console.ts';

let product: TestProduct;
let audit: ReturnType<typeof auditedWrites>;
let head: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  audit = auditedWrites(product);
  head = await signInAs(product, 'head');
  await sql`
    insert into collection_file (id, country, network, name, sha256, settled_on, line_count, amount, imported_at)
    overriding system value values (1, 'UY', 'abitab', 'a.txt', ''::bytea, current_date, 0, 0, now())`.execute(
    product.deps.db,
  );
  await sql`
    with p as (insert into partner (country, code, name, kind, created_by, created_at)
      values ('UY', 'crm', 'CRM', 'own', ${Number(head.id)}, now()) returning id, created_by)
    insert into webhook_endpoint (id, country, partner_id, url, types, secret, created_by, created_at)
    overriding system value select 1, 'UY', id, 'https://example.com/', '{}', '', created_by, now() from p`.execute(
    product.deps.db,
  );
});
afterAll(() => product.close());

const key = 'POST /api/staff/lists/{list}/export';
const lists = Object.keys(EXPORTS) as ExportName[];
/** Path parameters of lists under another record. */
const places: Partial<Record<ExportName, Record<string, string>>> = {
  rendicion: { id: '1' },
  'entregas-de-webhook': { id: '1' },
  'datos-a-confirmar': { country: 'AR', name: 'provisions' },
  'valores-por-dia': { country: 'UY', kind: 'unit' },
  'cambios-de-feriados': { country: 'UY' },
};
const asked = (list: ExportName, query: Record<string, string> = {}) => ({
  params: { list },
  query: { ...places[list], ...query },
});
/** Lines of the file without its header. */
const linesOf = (answer: TestAnswer) => String(answer.body).trim().split('\r\n').slice(1);
const nameOf = (answer: TestAnswer) => answer.headers.get('content-disposition');

/** Tickets without a customer, by kind. */
const addTickets = (many: number, kind: string, subject: string, country = 'AR') =>
  sql`
    insert into ticket (country, public_id, kind, subject, name, status, created_at, updated_at)
    select ${country}, gen_random_uuid()::text, ${kind}, ${subject}, 'Ana', 'open', ${product.deps.clock.now()}::timestamptz, ${product.deps.clock.now()}::timestamptz
    from generate_series(1, ${many}::int)`.execute(product.deps.db);

test('every list is exported by roles that may read and export it, with an audit row', async () => {
  for (const list of lists) {
    const answer = await audit.write(head, key, asked(list));
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect([list, nameOf(answer)]).toEqual([list, `attachment; filename="${list}.csv"`]);
    const [first = ''] = String(answer.body).split('\r\n');
    expect([list, first.startsWith('\uFEFF')]).toEqual([list, true]);
    // Each column has its own Spanish header: no contract field name shows.
    const names = Object.keys(contract[EXPORTS[list]].response.shape.result.element.shape);
    const heads = first.slice(1).split(';');
    expect([list, heads.filter((each) => names.includes(each))]).toEqual([list, []]);
  }
  expect(audit.left('/api/staff/lists')).toEqual([]);
});

test('each role takes away the lists that it reads, if it takes lists away at all', async () => {
  for (const role of STAFF_ROLES) {
    const person = await signInAs(product, role);
    const held = permissionsOf([role]);
    for (const list of lists) {
      const isAllowed = held.has('lists.export') && mayMake(contract[EXPORTS[list]], held);
      const { status } = await person.call(key, asked(list));
      expect([role, list, status]).toEqual([role, list, isAllowed ? 200 : 403]);
    }
  }
});

test('a file has the rows of the filters, all of them, in the order and with the masks of the screen', async () => {
  await addTickets(120, 'reclamo', 'Cuota; con "comillas"');
  await addTickets(3, 'suggestion', '=1+1');
  const query = { kind: 'reclamo', country: 'AR' };
  const answer = await audit.write(head, key, asked('tickets', query));
  const screen = (await head.call('GET /api/staff/tickets', { query })).body.result;
  const lines = linesOf(answer);
  expect(lines.length).toBe(120);
  // Page size is fixed: callers cannot change it.
  const more = await head.call('GET /api/staff/tickets', { query: { ...query, size: '1000' } });
  expect(more.body.result.length).toBe(50);
  expect(lines.slice(0, screen.length).map((line) => line.split(';')[0])).toEqual(
    screen.map(({ id }: { id: string }) => id),
  );
  expect(lines[0]).toContain(';"Cuota; con ""comillas""";');
  expect(lines[0]).toContain(';Ana;');
  // Spreadsheet formulas are escaped.
  const others = linesOf(await head.call(key, asked('tickets', { kind: 'suggestion' })));
  expect(others.map((line) => line.includes(";'=1+1;"))).toEqual([true, true, true]);
  const [row] = (await audit.rows()).toReversed();
  expect(row).toMatchObject({ subject: 'list:tickets', after: { rows: 3, kind: 'suggestion' } });
  expect(linesOf(await head.call(key, asked('tickets', { kind: 'withdrawal' })))).toEqual([]);
});

test('a country that is not the person’s is in no file of theirs', async () => {
  await addTickets(2, 'reclamo', 'De Uruguay', 'UY');
  const auditor = await signInAs(product, 'auditor');
  const set = (countries: string[]) =>
    product.deps.db
      .updateTable('staff_member')
      .set({ countries })
      .where('id', '=', Number(auditor.id))
      .execute();
  await set(['AR']);
  const all = await auditor.call(key, asked('tickets'));
  expect([all.status, String(all.body).includes('De Uruguay')]).toEqual([200, false]);
  for (const list of lists) {
    const { query, params } = contract[EXPORTS[list]] as Endpoint;
    if (!('country' in (query?.shape ?? {})) && !('country' in (params?.shape ?? {}))) continue;
    const foreign = await auditor.call(key, asked(list, { country: 'UY' }));
    expect([list, foreign.status, foreign.body.code]).toEqual([list, 403, 'country_forbidden']);
  }
  for (const list of ['rendicion', 'entregas-de-webhook'] as const)
    expect((await auditor.call(key, asked(list))).status).toBe(404);
  await set(['AR', 'UY']);
});

test('unknown filters are ignored, wrong ones refused, and no file begins at a later page', async () => {
  const all = linesOf(await head.call(key, asked('tickets'))).length;
  expect(linesOf(await head.call(key, asked('tickets', { from: '999999999', other: 'x' }))).length).toBe(all);
  const [row] = (await audit.rows()).toReversed();
  expect(Object.keys(row!.after as object)).toEqual(['rows']);
  expect((await head.call(key, asked('tickets', { kind: 'nada' }))).status).toBe(400);
  expect((await head.call(key, { params: { list: 'todo' } })).status).toBe(404);
  expect((await head.call(key, { params: { list: 'rendicion' } })).status).toBe(400);
});

test('a file has so many rows at most, and its name says that there are more', async () => {
  await addTickets(MOST_EXPORTED + 1, 'cancelación', 'Muchos');
  const answer = await head.call(key, asked('tickets', { kind: 'cancelación' }));
  expect(linesOf(answer).length).toBe(MOST_EXPORTED);
  expect(nameOf(answer)).toBe('attachment; filename="tickets-parte.csv"');
});

test('states are written in the words of the screen, instants as its country’s clocks showed them', async () => {
  await addTickets(1, 'data-erasure', 'Palabras');
  const [line = ''] = linesOf(await head.call(key, asked('tickets', { kind: 'data-erasure' })));
  expect(line).toContain(';Argentina;Supresión de datos;Palabras;;Abierto;');
  const local = new Date(product.deps.clock.now().getTime() - 3 * 3_600_000).toISOString();
  expect(line).toContain(`;${local.slice(0, 10)} ${local.slice(11, 13)}:`);
  expect(line).not.toMatch(/\d\dT\d\d/);
});

test('it takes a proof that it is still the person, and ends for today', async () => {
  const accounting = await signInAs(product, 'accounting');
  await addDeeds(product, accounting, key, { times: 40 });
  const over = await accounting.call(key, asked('envios'));
  expect(over).toMatchObject({ status: 429, body: { code: 'daily_limit' } });
  await product.deps.db
    .updateTable('staff_session')
    .set({ proven_at: null })
    .where('staff_id', '=', Number(head.id))
    .execute();
  expect(await head.call(key, asked('envios'))).toMatchObject({ status: 403, body: { code: 'step_up' } });
});
