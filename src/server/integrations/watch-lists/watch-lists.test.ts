import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { localProvider, type GivenAnswer, type LocalProvider } from '../testing/local-provider.ts';
import { readRepet, repet } from './repet.ts';

const open: LocalProvider[] = [];
afterEach(() => open.splice(0).forEach((each) => each.close()));

const person = {
  DATAID: 6900001,
  VERSIONNUM: '1',
  FIRST_NAME: 'JOHN',
  SECOND_NAME: 'EXAMPLE',
  THIRD_NAME: null,
  UN_LIST_TYPE: 'Al-Qaida',
  LIST_TYPE: 'UN List',
  REFERENCE_NUMBER: 'QDi.999',
  COMMENTS1: 'INTERPOL-UN Security Council Special Notice',
  NATIONALITY: [{ VALUE: 'Libya' }],
  INDIVIDUAL_ALIAS: [
    { QUALITY: 'Good', ALIAS_NAME: 'Jon Exampel; J. Example' },
    { QUALITY: 'Baja', ALIAS_NAME: 'JE' },
  ],
  INDIVIDUAL_DATE_OF_BIRTH: [{ TYPE_OF_DATE: 'EXACT', DATE: '01/07/1970' }],
  INDIVIDUAL_DOCUMENT: [{ TYPE_OF_DOCUMENT: 'Passport', NUMBER: 'A0000001' }, { NUMBER: null }],
};
const entity = {
  DATAID: '6900002',
  FIRST_NAME: 'EXAMPLE BRIGADES (EB)',
  ENTITY_ALIAS: [{ QUALITY: 'f.k.a.', ALIAS_NAME: 'Front' }],
};
const read = (persons: unknown, entities: unknown = [entity]) =>
  readRepet(JSON.stringify(persons), JSON.stringify(entities));
const birthsOf = (births: unknown) =>
  read([{ ...person, INDIVIDUAL_DATE_OF_BIRTH: births }]).entries[0]?.births;

describe('the register', () => {
  test('is read with names, births and numbers, without who was taken off', () => {
    const { entries, digest } = read([person, { ...person, DATAID: 2, DELISTED_ON: '01/02/2020' }]);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(entries).toEqual([
      {
        id: 'person-6900001',
        kind: 'person',
        names: [
          { text: 'JOHN EXAMPLE', isWeak: false },
          { text: 'Jon Exampel', isWeak: false },
          { text: 'J. Example', isWeak: false },
          { text: 'JE', isWeak: true },
        ],
        births: [{ from: 1970, to: 1970, date: '1970-07-01' }],
        documents: ['A0000001'],
        part: 'UN List',
        programme: 'Al-Qaida',
        reference: 'QDi.999',
        comments: 'INTERPOL-UN Security Council Special Notice',
      },
      {
        id: 'entity-6900002',
        kind: 'entity',
        names: [
          { text: 'EXAMPLE BRIGADES (EB)', isWeak: false },
          { text: 'Front', isWeak: false },
        ],
        births: [],
        documents: [],
        part: '',
        programme: '',
        reference: '',
        comments: '',
      },
    ]);
  });

  test('has births as days, years, spans and about', () => {
    expect(birthsOf([{ DATE: '1970-07-01T00:00:00' }])).toEqual([
      { from: 1970, to: 1970, date: '1970-07-01' },
    ]);
    expect(birthsOf([{ DATE: [{ VALUE: '01/07/1970' }, '1972'] }])).toEqual([
      { from: 1970, to: 1970, date: '1970-07-01' },
      { from: 1972, to: 1972 },
    ]);
    expect(birthsOf({ FROM_YEAR: '1960', TO_YEAR: 1962 })).toEqual([{ from: 1960, to: 1962 }]);
    expect(birthsOf([{ FROM_YEAR: '1960' }])).toEqual([{ from: 1960, to: 1960 }]);
    expect(birthsOf([{ TYPE_OF_DATE: 'APPROXIMATELY', YEAR: '1968' }])).toEqual([{ from: 1965, to: 1971 }]);
    for (const none of ['', null, [], [{}]]) expect(birthsOf(none)).toEqual([]);
  });

  test('rules nobody out by some births while others cannot be read', () => {
    expect(birthsOf([{ YEAR: '1968' }, { DATE: 'circa 1970' }])).toEqual([]);
  });

  test.each([
    ['an object', { error: 'maintenance' }, undefined, 'personas.json is no list'],
    ['an empty list of persons', [], undefined, 'personas.json lists nobody'],
    ['an empty list of entities', [person], [], 'entidades.json lists nobody'],
    [
      'a list of persons taken off alone',
      [{ ...person, DELISTED_ON: '01/02/2020' }],
      undefined,
      'personas.json lists nobody',
    ],
    ['an entry without number', [{ ...person, DATAID: undefined }], undefined, 'entry 1 of personas.json'],
    ['an entry without name', [{ DATAID: 1 }], undefined, 'entry 1 has no name'],
    ['aliases of another shape', [{ ...person, INDIVIDUAL_ALIAS: [3] }], undefined, 'another shape'],
    [
      'a birth of another shape',
      [{ ...person, INDIVIDUAL_DATE_OF_BIRTH: 'then' }],
      undefined,
      'another shape',
    ],
    ['an entry twice', [person, person], undefined, 'listed twice'],
  ])('is refused with %s', (_what, persons, entities, why) => {
    expect(() => read(persons, entities)).toThrow(why);
  });

  test('is refused where it is no JSON', () => {
    expect(() => readRepet('<html>', '[]')).toThrow('personas.json is no JSON');
  });
});

describe('over the network', () => {
  async function list(answer: (path: string) => GivenAnswer) {
    const provider = await localProvider(({ path }) => answer(path));
    open.push(provider);
    return repet({ baseUrl: provider.url });
  }

  test('both files are read, and the digest is theirs', async () => {
    const both = await list((path) => ({
      status: 200,
      body: path.includes('personas') ? [person] : [entity],
    }));
    const one = await both.read();
    expect(one.entries).toHaveLength(2);
    expect((await both.read()).digest).toBe(one.digest);
    expect(read([{ ...person, COMMENTS1: 'other' }]).digest).not.toBe(one.digest);
  });

  test.each<[string, GivenAnswer]>([
    ['a fault', { status: 503, body: [] }],
    ['no such file', { status: 404, body: [] }],
    ['another place', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }],
    ['garbage', { status: 200, body: '<html>' }],
    ['a part of it', { status: 200, body: JSON.stringify([person, person]).slice(0, -20) }],
    [
      'latin-1, whose accents would be lost,',
      { status: 200, body: Buffer.from(JSON.stringify([{ ...person, FIRST_NAME: 'MUÑOZ' }]), 'latin1') },
    ],
  ])('%s is an error that names the file', async (_what, given) => {
    await expect((await list(() => given)).read()).rejects.toThrow(/personas|entidades/);
  });

  test('a list without end is not read into memory', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    async function* endless() {
      for (;;) {
        sent += chunk.length;
        yield chunk;
      }
    }
    const server = http.createServer((_request, response) => {
      pipeline(endless, response).catch(() => undefined);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    open.push({ url: '', received: [], close: () => void server.close() });
    const { port } = server.address() as AddressInfo;
    await expect(repet({ baseUrl: `http://127.0.0.1:${port}` }).read()).rejects.toThrow('too large');
    // Both files are asked for at once, and sockets hold some of it.
    expect(sent).toBeLessThan(100 * chunk.length);
  });

  test('nobody there is an error', async () => {
    await expect(repet({ baseUrl: 'http://127.0.0.1:9' }).read()).rejects.toThrow('cannot be read');
  });
});
