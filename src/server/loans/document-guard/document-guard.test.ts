import type { DocumentNumber } from '../../../countries/country.ts';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../../testing/product.ts';
import { guardDocument } from '../service.ts';

let product: TestProduct;
/** Events are append-only: those of the test at hand come after this one. */
let lastEvent = 0;
const warnings: object[] = [];
beforeAll(async () => {
  const log = createLogger('silent');
  log.warn = (what: object) => void warnings.push(what);
  product = await startProduct({ log, settings: { TRUST_PROXY: '127.0.0.1', CHALLENGE_WORK: '20' } });
});
afterAll(() => product.close());
beforeEach(async () => {
  await product.deps.db.deleteFrom('rate_count').execute();
  await forget();
  warnings.length = 0;
});

async function forget(): Promise<void> {
  const row = await product.deps.db
    .selectFrom('event')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  lastEvent = row?.id ?? 0;
}

const noLimit = 1_000_000;
type Limits = Partial<Record<`LIMIT_${'BALANCE' | 'CHALLENGE'}_${string}`, number>>;

/** The guard as production has it, with these limits and no others. */
function guard(limits: Limits) {
  const { deps } = product;
  const config = {
    ...deps.config,
    SANDBOX: false,
    LIMIT_BALANCE_DOCUMENTS: noLimit,
    LIMIT_BALANCE_ADDRESSES: noLimit,
    LIMIT_CHALLENGE_DOCUMENTS: noLimit,
    LIMIT_CHALLENGE_NETWORK: noLimit,
    LIMIT_CHALLENGE_ADDRESSES: noLimit,
    LIMIT_CHALLENGE_COUNTRY: noLimit,
    ...limits,
  };
  return async (address: string, document: number, solution?: string) => {
    const call = {
      country: 'AR' as const,
      origin: { address },
      identity: undefined,
      headers: solution === undefined ? {} : { 'x-challenge-solution': solution },
    };
    return guardDocument({ ...deps, config }, call, String(document) as DocumentNumber);
  };
}

const solutionOf = async (challenge: object | undefined): Promise<string> => {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};
const alarms = async () =>
  (
    await product.deps.db
      .selectFrom('event')
      .select(['detail', 'address'])
      .where('kind', '=', 'balance-enumeration')
      .where('id', '>', lastEvent)
      .orderBy('id')
      .execute()
  ).map(({ detail, address }) => ({ ...(detail as object), address }));

describe('too many documents from one address', () => {
  test('are challenged, then refused; the same ones again are free; the next hour begins anew', async () => {
    const ask = guard({ LIMIT_CHALLENGE_DOCUMENTS: 5, LIMIT_BALANCE_DOCUMENTS: 20 });
    const here = '203.0.113.8';
    for (let round = 0; round < 2; round += 1)
      for (let index = 0; index < 5; index += 1) expect(await ask(here, index)).toBeUndefined();
    for (let index = 5; index < 20; index += 1) {
      const stopped = await ask(here, index);
      expect(stopped).toMatchObject({ code: 'challenge_required' });
      expect(await ask(here, index, await solutionOf(stopped?.challenge))).toBeUndefined();
      expect(await ask(here, index)).toBeUndefined();
    }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = await ask(here, 20);
      expect(refused?.code).toBe('too_many');
      expect(refused?.retryAfterSeconds).toBeGreaterThan(3500);
    }
    expect(await ask('203.0.113.9', 20)).toBeUndefined();
    await product.advance(3_601_000);
    expect(await ask(here, 20)).toBeUndefined();
  });

  test('from an IPv6 network of a household are from one address', async () => {
    const ask = guard({ LIMIT_CHALLENGE_DOCUMENTS: 1 });
    expect(await ask('2001:db8:1:2::1', 1)).toBeUndefined();
    expect((await ask('2001:db8:1:2:ffff::7', 2))?.code).toBe('challenge_required');
    expect(await ask('2001:db8:1:3::1', 2)).toBeUndefined();
  });

  test('an unsolved challenge costs nothing', async () => {
    const ask = guard({ LIMIT_CHALLENGE_DOCUMENTS: 1, LIMIT_BALANCE_DOCUMENTS: 3 });
    expect(await ask('203.0.113.8', 1)).toBeUndefined();
    for (let index = 2; index < 9; index += 1)
      expect((await ask('203.0.113.8', index))?.code).toBe('challenge_required');
  });
});

describe('a solution', () => {
  test('counts once, for its document, in time, and only when it is ours', async () => {
    const ask = guard({ LIMIT_CHALLENGE_DOCUMENTS: 0 });
    const here = '203.0.113.8';
    const challenge = (await ask(here, 1))?.challenge as Challenge;
    const right = await solutionOf(challenge);
    const { solution } = JSON.parse(Buffer.from(right, 'base64').toString()) as { solution: object };
    const packed = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64');
    const { parameters, signature } = challenge;
    const forged = [
      'x',
      packed({}),
      packed({ challenge, solution: { ...solution, counter: 1, derivedKey: '00' } }),
      packed({ challenge: { parameters: { ...parameters, keyPrefix: '' }, signature }, solution }),
      packed({ challenge: { parameters }, solution }),
      packed({
        challenge: { parameters: { ...parameters, data: { ...parameters.data, until: 9e12 } }, signature },
        solution,
      }),
    ];
    for (const value of forged) expect((await ask(here, 1, value))?.code).toBe('challenge_required');
    expect((await ask(here, 2, right))?.code).toBe('challenge_required');
    expect(await ask(here, 1, right)).toBeUndefined();
    expect((await ask('203.0.113.9', 1, right))?.code).toBe('challenge_required');
    const late = await solutionOf((await ask(here, 3))?.challenge);
    await product.advance(601_000);
    expect((await ask(here, 3, late))?.code).toBe('challenge_required');
  });
});

describe('documents in turn', () => {
  /** A hundred at once: what counts is how many are answered, not how long it takes. */
  async function enumerate(
    count: number,
    ask: ReturnType<typeof guard>,
    addressOf: (index: number) => string,
  ): Promise<number> {
    let answered = 0;
    for (let from = 0; from < count; from += 100) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => ask(addressOf(from + index), 30_000_000 + from + index)),
      );
      answered += answers.filter((answer) => answer === undefined).length;
    }
    return answered;
  }
  const usual = { LIMIT_CHALLENGE_DOCUMENTS: 5, LIMIT_CHALLENGE_NETWORK: 60, LIMIT_BALANCE_DOCUMENTS: 20 };

  test('a thousand from one address: twenty are answered, and an alert is raised', async () => {
    const ask = guard({ ...usual, LIMIT_CHALLENGE_DOCUMENTS: 20 });
    expect(await enumerate(1_000, ask, () => '203.0.113.8')).toBe(20);
    expect(await alarms()).toEqual([{ by: 'address', measure: 'refused', address: '203.0.113.8' }]);
    expect(warnings).toEqual([{ country: 'AR', by: 'address', measure: 'refused' }]);
  });

  test('seven hundred from a hundred addresses: five each, and an alert for each', async () => {
    expect(await enumerate(700, guard(usual), (index) => `10.0.${index % 100}.1`)).toBe(500);
    expect(new Set(await alarms()).size).toBe(100);
    expect(warnings).toHaveLength(100);
  });

  test('a network and a whole country are watched too', async () => {
    expect(await enumerate(500, guard(usual), (index) => `203.0.113.${index % 100}`)).toBe(60);
    expect(await alarms()).toContainEqual(expect.objectContaining({ by: 'network', measure: 'challenged' }));
    const ask = guard({ LIMIT_CHALLENGE_COUNTRY: 320 });
    expect(await enumerate(1_000, ask, (index) => `10.${index >> 8}.${index & 255}.1`)).toBeLessThanOrEqual(
      320,
    );
    expect(await alarms()).toContainEqual(expect.objectContaining({ by: 'country', measure: 'challenged' }));
  });
});

test('one document from many addresses is challenged, then refused', async () => {
  const ask = guard({ LIMIT_CHALLENGE_ADDRESSES: 5, LIMIT_BALANCE_ADDRESSES: 8 });
  for (let index = 0; index < 5; index += 1) expect(await ask(`10.${index}.0.1`, 1)).toBeUndefined();
  for (let index = 5; index < 8; index += 1) {
    const stopped = await ask(`10.${index}.0.1`, 1);
    expect(stopped?.code).toBe('challenge_required');
    expect(await ask(`10.${index}.0.1`, 1, await solutionOf(stopped?.challenge))).toBeUndefined();
  }
  expect((await ask('10.9.0.1', 1))?.code).toBe('too_many');
  expect(await ask('10.9.0.1', 2)).toBeUndefined();
  expect((await alarms()).map((alarm) => alarm)).toMatchObject([
    { by: 'document', measure: 'challenged' },
    { by: 'document', measure: 'refused' },
  ]);
});

describe('through HTTP', () => {
  const ask = (address: string, more: object = {}, from: TestProduct = product): Promise<TestAnswer> =>
    from.call('POST /api/v3/balance', {
      body: { document_number: '30111222' },
      headers: { 'x-forwarded-for': address, ...more },
    });

  test('the answer carries the challenge, and the same request with its solution is answered', async () => {
    for (let index = 0; index < 5; index += 1) expect((await ask(`10.${index}.0.1`)).status).toBe(200);
    const stopped = await ask('10.5.0.1');
    expect(stopped).toMatchObject({ status: 429, body: { status: 'error', code: 'challenge_required' } });
    expect(stopped.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify(stopped.body)).not.toContain('30111222');
    const solution = await solutionOf(stopped.body.challenge);
    expect((await ask('10.5.0.1', { 'x-challenge-solution': solution })).status).toBe(200);
    expect((await ask('10.6.0.1', { 'x-challenge-solution': solution })).status).toBe(429);
  });

  test('without a trusted proxy a forged X-Forwarded-For changes nothing', async () => {
    const plain = await startProduct({ settings: { LIMIT_CHALLENGE_DOCUMENTS: '0', CHALLENGE_WORK: '2' } });
    for (const address of ['203.0.113.1', '203.0.113.2', '127.0.0.1, 203.0.113.3']) {
      expect(
        (await ask(address, { forwarded: `for=${address}`, 'x-real-ip': address }, plain)).body.code,
      ).toBe('challenge_required');
    }
    const alarmsOf = await plain.deps.db
      .selectFrom('event')
      .select('address')
      .where('kind', '=', 'balance-enumeration')
      .execute();
    expect(alarmsOf).toEqual([{ address: '127.0.0.1' }]);
    await plain.close();
  });
});
