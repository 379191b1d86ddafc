import { afterEach, describe, expect, test } from 'vitest';
import { example } from '../testing/example.ts';
import { localProvider, type GivenAnswer, type LocalProvider } from '../testing/local-provider.ts';
import { georef } from './georef.ts';
import type { PlacesRegister } from './port.ts';
import { sandboxPlaces } from './sandbox.ts';

const open: LocalProvider[] = [];
afterEach(() => open.splice(0).forEach((each) => each.close()));

async function registerWith(answer: (url: URL, count: number) => GivenAnswer, pageSize = 1_000) {
  let count = 0;
  const provider = await localProvider(({ path }) => answer(new URL(path, 'http://georef'), (count += 1)));
  open.push(provider);
  return { provider, register: georef({ baseUrl: `${provider.url}/georef/api`, pageSize, pauseMs: 1 }) };
}

/** Georef with these localities, in pages as its documents have them. */
function pagesOf(names: readonly string[]) {
  return ({ searchParams }: URL): GivenAnswer => {
    const [start, max] = [Number(searchParams.get('inicio')), Number(searchParams.get('max'))];
    const localidades = names
      .map((nombre, index) => ({ id: String(94_000_000 + index), nombre }))
      .slice(start, start + max);
    const page = { cantidad: localidades.length, inicio: start, total: names.length };
    return { status: 200, body: { ...page, localidades, parametros: {} } };
  };
}

const registers: readonly [string, () => Promise<PlacesRegister>][] = [
  [
    'Georef',
    async () =>
      (await registerWith(() => ({ status: 200, body: example('places', 'localidades') }))).register,
  ],
  ['the sandbox', async () => sandboxPlaces('AR')],
];

describe.each(registers)('%s', (_name, create) => {
  test('has the localities of a province by code and name', async () => {
    const places = await (await create()).localities('94');
    expect(places).toContainEqual({ code: expect.stringMatching(/^\d{8,11}$/), name: 'Ushuaia' });
  });
});

test('Georef is asked for codes and names, page by page', async () => {
  const names = Array.from({ length: 5 }, (_, index) => `Lugar ${index}`);
  const { provider, register } = await registerWith(pagesOf(names), 2);
  expect((await register.localities('94')).map(({ name }) => name)).toEqual(names);
  expect(provider.received.map(({ method, path }) => `${method} ${path}`)).toEqual(
    [0, 2, 4].map(
      (start) => `GET /georef/api/localidades?provincia=94&campos=id%2Cnombre&orden=id&max=2&inicio=${start}`,
    ),
  );
});

test('a refusal is told in its own words, and not asked again', async () => {
  const { provider, register } = await registerWith(() => ({
    status: 400,
    body: example('places', 'error'),
  }));
  await expect(register.localities('94')).rejects.toThrow(
    "Georef refuses the question (400): max: El parámetro 'max' debe ser menor o igual a 5000.",
  );
  expect(provider.received).toHaveLength(1);
});

test('a limit or a fault of theirs is waited out, four times at most', async () => {
  const once = await registerWith((url, count) =>
    count < 3 ? { status: count === 1 ? 429 : 503, body: '' } : pagesOf(['Ushuaia'])(url),
  );
  expect(await once.register.localities('94')).toHaveLength(1);
  const always = await registerWith(() => ({ status: 500, body: { errores: [{ mensaje: 'x' }] } }));
  await expect(always.register.localities('94')).rejects.toThrow('Georef gives no answer: status 500');
  expect(always.provider.received).toHaveLength(4);
});

describe('half a list is none', () => {
  const whole = pagesOf(['a', 'b', 'c']);
  const change = (url: URL, more: object): GivenAnswer => {
    const { status, body } = whole(url);
    return { status, body: { ...(body as object), ...more } };
  };

  test.each<[string, (url: URL, count: number) => GivenAnswer, RegExp]>([
    ['a page that is cut off', (url) => change(url, { localidades: [] }), /do not fit together/],
    ['a list that ends early', (url) => change(url, { localidades: [], cantidad: 0 }), /ends before its end/],
    ['another total', (url, count) => change(url, { total: count + 2 }), /do not fit together/],
    ['another page', (url) => change(url, { inicio: 1 }), /do not fit together/],
    ['a page twice', () => change(new URL('http://x/?inicio=0&max=2'), {}), /do not fit together|twice/],
    [
      'a row without a name',
      (url) => change(url, { localidades: [{ id: '94000000' }], cantidad: 1 }),
      /nombre/,
    ],
    ['no JSON', () => ({ status: 200, body: '<html>' }), /object/],
  ])('%s', async (_what, answer, why) => {
    const { register } = await registerWith(answer, 2);
    await expect(register.localities('94')).rejects.toThrow(why);
  });
});
