import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../countries/country-pack.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** One administrator tries to lead every borrower to a thief's address, phone or message, by every setting. */

let product: TestProduct;
let administrator: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  administrator = await signInAs(product, 'administrator');
  await administrator.call('POST /api/staff/step-up/sandbox', { body: {} });
});
afterAll(() => product.close());

const hostile = [
  'https://estafa.example/pagar',
  'https://wa.me/5491166660000',
  '5491166660000',
  'Transferí al alias en estafa.example',
  'Transferí al alias estafa',
  'Escribí a pagos@estafa.example',
  'Llamanos al 11 6666-0000',
];
const marks = /estafa|66660000|6666-0000/;

const ways = {
  plain: 'POST /api/staff/settings/{country}/{name}',
  guarded: 'POST /api/staff/guarded-settings/{country}/{name}',
  money: 'POST /api/staff/money-settings/{country}/{name}',
} as const;

/** Settings as borrowers' pages get them, without the time of the answer. */
async function shown(country: CountryCode): Promise<object> {
  const { now: _now, ...rest } = (await product.call('GET /api/v3/enviroments', { country })).body.model;
  return rest;
}

describe.each(['AR', 'UY'] as const)('in %s', (country) => {
  test('no setting leads there before a second person approves', async () => {
    const { result } = (await administrator.call('GET /api/staff/settings', { query: { country } })).body;
    expect(result.length).toBeGreaterThan(30);
    const before = await shown(country);
    const applied: string[] = [];
    for (const { name, version, money, guarded } of result) {
      const own = money ? 'money' : guarded ? 'guarded' : 'plain';
      // The calls of other kinds of settings refuse the name, whatever the value.
      const attempts = Object.entries(ways).flatMap(([kind, way]) =>
        (kind === own ? hostile : hostile.slice(0, 1)).map((value) => ({ way, value })),
      );
      for (const { way, value } of attempts) {
        const { body, status } = await administrator.call(way, {
          params: { country, name },
          version,
          body: { value, reason_code: 'business', reason: 'Lo decidió la dirección' },
        });
        if (status === 200 && body.outcome !== 'pending_approval') applied.push(`${name}: ${value}`);
      }
    }
    expect(applied).toEqual([]);
    const after = await shown(country);
    expect(JSON.stringify(after)).not.toMatch(marks);
    expect(after).toEqual(before);
  });
});
