import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loanBalance } from '../loans/ledger/service.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** What an attacker tries on calls that are each right by themselves. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const confirm = (person: Traveller, key: string) =>
  person.call('POST /api/v3/finish-new', {
    body: confirmationOf(person),
    headers: { 'idempotency-key': key },
  });
const cancel = (person: Traveller, id: string) =>
  person.call('POST /api/cancel_loan/front/{id}', { params: { id }, body: {} });
const step = (id: string) =>
  product.call('POST /sandbox/loans/{id}/advance', { params: { id }, body: { outcome: 'ok' } });

describe('two cancellations, a payout and another confirmation at once', () => {
  test.each([0, 1, 2])('leave one loan at most, and a ledger that is even (%i)', async (round) => {
    const person = await signUpAndVerify(product);
    const first: string = (await confirm(person, `race-${round}`)).body.result.id;
    const answers = await Promise.all([
      cancel(person, first),
      step(first),
      cancel(person, first),
      confirm(person, `race-again-${round}`),
      step(first),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    const loans = (await person.call('GET /api/loan')).body.result as { id: string; state_slug: string }[];
    expect(loans.filter(({ state_slug: state }) => state !== 'canceled').length).toBeLessThanOrEqual(1);
    const rows = await product.deps.db
      .selectFrom('loan')
      .innerJoin('payout', 'payout.loan_id', 'loan.id')
      .select(['loan.id', 'loan.state', 'payout.state as paid'])
      .where(
        'public_id',
        'in',
        loans.map(({ id }) => id),
      )
      .execute();
    for (const { id, state, paid } of rows) {
      const accounts = [...(await loanBalance(product.deps.db, id)).values()];
      expect(accounts.reduce((sum, amount) => sum + amount, 0)).toBe(0);
      if (state !== 'canceled') continue;
      // What was called off was not handed over, and nothing of it stands in the books.
      expect(['sent', 'unknown', 'confirmed']).not.toContain(paid);
      expect(accounts.every((amount) => amount === 0)).toBe(true);
    }
  });
});

describe('somebody else’s Idempotency-Key', () => {
  test('gives no other caller the answer it was used for', async () => {
    const [owner, thief] = await Promise.all([signUpAndVerify(product), signUpAndVerify(product)]);
    const theirs = await confirm(owner, 'a key that was overheard');
    const body = confirmationOf(owner);
    const headers = { 'idempotency-key': 'a key that was overheard' };
    for (const token of [thief.token, undefined, 'x'.repeat(32)]) {
      const more = token === undefined ? {} : { token };
      const answer = await product.call('POST /api/v3/finish-new', { body, headers, ...more });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(answer.body)).not.toContain(theirs.body.result.id);
      expect(answer.headers.get('idempotency-replayed')).toBeNull();
    }
    expect((await thief.call('GET /api/loan')).body.result).toEqual([]);
  });
});

describe('code in what people write', () => {
  const code = '<img src=x onerror=alert(1)>"\'--><script>alert(1)</script>';

  test('is kept as it is, answered as JSON that no browser takes for a page, and on no page of ours', async () => {
    const person = await signUpAndVerify(product);
    const { db } = product.deps;
    await db.updateTable('customer').set({ first_name: code }).where('email', '=', person.email).execute();
    const answer = await person.call('GET /api/v3/account-new');
    expect(JSON.stringify(answer.body)).toContain(JSON.stringify(code));
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const ticket = { document_number: person.documentNumber, subject: code, status: 'open' };
    expect((await product.call('POST /sandbox/tickets', { body: ticket })).status).toBe(200);
    const suggestion = {
      name: code,
      subject: code,
      content: code,
      email_address: person.email,
      document_number: person.documentNumber,
    };
    expect((await person.call('POST /api/v3/suggest', { body: suggestion })).status).toBe(200);
    const sandbox = await product.raw('/sandbox');
    expect(String(sandbox.body)).not.toContain('<script>alert');
  });
});

describe('addresses of other sites', () => {
  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    '/%09/evil.example/..//evil.example',
    ' //evil.example',
  ];
  test.each(elsewhere)('%j is no place to return to', async (redirectTo) => {
    const answer = await product.call('POST /api/auth/magic-link', {
      body: { email: 'alguien@example.com', redirectTo },
    });
    const isPath = redirectTo.startsWith('/%09');
    // What is percent-encoded stays a path of this site.
    expect(answer.status).toBe(isPath ? 200 : 422);
  });

  test('in the Host header do not reach a link when the public address is set', async () => {
    const fixed = await startProduct({ settings: { PUBLIC_URL_AR: 'https://cuota.example' } });
    const person = await signUpAndVerify(fixed);
    await fixed.call('POST /api/auth/magic-link', {
      body: { email: person.email },
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    });
    await expect
      .poll(async () => {
        const inbox = await fixed.call('GET /sandbox/messages', { query: { to: person.email } });
        return (inbox.body as { text: string }[])
          .map(({ text }) => text)
          .find((text) => text.includes('/magic-link/'));
      })
      .toContain('https://cuota.example/magic-link/');
    await fixed.close();
  });
});

describe('asking to cancel by document number', () => {
  test('says the same of everybody without a loan', async () => {
    const person = await signUpAndVerify(product);
    const [reason] = (await product.call('GET /api/v3/cancellation/reason')).body.result as {
      id: number;
      slug: string;
    }[];
    const ask = async (documentNumber: string) => {
      const { status, body } = await product.call('POST /api/v3/cancellation', {
        body: { cancellationReasonId: reason!.id, cancellationReasonSlug: reason!.slug, documentNumber },
      });
      return { status, body: JSON.stringify(body) };
    };
    expect(await ask(person.documentNumber)).toEqual(await ask('30999888'));
  });
});
