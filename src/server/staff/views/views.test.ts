import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { permissionsOf, STAFF_ROLES } from '../../../contract/staff/permissions.ts';
import { LISTS, MOST_VIEWS, type ListName } from '../../../contract/staff/views.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { auditedWrites } from '../testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../testing/console.ts';

let product: TestProduct;
let audit: ReturnType<typeof auditedWrites>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  audit = auditedWrites(product);
});
afterAll(() => product.close());

interface Asked {
  readonly list?: string;
  readonly name?: string;
  readonly filters?: Readonly<Record<string, string>>;
}
const newName = () => `Vista ${randomUUID().slice(0, 8)}`;
const bodyOf = ({
  list = '/tickets',
  name = newName(),
  filters = { tipo: 'reclamo', pais: 'AR' },
}: Asked) => ({
  list,
  name,
  filters,
});
const save = (by: StaffMember, asked: Asked = {}) =>
  by.call('POST /api/staff/views', { body: bodyOf(asked) });
const viewsOf = async (by: StaffMember) => (await by.call('GET /api/staff/views')).body.result;
const rename = (by: StaffMember, id: string, version: number, name: string) =>
  by.call('POST /api/staff/views/{id}/rename', { params: { id }, version, body: { name } });

test('a view is kept, found on another machine, renamed and deleted, each with its row of the audit', async () => {
  const agent = await signInAs(product, 'agent');
  const { body } = await audit.write(agent, 'POST /api/staff/views', {
    body: bodyOf({ name: '  Reclamos viejos ', filters: { antiguedad: '7', tipo: 'reclamo', pais: 'UY' } }),
  });
  expect(body.result).toEqual({
    id: expect.stringMatching(/^\d+$/),
    list: '/tickets',
    name: 'Reclamos viejos',
    filters: { antiguedad: '7', tipo: 'reclamo', pais: 'UY' },
    version: 1,
  });
  const { id } = body.result;
  const elsewhere = await signInAs(product, 'agent');
  expect(await viewsOf(elsewhere)).toContainEqual(body.result);
  const of = { params: { id }, version: 1 };
  const renamed = await audit.write(elsewhere, 'POST /api/staff/views/{id}/rename', {
    ...of,
    body: { name: 'Reclamos' },
  });
  expect(renamed.body.result).toEqual({ ...body.result, name: 'Reclamos', version: 2 });
  await audit.write(agent, 'POST /api/staff/views/{id}/delete', { ...of, version: 2 });
  expect(await viewsOf(agent)).not.toContainEqual(expect.objectContaining({ id }));
  const [saved, changed, deleted] = (await audit.rows()).filter(({ subject }) => subject === `view:${id}`);
  expect(saved).toMatchObject({ subject_name: 'Reclamos viejos', after: { list: '/tickets' } });
  expect(changed).toMatchObject({ before: { name: 'Reclamos viejos' }, after: { name: 'Reclamos' } });
  expect(deleted).toMatchObject({ before: { filters: { antiguedad: '7' } }, after: {} });
  expect(audit.left('/api/staff/views')).toEqual([]);
});

test('another person’s view is neither seen nor changed', async () => {
  const [owner, other] = [await signInAs(product, 'head'), await signInAs(product, 'collector')];
  const { result: view } = (await save(owner)).body;
  expect(await viewsOf(other)).not.toContainEqual(expect.objectContaining({ id: view.id }));
  expect(await rename(other, view.id, 1, 'Mía')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const gone = await other.call('POST /api/staff/views/{id}/delete', { params: { id: view.id }, version: 1 });
  expect(gone).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await viewsOf(owner)).toContainEqual(view);
});

test('whoever may read a list keeps views of it, and nobody else', async () => {
  for (const role of STAFF_ROLES) {
    const person = await signInAs(product, role);
    for (const [list, { call }] of Object.entries(LISTS)) {
      const { permission }: Endpoint = contract[call];
      const mayRead =
        permission === 'any' || (permission !== undefined && permissionsOf([role]).has(permission));
      const answer = await save(person, { list, filters: {} });
      expect([role, list, answer.body.code ?? 'saved']).toEqual([
        role,
        list,
        mayRead ? 'saved' : 'permission',
      ]);
    }
  }
  // Who loses a role no longer sees its lists' views.
  const agent = await signInAs(product, 'agent');
  const roles = (names: string[]) =>
    product.deps.db
      .updateTable('staff_member')
      .set({ roles: names })
      .where('id', '=', Number(agent.id))
      .execute();
  await roles(['administrator']);
  const lists = (await viewsOf(agent)).map(({ list }: { list: ListName }) => list);
  expect([lists.includes('/aprobaciones'), lists.includes('/tickets')]).toEqual([true, false]);
  await roles(['agent']);
});

test('a view of a country that is not the person’s is refused', async () => {
  const auditor = await signInAs(product, 'auditor');
  const set = (countries: string[]) =>
    product.deps.db
      .updateTable('staff_member')
      .set({ countries })
      .where('id', '=', Number(auditor.id))
      .execute();
  await set(['AR']);
  for (const [list, { filters }] of Object.entries(LISTS)) {
    if (!('pais' in filters.shape)) continue;
    const of = (pais: string) => save(auditor, { list, filters: { pais } });
    expect([list, (await of('AR')).status]).toEqual([list, 200]);
    expect(await of('UY')).toMatchObject({ status: 403, body: { code: 'country_forbidden' } });
  }
  await set(['AR', 'UY']);
});

test.each([
  ['a filter of another list', '/tickets', { motivo: 'fraud' }],
  ['what leads elsewhere', '/tickets', { to: 'https://otro.example' }],
  ['a value that the filter never has', '/tickets', { tipo: 'nada' }],
  ['a country that there is not', '/tickets', { pais: 'XX' }],
  ['an empty value', '/tickets', { tipo: '' }],
  ['words with a line’s end', '/configuracion', { buscar: 'a\nb' }],
  ['a day that is none', '/registro', { desde: '2026-02-31' }],
  ['an address as a number', '/registro', { persona: '1&x=2' }],
] as const)('%s is refused', async (_what, list, filters) => {
  const head = await signInAs(product, 'head');
  expect(await save(head, { list, filters })).toMatchObject({ status: 422, body: { code: 'view_filters' } });
});

test('a list that there is not, and names without words or end, are refused', async () => {
  const head = await signInAs(product, 'head');
  const wrong = [
    { list: '/llaves' },
    { list: 'https://otro.example/tickets' },
    { name: '   ' },
    { name: 'a\0b' },
    { name: 'x'.repeat(41) },
    { filters: { buscar: 'a\0b' }, list: '/configuracion' },
    { filters: Object.fromEntries(Array.from({ length: 3 }, (_, at) => [`x${at}`.repeat(20), 'y'])) },
  ];
  for (const asked of wrong) {
    const { status } = await save(head, asked);
    expect([asked, status]).toEqual([asked, 422]);
  }
});

test('a name is one view of a list, in capitals or not; another list has its own', async () => {
  const head = await signInAs(product, 'head');
  const name = newName();
  const first = (await save(head, { name })).body.result;
  expect(await save(head, { name: name.toUpperCase() })).toMatchObject({
    status: 409,
    body: { code: 'view_name', message: 'Ya tenés una vista con ese nombre en esta lista.' },
  });
  const [elsewhere, second] = [await save(head, { name, list: '/envios', filters: {} }), await save(head)];
  expect(elsewhere.status).toBe(200);
  expect(await rename(head, second.body.result.id, 1, name)).toMatchObject({ body: { code: 'view_name' } });
  expect((await rename(head, first.id, 1, name.toUpperCase())).status).toBe(200);
});

test('a view that was changed on another page is not overwritten', async () => {
  const head = await signInAs(product, 'head');
  const { id } = (await save(head)).body.result;
  expect((await rename(head, id, 1, newName())).status).toBe(200);
  const late = await rename(head, id, 1, newName());
  expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect(late.body.message).toContain('en otra pantalla');
  const stale = await head.call('POST /api/staff/views/{id}/delete', { params: { id }, version: 1 });
  expect(stale.body.code).toBe('changed_meanwhile');
  const unseen = await head.call('POST /api/staff/views/{id}/delete', { params: { id } });
  expect(unseen.status).toBe(428);
});

test('a request that is repeated keeps one view; a list has so many, however they come', async () => {
  const treasurer = await signInAs(product, 'treasury');
  const list = '/bloqueos';
  const own = async () =>
    (await viewsOf(treasurer)).filter((view: { list: string }) => view.list === list).length;
  const held = await own();
  const again = { body: bodyOf({ list, filters: {} }), headers: { 'idempotency-key': randomUUID() } };
  const answers = [];
  for (let time = 0; time < 2; time += 1) answers.push(await treasurer.call('POST /api/staff/views', again));
  expect(answers[1]!.body.result).toEqual(answers[0]!.body.result);
  expect(await own()).toBe(held + 1);
  const many = await Promise.all(
    Array.from({ length: MOST_VIEWS + 3 }, () => save(treasurer, { list, filters: {} })),
  );
  expect(many.filter(({ status }) => status === 200).length).toBe(MOST_VIEWS - held - 1);
  expect(many.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    body: {
      code: 'view_limit',
      message: `Ya tenés ${MOST_VIEWS} vistas de esta lista. Borrá una para guardar otra.`,
    },
  });
  expect(await own()).toBe(MOST_VIEWS);
});
