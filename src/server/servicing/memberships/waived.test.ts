import { afterAll, beforeAll, expect, test } from 'vitest';
import { loanBalance } from '../../loans/ledger/service.ts';
import { listMessages } from '../../messages/service.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { unpaidMember } from './testing/unpaid-member.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({
    settings: { CONSOLE_URL: consoleUrl, SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

test.each(['AR', 'UY'] as const)(
  '%s: what is owed of a membership is waived by two people, and bars no erasure',
  async (country) => {
    const one = await unpaidMember(product, country);
    const [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
    for (const each of [treasury, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
    const listed = async () =>
      (await treasury.call('GET /api/staff/money/memberships', { query: { country } })).body.result;
    const [debt] = await listed();
    expect(debt).toMatchObject({ loan: String(one.loanId), amount: 6300, price: 6300 });
    const asked = {
      params: { id: debt.loan },
      version: debt.books,
      body: { reason_code: 'courtesy', reason: 'No usó los beneficios' },
    };
    const written = await auditedWrites(product).write(
      treasury,
      'POST /api/staff/money/memberships/{id}/waive',
      asked,
    );
    expect((await one.debt()).amount).toBe(6300);
    const params = { id: written.body.approval };
    const approved = await head.call('POST /api/staff/approvals/{id}/approve', { params });
    expect(approved.status).toBe(200);
    expect((await listed()).map(({ loan }: { loan: string }) => loan)).not.toContain(debt.loan);
    expect(await one.debt()).toBeUndefined();
    const balance = await loanBalance(product.deps.db, one.loanId);
    expect(balance.get('membership-receivable')).toBe(0);
    expect(balance.get('membership-income')).toBe(0);
    const { membership } = (await one.person.call('GET /api/v3/membership')).body.model;
    expect(membership).toMatchObject({ waived: 6300, returned: 0, owed: 0, charge: { state: 'free' } });
    const subjects = (await listMessages(product.deps, one.person.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Ya no debés tu membresía Wayni+');
  },
);
