import { describe, expect, test } from 'vitest';
import { COUNTRIES } from './countries.ts';
import { provincesOf } from './lists.ts';
import { shippedLocalities, shippedProvinceCodes } from './localities.ts';

describe.each(COUNTRIES)('the localities that the release ships for %s', (code) => {
  test('belong to provinces of the country, under ids and names of their own', () => {
    const all = shippedLocalities(code);
    expect(all.length).toBeGreaterThan(10);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const provinces = Object.keys(provincesOf(code)).map(Number);
    for (const { id, provinceId, name, code: register } of all) {
      expect(provinces, name).toContain(provinceId);
      expect(id).toBeGreaterThan(0);
      expect(name.trim()).not.toBe('');
      expect(register).toMatch(/^(?:\d[\w-]*)?$/);
    }
  });

  test('lie in provinces whose codes in the register differ', () => {
    const codes = [...shippedProvinceCodes(code).values()];
    expect(new Set(codes).size).toBe(codes.length);
  });
});
