import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardText, documentPhoto } from '../../customers/documents/testing/document-photo.ts';
import { consoleUrl } from '../../staff/testing/console.ts';
import { signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { photoForm } from '../../testing/photos.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { holdByBarcode, settleByBarcode } from './jobs.ts';
import { reviewsOf } from './testing/reviews.ts';

let product: TestProduct;
let at: Awaited<ReturnType<typeof reviewsOf>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  at = await reviewsOf(product);
});
afterAll(() => product.close());

const applicant = () => signUpAndVerify(product, 'AR', { isByCalls: true });

describe('the policy', () => {
  test('looks at nobody whose barcode is not read until it is set, and says nothing of it to browsers', async () => {
    const loan = await at.held();
    expect(loan.review).toBe('');
    expect(await at.loanOf(loan)).toMatchObject({ identity: null, arrival: { state: 'expected' } });
    expect((await at.mail(loan, 'Confirmaste tu préstamo')).text).toContain('preparando el envío');
    await at.step(loan);
    await at.step(loan);
    expect(await at.payoutOf(loan)).toMatchObject({ loan: 'approved' });
  });

  test('decides what browsers promise before confirming, and is kept only while it is not the usual one', async () => {
    const { db } = product.deps;
    const promised = async () => (await product.call('GET /api/v3/enviroments')).body.model;
    const kept = db.selectFrom('setting').select('value').where('name', '=', 'identity-review');
    for (const [policy, words] of [
      ['always', 'looked-at'],
      ['unmatched', 'looked-at-if-needed'],
      ['never', 'on'],
      ['mismatch', 'on'],
    ] as const) {
      await at.setPolicy(policy);
      const model = await promised();
      expect(model['pay-outs']).toBe(words);
      expect(model).not.toHaveProperty('identity-review');
      expect(await kept.execute()).toEqual(policy === 'mismatch' ? [] : [{ value: policy }]);
    }
  });

  test('lets go who is known by the barcode or by a look at the same photos, and holds the others', async () => {
    await at.setPolicy('unmatched');
    const [known, stranger] = [await applicant(), await applicant()];
    const card = cardText({
      documentNumber: known.documentNumber,
      firstName: 'ANA',
      lastName: 'PEREZ',
      birth: '17/05/1990',
    });
    const form = photoForm(await documentPhoto(card), { type: 'front_document' });
    expect((await known.call('POST /api/v3/upload', { form })).status).toBe(200);
    await expect
      .poll(async () => (await known.call('GET /api/v3/account-new')).body.result.account_information, {
        timeout: 30_000,
      })
      .toMatchObject({ document_check: { outcome: 'match' } });
    expect((await at.confirm(known)).review).toBe('');
    const loan = await at.confirm(stranger);
    expect(loan.review).not.toBe('');
    const { version } = await at.seen(loan);
    const { key, options } = at.decide('approve', loan.review, version);
    await at.audit.write(at.analyst, key, options);
    const { db } = product.deps;
    await db.updateTable('loan').set({ state: 'finished' }).where('public_id', '=', loan.loanId).execute();
    expect((await at.confirm(loan)).review).toBe('');
    await at.setPolicy('mismatch');
  });

  test('looks by default at whom the barcode contradicts, also if it is read after confirming', async () => {
    const card = await documentPhoto(cardText({ documentNumber: '23680640', lastName: 'GARCIA' }));
    const upload = async (by: Traveller) => {
      const form = photoForm(card, { type: 'back_document' });
      expect((await by.call('POST /api/v3/upload', { form })).status).toBe(200);
    };
    const outcome = async (by: Traveller) =>
      (await by.call('GET /api/v3/account-new')).body.result.account_information.document_check?.outcome;
    const early = await applicant();
    await upload(early);
    await expect.poll(() => outcome(early), { timeout: 30_000 }).toBe('mismatch');
    expect((await at.confirm(early)).review).not.toBe('');

    const late = await at.held();
    expect(late.review).toBe('');
    await upload(late);
    await expect.poll(async () => (await at.payoutOf(late)).awaits_identity, { timeout: 30_000 }).toBe(true);
    const { review } = await at.reviewOf(late);
    expect(await at.loanOf(late)).toMatchObject({ identity: { state: 'review' } });
    const { id } = await product.deps.db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', late.email)
      .executeTakeFirstOrThrow();
    await holdByBarcode(product.deps, id);
    expect((await at.reviewOf(late)).review).toBe(review);
    const { version } = await at.seen({ review });
    const { key, options } = at.decide('approve', review, version);
    await at.audit.write(at.analyst, key, options);
    expect(await at.payoutOf(late)).toMatchObject({ awaits_identity: false });
  });

  test('holds nothing that has left', async () => {
    const gone = await at.held();
    await at.step(gone);
    await at.step(gone);
    const { db } = product.deps;
    const { customer_id: id } = await db
      .selectFrom('loan')
      .select('customer_id')
      .where('public_id', '=', gone.loanId)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('document_check')
      .set({ outcome: 'mismatch' })
      .where('customer_id', '=', id)
      .execute();
    await holdByBarcode(product.deps, id);
    expect((await at.reviewOf(gone)).review).toBe('');
    expect(await at.payoutOf(gone)).toMatchObject({ awaits_identity: false });
  });

  test('lets go by itself who is read only after confirming, unless somebody looks already', async () => {
    await at.setPolicy('unmatched');
    const [one, other] = [await at.held(), await at.held()];
    const { db, clock } = product.deps;
    const until = new Date(clock.now().getTime() + 600_000);
    await db
      .updateTable('identity_review')
      .set({ claimed_by: Number(at.analyst.id), claimed_until: until })
      .where('id', '=', Number(other.review))
      .execute();
    for (const { review } of [one, other]) {
      const row = await db
        .selectFrom('identity_review as r')
        .innerJoin('image as i', 'i.customer_id', 'r.customer_id')
        .select(['i.id', 'i.customer_id'])
        .where('r.id', '=', Number(review))
        .where('i.kind', '=', 'front_document')
        .executeTakeFirstOrThrow();
      const { id, customer_id } = row;
      await db
        .insertInto('document_check')
        .values({ image_id: id, customer_id, outcome: 'match', checked_at: clock.now() })
        .onConflict((conflict) => conflict.column('image_id').doUpdateSet({ outcome: 'match' }))
        .execute();
    }
    await settleByBarcode(product.deps, Number(one.review));
    await settleByBarcode(product.deps, Number(other.review));
    expect(await at.payoutOf(one)).toMatchObject({ awaits_identity: false });
    expect(await at.seen(one)).toMatchObject({ state: 'approved', decided_by: '' });
    expect(await at.payoutOf(other)).toMatchObject({ awaits_identity: true });
    await at.setPolicy('mismatch');
  });
});
