import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { localProvider, type GivenAnswer, type LocalProvider } from '../testing/local-provider.ts';
import { pwnedPasswords } from './create.ts';

const providers: LocalProvider[] = [];
afterEach(() => providers.splice(0).forEach((one) => one.close()));
async function list(answer: GivenAnswer) {
  const one = await localProvider(() => answer);
  providers.push(one);
  return { received: one.received, asked: pwnedPasswords({ baseUrl: one.url }) };
}
const example = await readFile(join(import.meta.dirname, 'examples', 'range-21BD1.txt'), 'utf8');
/** Its SHA-1 is 21BD1 and what the example names once padding is asked for. */
const password = 'P@ssw0rd';

describe('the range search', () => {
  test.each(['\n', '\r\n'])('finds a password by the rest of its SHA-1, lines ended by %j', async (end) => {
    const { asked, received } = await list({ status: 200, body: example.replaceAll('\n', end) });
    expect(await asked.isBreached(password)).toBe(true);
    expect(received).toMatchObject([
      { method: 'GET', path: '/range/21BD1', headers: { 'add-padding': 'true' } },
    ]);
    // Five digits are all that leaves.
    expect(JSON.stringify(received)).not.toMatch(/2DC183F7|P@ssw0rd/i);
  });

  test('does not find one that is not there, nor one that only pads', async () => {
    const others = example.replace(/^2DC183F.*\n/m, '');
    expect(await (await list({ status: 200, body: others })).asked.isBreached(password)).toBe(false);
    const padded = example.replace(/^(2DC183F.*):\d+$/m, '$1:0');
    expect(await (await list({ status: 200, body: padded })).asked.isBreached(password)).toBe(false);
  });

  test.each<GivenAnswer>([
    { status: 503, body: '' },
    { status: 429, body: '' },
    { status: 200, body: '<html>mantenimiento</html>' },
    { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
  ])('is no answer: %j', async (answer) => {
    await expect((await list(answer)).asked.isBreached(password)).rejects.toThrow(Error);
  });
});
