import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { lenderNotice } from '../../../countries/lender.ts';
import { otherThan } from '../../../countries/testing/test-country.ts';
import { centavos } from '../../../domain/money.ts';
import { conformanceFaults } from '../../platform/pdf/testing/conformance.ts';
import { flatText } from '../../origination/agreements/testing/pdf-text.ts';
import { pageOf } from '../../origination/agreements/testing/raw-page.ts';
import { dueDatesOf, goTo } from '../debits/testing/debtor.ts';
import { transaction } from '../../platform/database.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { cash, creditTools } from '../payments/testing/credit-tools.ts';
import { reportReversal } from '../payments/reports/reverse-report.ts';
import { confirmationOf, payout } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { seenBy } from './testing/camera.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const ask = (one: { country: CountryCode; documentNumber: string }, token?: string) =>
  product.call('POST /api/v3/debtfree', {
    country: one.country,
    ...(token === undefined ? {} : { token }),
    body: { document_type: 1, document_number: one.documentNumber, referrer: '', parameter: '' },
  });
const read = (hash: string, country: CountryCode) =>
  product.call('GET /api/v3/debtfree/{hash}', { params: { hash }, country });

test.each(['AR', 'UY'] as const)(
  '%s: only once nothing is left, and named for its owner only',
  async (country) => {
    const one = await borrower(product, country, 3);
    for (const token of [undefined, one.person.token]) {
      expect(await ask(one, token)).toMatchObject({ status: 409, body: { code: 'debtfree_unavailable' } });
    }
    const { hash: payment } = (await one.ask([1, 2, 3], 'bank-transfer')).body.result;
    await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash: payment }, country });
    const own = (await ask(one, one.person.token)).body.result.hash;
    expect((await ask(one, one.person.token)).body.result.hash).toBe(own);
    expect((await read(own, country)).body.result).toMatchObject({
      hash: own,
      full_name: 'Ana Pérez',
      document_number: one.documentNumber,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    });
    const strangers = (await ask(one)).body.result.hash;
    expect(strangers).not.toBe(own);
    expect((await read(strangers, country)).body.result).toMatchObject({ full_name: '', legal_number: '' });
    expect((await read(own, otherThan(country))).status).toBe(404);
  },
);

test('an unknown document and one without debt get the same answer', async () => {
  const unknown = await ask({ country: 'AR', documentNumber: '20304051' });
  expect(unknown.status).toBe(200);
  expect((await read(unknown.body.result.hash, 'AR')).body.result).toMatchObject({
    full_name: '',
    legal_number: '',
    document_number: '20304051',
  });
  expect((await ask({ country: 'AR', documentNumber: 'x' })).status).toBe(422);
  expect((await read('unknown', 'AR')).status).toBe(404);
});

test.each(['AR', 'UY'] as const)(
  '%s: what money in favour has paid off is certified before the work of the day, and revoked with it',
  async (country) => {
    const started = product.deps.clock.now().getTime();
    const tools = creditTools(product);
    const one = await borrower(product, country, 3);
    const due = await dueDatesOf(product, one);
    const { hash } = (await one.ask([1], cash[country])).body.result;
    await tools.drive(one, 'settle', hash, await tools.missingOf(one));
    await goTo(product, due[1]!);
    expect(await ask(one)).toMatchObject({ status: 409, body: { code: 'debtfree_unavailable' } });
    await goTo(product, due[2]!);
    const { token } = await tools.asOwner(one);
    const [certificate] = await Promise.all([ask(one, token), ask(one, token)]);
    expect(certificate).toMatchObject({ status: 200 });
    expect((await tools.statementOf(one)).state_slug).toBe('finished');
    expect(await tools.mailsOf(one, /Usamos tu saldo a favor/)).toHaveLength(2);
    const strangers = (await ask(one)).body.result.hash;
    await tools.drive(one, 'reverse', hash);
    for (const each of [certificate.body.result.hash, strangers])
      expect((await read(each, country)).body.result).toMatchObject({ valid: false });
    expect((await ask(one)).status).toBe(409);
    await product.advance(started - product.deps.clock.now().getTime());
  },
);

test.each(['the newest loan', 'an earlier loan'] as const)(
  'while a payment of %s is taken back nothing is certified',
  async (which) => {
    const { db } = product.deps;
    const { one } = await certified('AR');
    const { loanId } = one;
    if (which === 'an earlier loan') await later(one);
    const report = await db
      .selectFrom('payment_report')
      .innerJoin('payment', 'payment.id', 'payment_report.payment_id')
      .selectAll('payment_report')
      .where('payment.loan_id', '=', loanId)
      .executeTakeFirstOrThrow();
    const { asked } = await transaction(db, async (tx) => {
      await reportReversal(tx, product.deps, {
        country: 'AR',
        source: report.source,
        reportId: report.report_id,
        reference: report.request_reference,
        amount: centavos(report.amount),
        currency: report.currency,
        reason: 'network',
        reversedOn: report.paid_on,
      });
      // Blocks the certifying process between its read of the loan and the certificate.
      await sql`lock table certificate in access exclusive mode`.execute(tx);
      const answer = ask(one);
      await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBeGreaterThan(0);
      return { asked: answer };
    });
    expect(await asked).toMatchObject({ status: 409, body: { code: 'debtfree_unavailable' } });
    const valid = await db
      .selectFrom('certificate')
      .select('hash')
      .where('document_number', '=', one.documentNumber)
      .where('revoked_at', 'is', null)
      .execute();
    expect(valid).toEqual([]);
  },
);

/** Confirms another loan and pays it off. */
async function later(one: Borrower): Promise<void> {
  const confirmed = await one.person.call('POST /api/v3/finish-new', {
    body: confirmationOf(one.person, { instalments: 3 }),
  });
  await payout(product, confirmed.body.result.id);
  const { hash } = (await one.ask([1, 2, 3], 'bank-transfer')).body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash }, country: 'AR' });
}

const newHash = async (country: 'AR' | 'UY', documentNumber: string, token?: string): Promise<string> =>
  (await ask({ country, documentNumber }, token)).body.result.hash;

/** Requests the certificate of a customer without debt, logged in. */
async function certified(country: 'AR' | 'UY') {
  const one = await borrower(product, country, 3);
  const { hash: payment } = (await one.ask([1, 2, 3], 'bank-transfer')).body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash: payment }, country });
  return { one, hash: await newHash(country, one.documentNumber, one.person.token) };
}

test.each(['AR', 'UY'] as const)('%s: the file is one for ever, and can be checked', async (country) => {
  const { one, hash } = await certified(country);
  const file = await pageOf(product.port, `/api/v3/debtfree/${hash}/pdf`, { country });
  expect(file.status).toBe(200);
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="libre-deuda-/);
  expect(file.headers['content-security-policy']).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
  const digest = createHash('sha256').update(file.bytes).digest('hex');
  expect(file.headers['x-document-sha256']).toBe(digest);
  expect(conformanceFaults(file.bytes)).toEqual([]);
  const text = flatText(file.bytes);
  expect(text).toContain('Certificado de libre deuda');
  expect(text).toContain('Wayni certifica que Ana Pérez, ');
  expect(text).toContain('no registra deuda por préstamos con nosotros al ');
  expect(text).toContain(lenderNotice(packOf(country), 'Wayni', product.deps.config.lenders[country]));
  // Usually 20; if no check digit exists for it, the next prefix.
  expect(/CUIL 2\d-\d{8}-\d/.test(text)).toBe(country === 'AR');

  await product.advance(40 * 86_400_000);
  const again = await pageOf(product.port, `/api/v3/debtfree/${hash}/pdf`, { country });
  expect(again.bytes.equals(file.bytes)).toBe(true);

  const { check_url } = (await read(hash, country)).body.result;
  expect(text).toContain(check_url);
  const code = /verificar-libre-deuda\/([\w-]+)$/.exec(check_url)?.[1] ?? '';
  expect(code).not.toBe(hash);
  const check = await product.call('GET /api/v3/debtfree-check/{hash}', { params: { hash: code }, country });
  expect(check.body.result).toMatchObject({
    full_name: 'A*** P***',
    document_number: `****${one.documentNumber.slice(-3)}`,
    sha256: digest,
  });
  const qr = await pageOf(product.port, `/api/v3/debtfree/${hash}/qr`, { country });
  expect(await seenBy(qr.bytes)).toBe(check_url);
});

test('neither the code opens the certificate nor the certificate’s hash the check', async () => {
  const hash = await newHash('AR', '20304051');
  const { check_url } = (await read(hash, 'AR')).body.result;
  const code = new URL(check_url).pathname.split('/').at(-1) ?? '';
  expect((await read(code, 'AR')).status).toBe(404);
  const check = (value: string, country: 'AR' | 'UY') =>
    product.call('GET /api/v3/debtfree-check/{hash}', { params: { hash: value }, country });
  expect((await check(hash, 'AR')).status).toBe(404);
  expect((await check(code, 'UY')).status).toBe(404);
  expect((await check(code, 'AR')).body.result).toMatchObject({ full_name: '', sha256: '' });
});

test('a file that was altered is never handed out, and a second writer changes nothing', async () => {
  const hash = await newHash('AR', '20304069');
  const address = `/api/v3/debtfree/${hash}/pdf`;
  const files = await Promise.all([1, 2, 3].map(() => pageOf(product.port, address, { country: 'AR' })));
  expect(new Set(files.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  expect(flatText(files[0]!.bytes)).toContain('no acredita la identidad de quien lo presenta');
  const digest = String(files[0]!.headers['x-document-sha256']);
  const folder = join(product.dataDir, 'files');
  const name = (await readdir(folder)).find((each) => each.includes(digest)) ?? '';
  await writeFile(join(folder, name), 'something else');
  expect((await pageOf(product.port, address, { country: 'AR' })).status).toBe(503);
});
