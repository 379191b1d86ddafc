import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../platform/secrets.ts';
import { confirmationOf, signUpAndVerify, type JourneyStep, type Traveller } from '../../testing/journey.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const finish = 'POST /api/v3/finish-new';
const days = 86_400_000;

function confirm(person: Traveller, more: Parameters<typeof confirmationOf>[1] = {}, headers = {}) {
  return person.call(finish, { body: confirmationOf(person, more), headers });
}

async function customerIdOf({ email }: Traveller): Promise<number> {
  const row = await product.deps.db
    .selectFrom('customer')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function loansOf(person: Traveller) {
  const id = await customerIdOf(person);
  return product.deps.db.selectFrom('loan').selectAll().where('customer_id', '=', id).execute();
}

const statusesOf = (answers: readonly TestAnswer[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe('twenty confirmations at once make one loan', () => {
  test('with twenty keys', async () => {
    const person = await signUpAndVerify(product);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => confirm(person, {}, { 'idempotency-key': randomUUID() })),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(
      answers.filter(({ status }) => status === 409).every(({ body }) => body.code === 'active_loan'),
    ).toBe(true);
    expect(await loansOf(person)).toHaveLength(1);
  });

  test('without a key', async () => {
    const person = await signUpAndVerify(product, 'UY');
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(person)));
    expect(statusesOf(answers)).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(await loansOf(person)).toHaveLength(1);
  });

  test('with one key: those in flight are asked to retry, and then get the first answer', async () => {
    const person = await signUpAndVerify(product);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(person, {}, headers)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made.length).toBeGreaterThan(0);
    expect(answers.every(({ status, body }) => status === 200 || body.code === 'key_in_flight')).toBe(true);
    const again = await confirm(person, {}, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(new Set([...made, again].map(({ body }) => body.result.id)).size).toBe(1);
    expect(await loansOf(person)).toHaveLength(1);
  });
});

describe('a key belongs to its request and its caller', () => {
  test('another body is refused; another person’s same key is a different key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [ana, beto] = [await signUpAndVerify(product), await signUpAndVerify(product)];
    expect((await confirm(ana, {}, headers)).status).toBe(200);
    expect(await confirm(ana, { instalments: 3 }, headers)).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    });
    const other = await confirm(beto, {}, headers);
    expect(other).toMatchObject({ status: 200 });
    expect(other.headers.get('idempotency-replayed')).toBeNull();
  });
});

describe('requirements of a confirmation', () => {
  test.each([
    ['AR', 'avatar'],
    ['AR', 'front'],
    ['AR', 'back'],
    ['AR', 'address'],
    ['AR', 'bank'],
    ['AR', 'phone'],
    ['UY', 'delivery'],
    ['UY', 'bank'],
    ['UY', 'phone'],
  ] as const)('%s without the step %s: refused, nothing written', async (country, step: JourneyStep) => {
    // Saving an account chooses the transfer, so the choice is missing only without an account.
    const delivery = step === 'delivery' ? 'red-pagos' : 'bank-transfer';
    const person = await signUpAndVerify(product, country, { delivery, without: [step] });
    expect(await confirm(person)).toMatchObject({
      status: 409,
      body: { code: 'verification_missing', message: 'Por favor, completa todos los campos para avanzar.' },
    });
    expect(await loansOf(person)).toEqual([]);
  });

  test('Red pagos and a pickup point need no account; the point must exist', async () => {
    const uruguayan = await signUpAndVerify(product, 'UY', { delivery: 'red-pagos' });
    expect((await confirm(uruguayan)).status).toBe(200);
    const argentine = await signUpAndVerify(product, 'AR', { delivery: 'pdv' });
    expect((await confirm(argentine)).body.code).toBe('delivery_point');
    const { body } = await confirm(argentine, { more: { deliveryPoint: '2' } });
    const loan = await argentine.call('GET /api/v3/loan-new/{id}', { params: { id: body.result.id } });
    expect(loan.body.result).toMatchObject({
      delivery_type: 'pdv',
      pod: { name: 'Punto Flores' },
      bank: null,
    });
  });

  test('the pickup point chosen in the application is taken where the confirmation names none', async () => {
    const person = await signUpAndVerify(product, 'AR', { delivery: 'pdv' });
    await person.call('POST /api/v3/delivery-type', { body: { deliveryType: 'pdv', deliveryPoint: '4' } });
    const { body } = await confirm(person);
    const loan = await person.call('GET /api/v3/loan-new/{id}', { params: { id: body.result.id } });
    expect(loan.body.result.pod).toEqual({
      name: 'Punto Córdoba',
      address: 'Av. Colón 320',
      city: 'Córdoba',
    });
  });

  test('the account must be one of the customer’s; with two, one must be named', async () => {
    const person = await signUpAndVerify(product);
    const unknown = await confirm(person, { more: { accountNumber: '0720429088000002339140' } });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'account_unknown' } });
    const second = await person.call('POST /api/bank-accounts', {
      body: { accountNumber: 'otra.cuenta.mia' },
    });
    expect(second.status).toBe(200);
    expect((await confirm(person)).body.code).toBe('account_unknown');
    const { body } = await confirm(person, { more: { accountNumber: 'Otra.Cuenta.Mia' } });
    const loan = await person.call('GET /api/v3/loan-new/{id}', { params: { id: body.result.id } });
    expect(loan.body.result.bank.cbu).toBe('otra.cuenta.mia');
  });

  test('an offer that is live, its own, and untouched', async () => {
    const [ana, beto] = [await signUpAndVerify(product), await signUpAndVerify(product)];
    const stolen = await ana.call(finish, { body: confirmationOf(beto) });
    expect(stolen).toMatchObject({ status: 422, body: { code: 'offer_unknown' } });
    const { id } = ana.offer.max_option.no_membership;
    const tampered = id.replace(/\.\d+\./, '.999999000.');
    const asked = { selectedId: tampered, maxId: '', installmentsQuantity: 6 };
    expect((await confirm(ana, { more: { creditStructure: asked } })).body.code).toBe('amount_too_high');
    expect((await confirm(ana, { instalments: 99 })).body.code).toBe('instalments_unknown');
    expect(await loansOf(ana)).toEqual([]);
  });

  test('a maximum that is that of the offer, at every chosen amount', async () => {
    const person = await signUpAndVerify(product);
    const { result } = (
      await person.call('GET /api/v1/clients/loan-options/{amount}', { params: { amount: '50000' } })
    ).body;
    const { id: selectedId, max_id: maxId } = result.no_membership;
    const asked = (sent: string) => ({
      more: { creditStructure: { selectedId, maxId: sent, installmentsQuantity: 6 } },
    });
    expect(await confirm(person, asked(selectedId))).toMatchObject({
      status: 422,
      body: { code: 'offer_unknown' },
    });
    expect(await loansOf(person)).toEqual([]);
    expect((await confirm(person, asked(maxId))).status).toBe(200);
  });

  test('no member that the call does not know', async () => {
    const person = await signUpAndVerify(product);
    const answer = await confirm(person, { more: { state: 'approved', interest_rate: 0 } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(await loansOf(person)).toEqual([]);
  });

  test('a login', async () => {
    const person = await signUpAndVerify(product);
    expect((await product.call(finish, { body: confirmationOf(person) })).status).toBe(401);
  });
});

describe('evidence and ledger', () => {
  test('time, address, device, versions and digests are kept and cannot be changed', async () => {
    const { db, clock } = product.deps;
    const person = await signUpAndVerify(product);
    const { body } = await confirm(person, {}, { 'user-agent': 'Navegador de prueba' });
    const loan = await db
      .selectFrom('loan')
      .selectAll()
      .where('public_id', '=', body.result.id)
      .executeTakeFirstOrThrow();
    const evidence = await db
      .selectFrom('acceptance')
      .selectAll()
      .where('loan_id', '=', loan.id)
      .executeTakeFirstOrThrow();
    expect(evidence).toMatchObject({ device: 'Navegador de prueba', address: '127.0.0.1' });
    expect(Math.abs(clock.now().getTime() - evidence.at.getTime())).toBeLessThan(60_000);
    const documents = evidence.documents as {
      name: string;
      version: string;
      sha256: string;
      text?: string;
    }[];
    expect(documents.map(({ name }) => name)).toEqual(['terminos', 'privacidad', 'pagare']);
    for (const { version, sha256 } of documents)
      expect([version !== '', /^[0-9a-f]{64}$/.test(sha256)]).toEqual([true, true]);
    const note = documents.at(-1)!;
    expect(note.text).toContain('Ana Pérez');
    expect(digestOf(note.text!).toString('hex')).toBe(note.sha256);
    await expect(
      db.updateTable('acceptance').set({ device: 'x' }).where('loan_id', '=', loan.id).execute(),
    ).rejects.toThrow('append-only');
    await expect(db.deleteFrom('acceptance').where('loan_id', '=', loan.id).execute()).rejects.toThrow(
      'append-only',
    );
  });

  test('each transaction adds up to zero; unbalanced, changed or deleted entries are refused', async () => {
    const { db } = product.deps;
    const person = await signUpAndVerify(product);
    await confirm(person);
    const sums = await db
      .selectFrom('ledger_entry')
      .select((eb) => eb.fn.sum<string>('amount').as('sum'))
      .groupBy('transaction_id')
      .execute();
    expect(sums.length).toBeGreaterThan(0);
    expect(sums.every(({ sum }) => Number(sum) === 0)).toBe(true);
    const [entry] = await db.selectFrom('ledger_entry').selectAll().limit(1).execute();
    const where = entry!.transaction_id;
    await expect(
      db.updateTable('ledger_entry').set({ amount: 1 }).where('transaction_id', '=', where).execute(),
    ).rejects.toThrow('append-only');
    await expect(db.deleteFrom('ledger_entry').where('transaction_id', '=', where).execute()).rejects.toThrow(
      'append-only',
    );
    const line = (transaction_id: number, amount: number) => ({
      transaction_id,
      line: 99,
      account: 'bank' as const,
      amount,
    });
    const put = (...lines: ReturnType<typeof line>[]) =>
      db.insertInto('ledger_entry').values(lines).execute();
    await expect(put(line(where, 1))).rejects.toThrow('does not sum to zero');
    // Two unbalanced transactions that offset each other are both rejected.
    const ids = db.selectFrom('ledger_entry').select('transaction_id').where('transaction_id', '<>', where);
    const { transaction_id: other } = await ids.executeTakeFirstOrThrow();
    await expect(put(line(where, 1), line(other, -1))).rejects.toThrow('does not sum to zero');
  });

  test('the actor is in the audit log, without the document', async () => {
    const { db } = product.deps;
    const person = await signUpAndVerify(product);
    await confirm(person);
    const events = await db
      .selectFrom('event')
      .selectAll()
      .where('customer_id', '=', await customerIdOf(person))
      .execute();
    expect(events.map(({ kind }) => kind)).toContain('loan-confirmed');
    expect(JSON.stringify(events)).not.toContain(person.documentNumber);
  });
});

// Last, because these move the clock, and everything made before becomes stale or expires.
describe('time', () => {
  test('a login that is not fresh has to be repeated', async () => {
    const person = await signUpAndVerify(product);
    await product.advance(product.deps.config.FRESH_LOGIN_HOURS * 3_600_000 + 1000);
    expect(await confirm(person)).toMatchObject({ status: 403, body: { code: 'fresh_login_required' } });
    expect(await loansOf(person)).toEqual([]);
  });

  test('an expired offer is a conflict', async () => {
    const { db } = product.deps;
    const person = await signUpAndVerify(product);
    await product.advance(31 * days);
    const now = product.deps.clock.now();
    const later = new Date(now.getTime() + days);
    await db
      .updateTable('session')
      .set({ fresh_at: now, last_used_at: now, expires_at: later })
      .where('customer_id', '=', await customerIdOf(person))
      .execute();
    expect(await confirm(person)).toMatchObject({ status: 409, body: { code: 'offer_expired' } });
    expect(await loansOf(person)).toEqual([]);
  });
});
