import { describe, expect, test } from 'vitest';
import { vaultOf } from './secrets.ts';

const [old, present] = ['the-secret-until-now-of-some-length', 'the-secret-from-now-on-of-some-length'];
/** The three steps of a rotation, and what was before them. */
const before = vaultOf(old);
const announced = vaultOf(old, [present]);
const changed = vaultOf(present, [old]);
const after = vaultOf(present);

describe('while one secret takes the place of another', () => {
  test.each([
    ['before', before, announced],
    ['announced', announced, changed],
    ['changed', changed, announced],
    ['changed', changed, after],
  ])('what is made %s is accepted by the next step and by who has not taken it', (_step, maker, reader) => {
    expect(reader.decrypt('a', maker.encrypt('a', 'texto'))).toBe('texto');
    expect(reader.verify('a', 'value', maker.sign('a', 'value'))).toBe(true);
    expect(reader.signatures('a', 'value')).toContain(maker.sign('a', 'value'));
    expect(reader.seals('a', 'value').some((seal) => seal.equals(maker.seal('a', 'value')))).toBe(true);
  });

  test('the present one makes what is new, and its id says so', () => {
    expect(changed.seals('a', 'x')[0]).toEqual(after.seal('a', 'x'));
    expect(changed.sign('a', 'x')).toBe(after.sign('a', 'x'));
    const idOf = (bytes: Buffer) => bytes.subarray(0, 5).toString('hex');
    expect(idOf(changed.encrypt('a', 'x'))).toBe(idOf(changed.encrypt('b', 'y')));
    expect(idOf(changed.encrypt('a', 'x'))).not.toBe(idOf(announced.encrypt('a', 'x')));
  });
});

describe('what is not accepted', () => {
  test('is what a retired secret made', () => {
    expect(() => after.decrypt('a', before.encrypt('a', 'x'))).toThrow(/authenticate|tag/i);
    expect(() => after.decrypt('a', announced.encrypt('a', 'x'))).toThrow(/authenticate|tag/i);
    expect(after.verify('a', 'x', before.sign('a', 'x'))).toBe(false);
  });

  test('is what was made for another purpose, or was altered', () => {
    for (const vault of [before, changed]) {
      const bytes = vault.encrypt('a', 'x');
      expect(() => vault.decrypt('b', bytes)).toThrow(/authenticate|tag/i);
      const altered = Buffer.from(bytes);
      altered[altered.length - 1]! ^= 1;
      expect(() => vault.decrypt('a', altered)).toThrow(/authenticate|tag/i);
      expect(() => vault.decrypt('a', bytes.subarray(0, 20))).toThrow(/authenticate|tag/i);
      expect(vault.verify('b', 'x', vault.sign('a', 'x'))).toBe(false);
      expect(vault.verify('a', 'x', '')).toBe(false);
    }
  });
});

test('what is encrypted names its form and its key, whether there is a second secret or not', () => {
  for (const vault of [before, announced, changed, after]) {
    const bytes = vault.encrypt('a', 'x');
    expect(bytes.subarray(0, 5)).toEqual(vault.head);
    expect(vault.head).toEqual(Buffer.concat([Buffer.of(0xca), vault.id]));
  }
});

test('bytes of before forms were named are read, those too that begin like one', () => {
  const bare = Array.from({ length: 5_000 }, () => before.encrypt('a', 'x').subarray(5));
  const alike = bare.filter((each) => each[0] === 0xca);
  expect(alike.length).toBeGreaterThan(0);
  for (const each of [...alike, ...bare.slice(0, 100)]) expect(changed.decrypt('a', each)).toBe('x');
});
