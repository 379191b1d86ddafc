import { localDate } from '../../countries/local-time.ts';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentNumber } from '../../countries/country.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { signUpAndVerify } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { timeRatio } from '../testing/time-ratio.ts';
import { accountDetailsOf } from './account.ts';

/** What a document number gives away without a login (docs/security.md#public-balance). */

let product: TestProduct;
let owing: Borrower;
/** Has paid everything. */
let clean: Borrower;
/** A customer who never had a loan. */
let known: string;
const unknown = '30999888';
const log: string[] = [];

beforeAll(async () => {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(chunk.toString());
      done();
    },
  });
  product = await startProduct({ log: pino({ level: 'debug' }, stream) });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [owing, clean] = await Promise.all([borrower(product, 'AR', 3), borrower(product, 'AR', 3)]);
  known = (await signUpAndVerify(product)).documentNumber;
  const { hash } = (await clean.ask([1, 2, 3], 'bank-transfer')).body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
});
afterAll(() => product.close());

const ask = (document_number: string, more: object = {}) =>
  product.call('POST /api/v3/balance', { body: { document_type: 1, document_number }, ...more });

/** Names of all members, at every depth but that of lists. */
const shapeOf = (value: object): string[] => Object.keys(value).toSorted();

describe('unknown, clean and indebted documents', () => {
  test('answer with the same status, headers and members', async () => {
    const documents = [unknown, known, clean.documentNumber, owing.documentNumber];
    const answers = await Promise.all(documents.map((each) => ask(each)));
    const [first] = answers;
    for (const { status, headers, body } of answers) {
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect([...headers.keys()]).toEqual([...first!.headers.keys()]);
      expect(shapeOf(body.model)).toEqual(shapeOf(first!.body.model));
    }
  });

  test('that owe nothing answer the same, known or unknown', async () => {
    const words = async (document: string) => {
      const { hash, ...model } = (await ask(document)).body.model;
      expect(hash).toMatch(/^[\w-]{43}$/);
      return JSON.stringify(model).replaceAll(document, '#');
    };
    const nobody = await words(unknown);
    expect(await words(known)).toBe(nobody);
    expect(await words(clean.documentNumber)).toBe(nobody);
  });

  test('that owe nothing take as long, known or unknown', async () => {
    const times = { unknown: [] as number[], clean: [] as number[] };
    const documents = { unknown, clean: clean.documentNumber };
    for (let round = 0; round < 200; round += 1) {
      const order = round % 2 === 0 ? (['unknown', 'clean'] as const) : (['clean', 'unknown'] as const);
      for (const who of order) {
        const start = performance.now();
        await ask(documents[who]);
        times[who].push(performance.now() - start);
      }
    }
    // Both in one run, in turns: another statement, or a row to read, is seen; the machine's other load is not.
    expect(timeRatio(times.unknown, times.clean)).toBeLessThan(1.2);
  });

  test('that owe nothing give a stranger no row to read, known or unknown', async () => {
    const rowOf = (document: string, reader: number) =>
      accountDetailsOf(product.deps.db, 'AR', document as DocumentNumber, {
        customerId: reader,
        today: localDate(product.deps.clock.now(), 'AR'),
      });
    for (const document of [unknown, known, clean.documentNumber])
      expect(await rowOf(document, 0)).toBeUndefined();
    const { id } = await product.deps.db
      .selectFrom('customer')
      .select('id')
      .where('document_number', '=', clean.documentNumber)
      .executeTakeFirstOrThrow();
    expect(await rowOf(clean.documentNumber, id)).toMatchObject({ loan: { state: 'finished' } });
  });
});

test('a document is in no log line, event, count or key', async () => {
  const asked = [owing.documentNumber, unknown];
  for (const document of asked) {
    await ask(document);
    await product.call('POST /api/v3/debtfree', { body: { document_type: 1, document_number: document } });
  }
  await ask('nothing of a document');
  const { db } = product.deps;
  const events = await db.selectFrom('event').select(['detail', 'kind']).execute();
  const counts = await db.selectFrom('rate_count').select('key').execute();
  expect(log.join('')).toContain('/api/v3/balance');
  expect(counts.length).toBeGreaterThan(1);
  for (const text of [log.join(''), JSON.stringify(events), JSON.stringify(counts)])
    for (const document of asked) expect(text).not.toContain(document);
});

describe('a way to pay', () => {
  test('is no way to anything else', async () => {
    const { hash: balanceHash } = (await ask(owing.documentNumber)).body.model;
    const { hash } = (await owing.ask([1], 'pago-facil')).body.result;
    for (const key of [hash, balanceHash]) {
      for (const call of ['GET /api/v3/account-new', 'GET /api/loan', 'GET /api/v3/bank'] as const)
        expect((await product.call(call, { token: key })).status).toBe(401);
      for (const call of ['GET /api/v3/loan-new/{id}', 'GET /api/v3/debtfree/{hash}'] as const)
        expect((await product.call(call, { params: { id: key, hash: key } })).status).toBe(404);
      expect((await product.call('POST /api/auth/autologin', { body: { hash: key } })).status).toBe(401);
      const docket = await product.call('GET /api/v3/transference-receipt/{id}', {
        params: { id: key },
        token: owing.person.token,
      });
      expect(docket.status).toBe(404);
    }
    const coupon = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body.result;
    expect(JSON.stringify(coupon)).not.toMatch(/Pérez|\b20\d{9}\b|\b\d{22}\b/);
    expect(coupon.loan_id).toBe('');
  });
});
