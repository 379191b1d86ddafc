import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writtenDocument } from '../../countries/identifiers/document.ts';
import { packOf } from '../../countries/index.ts';
import { lenderNotice } from '../../countries/lender.ts';
import { localDate } from '../../countries/local-time.ts';
import type { Centavos } from '../../domain/money.ts';
import { parseShownDate } from '../../domain/calendar-date.ts';
import { receivePayment } from './books/service.ts';
import { transaction } from '../platform/database.ts';
import { confirmationOf, payout, signUpAndVerify, type Traveller } from '../testing/journey.ts';
import { conformanceFaults } from '../platform/pdf/testing/conformance.ts';
import { flatText } from '../origination/agreements/testing/pdf-text.ts';
import { pageOf } from '../origination/agreements/testing/raw-page.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
let person: Traveller;
let stranger: Traveller;
let id: string;
const read = 'GET /api/v3/loan-new/{id}';
const balance = 'POST /api/v3/balance';
const days = 86_400_000;

beforeAll(async () => {
  product = await startProduct();
  person = await signUpAndVerify(product);
  stranger = await signUpAndVerify(product);
  const confirmed = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  id = confirmed.body.result.id;
  await payout(product, id);
});
afterAll(() => product.close());

async function statusOf(documentNumber: string, token?: string) {
  const answer = await product.call(balance, {
    body: { document_type: 1, document_number: documentNumber },
    ...(token === undefined ? {} : { token }),
  });
  expect(answer.status).toBe(200);
  return answer.body.model;
}

describe('a loan', () => {
  test('is whole for its owner', async () => {
    const { result } = (await person.call(read, { params: { id } })).body;
    expect(result).toMatchObject({
      id,
      state_slug: 'approved',
      first_name: 'Ana',
      last_name: 'Pérez',
      bank: { cbu: '2850590940090418135201' },
      installment_count: 6,
      has_cancel_from_the_client: false,
      files: { transference_receipt: { url: `/comprobante-transferencia/${id}` } },
    });
    const total = result.installments.reduce(
      (sum: number, each: { amount: number }) => sum + Math.round(each.amount * 100),
      0,
    );
    expect(total).toBe(Math.round(result.final_amount * 100));
    expect(result.installments[0]).toMatchObject({
      number: 1,
      state_name: 'pending',
      payed: false,
      days_late: 0,
    });
    expect(result.start_date).toBe(result.installments[0].due_date_format);
  });

  test.each(['nobody', 'somebody else'])('is masked for %s', async (who) => {
    const options = who === 'nobody' ? {} : { token: stranger.token };
    const { result } = (await product.call(read, { params: { id }, ...options })).body;
    expect(result).toMatchObject({ first_name: 'A***', last_name: 'P***', bank: { cbu: '****5201' } });
    expect(result.files.transference_receipt).toBeNull();
    expect(JSON.stringify(result)).not.toContain('Pérez');
    expect(JSON.stringify(result)).not.toContain('28505909400904181352');
  });

  test('is not found under another id, in the other country, or malformed', async () => {
    for (const other of ['x', 'a'.repeat(32), `${id}x`, "' or 1=1 --", '%00'])
      expect((await product.call(read, { params: { id: other } })).status).toBe(404);
    expect((await product.call(read, { country: 'UY', params: { id } })).status).toBe(404);
  });

  test('is in its owner’s list only', async () => {
    const list = (await person.call('GET /api/loan')).body.result;
    const { result } = (await person.call(read, { params: { id } })).body;
    // The list and the loan's own call return the same loan.
    expect(list).toMatchObject([{ id, state_slug: 'approved', installments: result.installments }]);
    expect(Object.keys(list[0]).toSorted()).toEqual(Object.keys(result).toSorted());
    expect((await stranger.call('GET /api/loan')).body.result).toEqual([]);
    expect((await product.call('GET /api/loan')).status).toBe(401);
  });

  test('has a receipt for its owner only', async () => {
    const key = 'GET /api/v3/transference-receipt/{id}';
    const { result } = (await person.call(key, { params: { id } })).body;
    expect(result).toMatchObject({ name: 'Ana Pérez', cbu: '2850590940090418135201' });
    expect(result.code).not.toBe('');
    expect(parseShownDate(result.delivery_date)).toBeDefined();
    expect((await stranger.call(key, { params: { id } })).status).toBe(404);
    expect((await product.call(key, { params: { id } })).status).toBe(401);

    const file = (address: string) => pageOf(product.port, address, { country: 'AR' });
    const { status, headers, bytes } = await file(result.pdf_url);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(conformanceFaults(bytes)).toEqual([]);
    const text = flatText(bytes);
    for (const words of ['Comprobante de transferencia', result.code, '2850590940090418135201', 'Ana Pérez'])
      expect(text).toContain(words);
    expect(text).toContain(lenderNotice(packOf('AR'), 'Wayni', product.deps.config.lenders.AR));
    const [path = ''] = result.pdf_url.split('?');
    for (const address of [path, result.pdf_url.replace(/signature=./, 'signature=~')])
      expect((await file(address)).status).toBe(404);
  });

  test.each([
    ['UY', 'red-pagos', '', 'Red pagos, con tu documento'],
    ['AR', 'pdv', '2', 'Punto Flores'],
  ] as const)('a receipt of cash in %s names no account', async (country, delivery, point, place) => {
    const payee = await signUpAndVerify(product, country, { delivery });
    const body = confirmationOf(payee, { more: { deliveryPoint: point } });
    const loanId = (await payee.call('POST /api/v3/finish-new', { body })).body.result.id;
    await payout(product, loanId);
    const answer = await payee.call('GET /api/v3/transference-receipt/{id}', { params: { id: loanId } });
    const { result } = answer.body;
    expect([result.cbu, result.place.startsWith(place)]).toEqual(['', true]);
    const { bytes } = await pageOf(product.port, result.pdf_url, { country });
    expect(conformanceFaults(bytes)).toEqual([]);
    const text = flatText(bytes);
    for (const words of ['Monto entregado', 'Lugar de cobro', place]) expect(text).toContain(words);
    expect(text).not.toContain('Cuenta de destino');
    const [label, number] =
      country === 'UY'
        ? ['Cédula', writtenDocument('UY', payee.documentNumber)]
        : ['DNI', writtenDocument('AR', payee.documentNumber)];
    expect([text.includes(label), text.includes(number)]).toEqual([true, true]);
  });

  test('bars another confirmation while it is in force', async () => {
    const again = await person.call('POST /api/v3/finish-new', {
      body: confirmationOf(person, { instalments: 3 }),
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'active_loan' } });
  });
});

describe('the account status', () => {
  test.each([
    ['AR', 'DNI'],
    ['UY', 'cédula'],
  ] as const)('in %s of another type of document belongs to no customer', async (country, word) => {
    const answer = await product.call(balance, {
      country,
      body: { document_type: 2, document_number: person.documentNumber },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { fields: { document_type: `Consultá tu estado de cuenta con tu ${word}.` } },
    });
  });

  test('is whole for its owner and masked for others', async () => {
    const own = await statusOf(person.documentNumber, person.token);
    expect(own).toMatchObject({
      debtfree: false,
      loanId: id,
      profile: { first_name: 'Ana', last_name: 'Pérez' },
      filters: { document_type: 1, document_number: person.documentNumber },
    });
    expect(own.installments).toHaveLength(6);
    for (const token of [undefined, stranger.token]) {
      const other = await statusOf(person.documentNumber, token);
      expect(other).toMatchObject({
        loanId: null,
        legal: '',
        profile: { first_name: 'A***', last_name: 'P***' },
      });
      expect(other.installments).toEqual(own.installments);
      expect(JSON.stringify(other)).not.toContain(id);
    }
  });

  test('of an unknown document and of a customer without debt are the same', async () => {
    const strip = ({ hash: _h, documentNumber: _d, filters: _f, ...rest }: Record<string, unknown>) => rest;
    const unknown = await statusOf('39999999');
    expect(strip(unknown)).toEqual(strip(await statusOf(stranger.documentNumber)));
    expect(unknown).toMatchObject({ debtfree: true, installments: [], tickets: [], profile: null });
  });

  test('refuses an invalid document', async () => {
    for (const document_number of ['', '12', 'abc', '1'.repeat(30), "1' or '1'='1"])
      expect((await product.call(balance, { body: { document_number } })).status).toBe(422);
  });

  test('lists the tickets to their owner; a stranger learns only that there are some, and solved or not', async () => {
    const write = async (document_number: string, subject: string, status: string) =>
      (await product.call('POST /sandbox/tickets', { body: { document_number, subject, status } })).status;
    expect(await write(person.documentNumber, 'Perdí el trabajo', 'En análisis legal')).toBe(200);
    expect(await write(person.documentNumber, 'No llegó el cupón', 'closed')).toBe(200);
    for (const [subject, status] of [
      ['', 'open'],
      [' ', 'open'],
      ['Sin estado', ''],
    ] as const)
      expect(await write(person.documentNumber, subject, status)).toBe(422);
    const own = await statusOf(person.documentNumber, person.token);
    expect(own.tickets).toMatchObject([
      { subject: 'No llegó el cupón', status: 'closed' },
      { subject: 'Perdí el trabajo', status: 'En análisis legal', type: 'reclamo' },
    ]);
    for (const { created_at, updated_at } of own.tickets)
      for (const instant of [created_at, updated_at]) expect(instant).toBe(new Date(instant).toISOString());
    for (const token of [undefined, stranger.token]) {
      const { tickets } = await statusOf(person.documentNumber, token);
      expect(tickets).toEqual([
        { ...own.tickets[0], id: '2', type: 'reclamo', subject: '', status: 'closed' },
        { ...own.tickets[1], id: '1', type: 'reclamo', subject: '', status: 'open' },
      ]);
    }
    // A ticket must not reveal whether a document belongs to a customer without debt or is unknown.
    expect(await write(stranger.documentNumber, 'Una pregunta', 'open')).toBe(200);
    expect((await statusOf(stranger.documentNumber)).tickets).toEqual([]);
    expect((await statusOf(stranger.documentNumber, stranger.token)).tickets).toHaveLength(1);
    expect(await write('39999998', 'Nadie', 'open')).toBe(404);
  });
});

// Last, because these move the clock.
describe('as time goes by', () => {
  async function pay(number: number, amount: number, reference: string) {
    const { deps } = product;
    const loan = await deps.db
      .selectFrom('loan')
      .select('id')
      .where('public_id', '=', id)
      .executeTakeFirstOrThrow();
    // The country's day: from nine in the evening, the UTC date is already tomorrow's.
    const valueDate = localDate(deps.clock.now(), 'AR');
    return transaction(deps.db, (tx) =>
      receivePayment(tx, deps, {
        loanId: loan.id,
        amount: Math.round(amount * 100) as Centavos,
        source: 'test',
        reference,
        valueDate,
        instalments: [number],
      }),
    );
  }

  test('an unpaid instalment is delayed and owes interest; once paid it was late, however often it is reported', async () => {
    await product.advance(45 * days);
    const before = await statusOf(person.documentNumber);
    expect(before).toMatchObject({ status: 'delayed' });
    const [first, second] = before.installments;
    expect(first).toMatchObject({ state_name: 'delayed', payed: false });
    expect(first.interest_acum_amount).toBeGreaterThan(0);
    expect(second.state_name).toBe('pending');
    expect(before.total).toBe(first.amount);
    for (let report = 0; report < 3; report += 1) {
      expect(await pay(1, first.amount, 'one')).toMatchObject({ isNew: report === 0, loanState: 'approved' });
    }
    const after = await statusOf(person.documentNumber);
    expect(after.installments[0]).toMatchObject({ state_name: 'late', payed: true, amount: first.amount });
    expect(after.total).toBe(0);
    const { db } = product.deps;
    const lines = await db.selectFrom('payment_allocation').select('amount').execute();
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(Math.round(first.amount * 100));
    await expect(pay(1, 1, 'one')).rejects.toThrow('another payment');
  });

  test('the last payment finishes the loan: debt-free, and a new one may be requested', async () => {
    const { installments } = await statusOf(person.documentNumber);
    for (const { number, amount, payed } of installments)
      if (!payed) await pay(number, amount, `rest-${number}`);
    const { db } = product.deps;
    expect(
      await db.selectFrom('loan').select('state').where('public_id', '=', id).executeTakeFirst(),
    ).toEqual({ state: 'finished' });
    expect(await statusOf(person.documentNumber)).toMatchObject({ debtfree: true, total: 0 });
  });
});
