import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Borrower } from '../servicing/payments/testing/borrower.ts';
import { refundTools } from '../servicing/payments/testing/refund-tools.ts';
import { takeRefundStep } from '../servicing/payments/refunds/send.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** Credit is not refunded, to any account, while a contact corrected by the staff is new. */

let product: TestProduct;
let agent: StaffMember;
let treasury: StaffMember;
let head: StaffMember;
let refunds: ReturnType<typeof refundTools>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  await signIn();
});
afterAll(() => product.close());

async function signIn() {
  agent = await signInAs(product, 'agent');
  treasury = await signInAs(product, 'treasury');
  head = await signInAs(product, 'head');
  for (const each of [agent, treasury, head])
    await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  refunds = refundTools(product, treasury, head);
}

const customerOf = ({ loanId }: Borrower) =>
  product.deps.db
    .selectFrom('customer as c')
    .innerJoin('loan as l', 'l.customer_id', 'c.id')
    .selectAll('c')
    .where('l.id', '=', loanId)
    .executeTakeFirstOrThrow();

async function correctMail(one: Borrower) {
  const { id, version } = await customerOf(one);
  const asked = await agent.call('POST /api/staff/customers/{id}/email', {
    params: { id: String(id) },
    version,
    body: {
      email: `nueva-${id}-${version}@example.org`,
      reason_code: 'customer_asks',
      reason: 'Lo pidió por teléfono',
    },
  });
  expect((await refunds.approve(asked.body.approval)).status).toBe(200);
}

async function readDocumentAgain(one: Borrower) {
  const { db, clock } = product.deps;
  const { id } = await customerOf(one);
  const key = `document-${id}`;
  const image = await db
    .insertInto('image')
    .values({
      id: key,
      customer_id: id,
      kind: 'front_document',
      storage_key: key,
      thumb_key: key,
      bytes: 1,
      width: 320,
      height: 240,
      sha256: Buffer.alloc(32),
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: clock.now() }))
    .returning('id')
    .executeTakeFirst();
  const checked = { outcome: 'match', checked_at: new Date(clock.now().getTime() + 1000) };
  await db
    .insertInto('document_check')
    .values({ image_id: image!.id, customer_id: id, ...checked })
    .onConflict((conflict) => conflict.column('image_id').doUpdateSet(checked))
    .execute();
}

describe.each(['AR', 'UY'] as const)('%s: after a corrected address', (country) => {
  test('no refund is sent to any account for days, however often it is requested', async () => {
    const { one, account, units } = await refunds.withCredit(country);
    await correctMail(one);
    for (let time = 0; time < 10; time += 1) {
      const { body } = await refunds.ask(one, account, units);
      expect(body.code).toBe('refund_contact_changed');
      expect(body.message).toMatch(/esperan hasta el \d\d-\d\d-\d{4}/);
    }
    await product.call('POST /sandbox/clock', { body: { advance: 'P4D' } });
    await signIn();
    expect((await refunds.ask(one, account, units)).body.outcome).toBe('pending_approval');
  });

  test('a refund requested, approved or planned before also waits', async () => {
    const { one, account, units } = await refunds.withCredit(country);
    const first = await refunds.ask(one, account, units);
    await correctMail(one);
    expect((await refunds.approve(first.body.approval)).body.code).toBe('refund_contact_changed');
    await readDocumentAgain(one);
    expect((await refunds.approve(first.body.approval)).status).toBe(200);
    const { id, reference } = await refunds.refundOf(one);
    await product.call('POST /sandbox/clock', { body: { advance: 'PT1H' } });
    await signIn();
    await correctMail(one);
    await takeRefundStep(product.deps, id);
    expect(await refunds.submissions(reference)).toBe(0);
    expect(await refunds.shown(id)).toMatchObject({ state: 'planned', waits_for: 'contact' });
    await readDocumentAgain(one);
    await takeRefundStep(product.deps, id);
    expect(await refunds.submissions(reference)).toBe(1);
  });
});
