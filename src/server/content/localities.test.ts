import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shippedLocalities, shippedProvinceCodes } from '../../countries/localities.ts';
import { profileParts } from '../customers/profile/service.ts';
import type { ListedPlace, PlacesRegister } from '../integrations/places/port.ts';
import { newCustomer } from '../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { localityChanges, plainName, type KnownLocality } from './locality-changes.ts';
import { applyLocalities, compareLocalities, readRegister } from './locality-refresh.ts';

const none = { added: [], renamed: [], returned: [], vanished: [] };

describe('comparing', () => {
  const known = (id: number, name: string, code: string, hasVanished = false): KnownLocality => ({
    id,
    provinceId: 2,
    name,
    code,
    hasVanished,
  });
  const changes = (list: readonly KnownLocality[], places: readonly (readonly [string, string])[]) =>
    localityChanges(list, new Map([[2, places.map(([code, name]) => ({ code, name }))]]));

  test('a locality is the same by its code, whatever its accents', () => {
    expect(changes([known(1, 'Río Grande', '06001')], [['06001', 'RIO GRANDE']])).toEqual(none);
  });

  test('another name under the same code is a new name', () => {
    const { renamed, ...rest } = changes([known(1, 'Villa Vieja', '06001')], [['06001', 'Villa Nueva']]);
    expect(renamed).toMatchObject([{ id: 1, from: 'Villa Vieja', name: 'Villa Nueva' }]);
    expect(rest).toMatchObject({ added: [], vanished: [] });
  });

  test('one whose code has changed, or was made up, is known by its name', () => {
    expect(changes([known(1, 'Tolhuin', '94tolhuin')], [['94011010', 'Tolhuin']])).toEqual(none);
  });

  test('of several with one name in a province one is listed', () => {
    const { added } = changes(
      [known(1, 'Azul', '06001')],
      [
        ['06001', 'Azul'],
        ['06002', 'Azul'],
        ['06003', 'Nuevo'],
        ['06004', 'nuevo'],
      ],
    );
    expect(added).toEqual([{ provinceId: 2, name: 'Nuevo', code: '06003' }]);
  });

  test('what is gone and what is back is told', () => {
    const list = [
      known(1, 'Ida', '06001'),
      known(2, 'Vuelta', '06002', true),
      known(3, 'Perdida', '06003', true),
    ];
    const { vanished, returned } = changes(list, [['06002', 'Vuelta']]);
    expect(vanished.map(({ id }) => id)).toEqual([1]);
    expect(returned.map(({ id }) => id)).toEqual([2]);
  });

  test('names are compared as people read them', () => {
    expect(plainName('  Gral. San Martín (Est.)')).toBe(plainName('GRAL SAN MARTIN EST'));
  });
});

describe('a refresh', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.close());

  const codes = shippedProvinceCodes('AR');
  const tierraDelFuego = '23';
  let places: Map<string, ListedPlace[]>;
  beforeEach(async () => {
    await product.deps.db.deleteFrom('locality').execute();
    places = new Map();
    for (const [id, code] of codes) {
      const listed = shippedLocalities('AR').filter(({ provinceId }) => String(provinceId) === id);
      places.set(
        code,
        listed.map(({ name, code: own }) => ({ name, code: own })),
      );
    }
  });

  const register: PlacesRegister = {
    provinces: async () => Array.from(places.keys(), (code) => ({ code, name: code })),
    localities: async (code) => places.get(code) ?? [],
  };
  const ofFuego = () => places.get(codes.get(tierraDelFuego) ?? '') ?? [];
  const apply = async () =>
    applyLocalities(product.deps.db, 'AR', await readRegister('AR', register), product.deps.clock.now());
  const listOf = async (id: string) =>
    (await product.call('GET /api/v3/locality/{id}', { params: { id } })).body.model as Record<
      string,
      string
    >;
  const idOf = async (name: string) =>
    Object.entries(await listOf(tierraDelFuego)).find(([, each]) => each === name)?.[0];

  test('of what the release ships changes nothing', async () => {
    expect(await apply()).toEqual(none);
    expect(await product.deps.db.selectFrom('locality').selectAll().execute()).toEqual([]);
  });

  test('adds, renames and takes away, keeps every id, and again changes nothing', async () => {
    const before = await listOf(tierraDelFuego);
    const [gone, renamed] = ofFuego();
    places.set('94', [
      { code: renamed?.code ?? '', name: 'Puerto Nuevo' },
      ...ofFuego().slice(2),
      { code: '94999010', name: 'Lugar Flamante' },
    ]);
    expect(await compareLocalities(product.deps.db, 'AR', await readRegister('AR', register))).toMatchObject({
      added: [{ name: 'Lugar Flamante' }],
    });
    expect(await listOf(tierraDelFuego)).toEqual(before);
    expect(await apply()).toMatchObject({
      added: [{ name: 'Lugar Flamante', provinceId: 23 }],
      renamed: [{ from: renamed?.name }],
      vanished: [{ name: gone?.name }],
    });
    const after = await listOf(tierraDelFuego);
    const id = await idOf('Lugar Flamante');
    expect(id).toBe('100001');
    const [renamedId = ''] = Object.entries(before).find(([, name]) => name === renamed?.name) ?? [];
    expect(after[renamedId]).toBe('Puerto Nuevo');
    expect(Object.values(after)).not.toContain(gone?.name);
    expect(after['9999']).toBe('Otra ciudad');
    expect(await apply()).toEqual(none);
    // Gone and back again: under the same ids.
    places.set('94', [{ code: gone?.code ?? '', name: gone?.name ?? '' }, ...ofFuego()]);
    expect(await apply()).toMatchObject({ added: [], returned: [{ name: gone?.name }], vanished: [] });
    expect(await idOf('Lugar Flamante')).toBe(id);
    expect(await idOf(gone?.name ?? '')).toBe(
      Object.entries(before).find(([, name]) => name === gone?.name)?.[0],
    );
  });

  test('leaves the capital and the other city as they are', async () => {
    const before = await listOf('1');
    places.set('02', [{ code: '02000010', name: 'Otra' }]);
    expect(await apply()).toEqual(none);
    expect(await listOf('1')).toEqual(before);
    expect(before['515']).toBe('Ciudad de Buenos Aires');
  });

  test('that lost much of a province, or has other provinces, changes nothing at all', async () => {
    const listed = ofFuego();
    places.get('06')?.push({ code: '06999010', name: 'Lugar Flamante' });
    places.set('94', listed.slice(Math.ceil(listed.length / 2)));
    await expect(apply()).rejects.toThrow(/no longer has \d+ of \d+ localities of province 23/);
    places.set('94', []);
    await expect(apply()).rejects.toThrow('nothing is changed');
    places.set('94', listed);
    places.set('98', []);
    await expect(apply()).rejects.toThrow('other provinces');
    places.delete('98');
    places.delete('94');
    await expect(apply()).rejects.toThrow('other provinces');
    expect(await product.deps.db.selectFrom('locality').selectAll().execute()).toEqual([]);
  });

  test('twice at once gives each new locality one id', async () => {
    places.get('94')?.push({ code: '94999010', name: 'Lugar Flamante' });
    await Promise.all([apply(), apply()]);
    const rows = await product.deps.db.selectFrom('locality').select(['id', 'name']).execute();
    expect(rows).toEqual([{ id: 100_001, name: 'Lugar Flamante' }]);
  });

  test('offers new ones for addresses, and names those that addresses keep', async () => {
    places.get('94')?.push({ code: '94999010', name: 'Lugar Flamante' });
    await apply();
    const customer = await newCustomer(product);
    const address = {
      country_id: '858',
      province_id: tierraDelFuego,
      city_id: '100001',
      street: 'Maipú',
      street_number: '1',
      zipcode: '9410',
      state: '',
    };
    const save = () => product.call('POST /api/v3/address', { token: customer.token, body: address });
    const saved = await save();
    expect(saved.body.model?.address).toMatchObject({ city: 'Lugar Flamante', city_id: 100_001 });
    places.get('94')?.pop();
    await apply();
    expect((await save()).body.fields).toEqual({ city_id: 'Seleccionar una ciudad.' });
    const row = await product.deps.db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow();
    const shown = await profileParts(product.deps.db, 'AR', row);
    expect(shown.address?.city).toBe('Lugar Flamante');
  });
});
