import { afterAll, beforeAll, expect, test } from 'vitest';
import { localHour } from '../../../../countries/local-time.ts';
import { askFor } from '../../../charges/testing/ask.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';

let product: TestProduct;
let ar: Borrower;
let uy: Borrower;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [ar, uy] = await Promise.all([borrower(product, 'AR', 12), borrower(product, 'UY', 3)]);
  await moveToHour(10);
});
afterAll(() => product.close());

/** Moves to the next time at which it is this hour in both countries. */
async function moveToHour(hour: number) {
  const ahead = (hour - localHour(product.deps.clock.now(), 'AR') + 24) % 24;
  await product.advance(ahead * 3_600_000);
}

interface Message {
  readonly subject: string;
  readonly text: string;
}
const sentTo = async (to: string): Promise<Message[]> =>
  JSON.parse(JSON.stringify((await product.call('GET /sandbox/messages', { query: { to } })).body));
/** Notifications about payments sent during `work`, newest first; the loan's documents may arrive at the same time. */
async function told({ person }: Borrower, work: () => Promise<unknown>) {
  const { cellphone } = await product.deps.db
    .selectFrom('customer')
    .select('cellphone')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  const [mails, sms] = [await sentTo(person.email), await sentTo(cellphone)];
  await work();
  const [mailsNow, smsNow] = [await sentTo(person.email), await sentTo(cellphone)];
  return {
    mails: mailsNow.slice(0, mailsNow.length - mails.length).filter(({ text }) => text.includes('/coupon/')),
    sms: smsNow.slice(0, smsNow.length - sms.length),
  };
}
const ask = async (one: Borrower, numbers: number[], method: string): Promise<string> =>
  (await one.ask(numbers, method)).body.result.hash;
const settle = ({ country }: Borrower, hash: string, amount?: number) =>
  product.call('POST /sandbox/payments/{hash}/settle', {
    params: { hash },
    country,
    ...(amount === undefined ? {} : { body: { amount } }),
  });
const reject = (hash: string) => product.call('POST /sandbox/payments/{hash}/reject', { params: { hash } });

test('a cash payment is notified once, by e-mail and SMS, with its page', async () => {
  const hash = await ask(ar, [1], 'pago-facil');
  const { mails, sms } = await told(ar, async () => {
    await settle(ar, hash);
    await settle(ar, hash);
  });
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe('Recibimos tu pago');
  expect(mails[0]?.text).toMatch(/Recibimos tu pago de \$[\d.]+,\d\d por Pago Fácil/);
  expect(mails[0]?.text).toContain(`/coupon/${hash}`);
  expect(sms).toHaveLength(1);
  expect(sms[0]?.text).toMatch(/^Wayni: recibimos tu pago de \$/);
});

test('no SMS goes to a number that is known to be another person’s', async () => {
  const one = await borrower(product, 'AR', 3);
  const { id, cellphone } = await product.deps.db
    .selectFrom('customer')
    .select(['id', 'cellphone'])
    .where('email', '=', one.person.email)
    .executeTakeFirstOrThrow();
  await product.deps.db
    .insertInto('contact_preference')
    .values({
      customer_id: id,
      hash: `aviso-${id}`,
      created_at: product.deps.clock.now(),
      wrong_cellphone: cellphone || null,
    })
    .execute();
  const hash = await ask(one, [1], 'pago-facil');
  const { mails, sms } = await told(one, () => settle(one, hash));
  expect([mails.length, sms.length]).toEqual([1, 0]);
});

test.each([
  ['partial', 'Recibimos una parte de tu pago', 2, -10],
  ['excess', 'Recibimos tu pago, y pagaste de más', 3, 10],
] as const)('%s says what came of it', async (_outcome, subject, number, more) => {
  const hash = await ask(ar, [number], 'rapipago');
  const { amount } = (await ar.balance()).installments[number - 1];
  const { mails, sms } = await told(ar, () => settle(ar, hash, Math.round((amount + more) * 100) / 100));
  expect(mails.map((mail) => mail.subject)).toEqual([subject]);
  expect(sms).toHaveLength(1);
});

test('money in time for a cancelled payment is not notified as late', async () => {
  const hash = await ask(ar, [9], 'pago-facil');
  await product.call('DELETE /api/v3/coupon/{hash}', {
    params: { hash },
    query: { document_number: ar.documentNumber },
  });
  const { mails } = await told(ar, () => settle(ar, hash));
  expect(mails.map((mail) => mail.subject)).toEqual(['Recibimos tu pago']);
  expect(mails[0]?.text).toContain('con un comprobante que ya no estaba vigente');
  expect(mails[0]?.text).not.toContain('vencimiento');
});

test('a wallet’s rejection is notified once by e-mail, without an SMS', async () => {
  const hash = await ask(ar, [10], 'mercado-pago');
  const { mails, sms } = await told(ar, async () => {
    await reject(hash);
    await reject(hash);
  });
  expect(mails.map((mail) => mail.subject)).toEqual(['Tu pago no se pudo realizar']);
  expect(sms).toEqual([]);
});

test('a failed card payment with a lost answer is notified by e-mail', async () => {
  const hash = await ask(ar, [12], 'debit-card');
  const { cardPayments } = product.deps.ports;
  const charge = () => Promise.reject(new Error('no connection'));
  Object.assign(product.deps.ports, { cardPayments: { ...cardPayments, charge } });
  const card = { card_type: 'debit', brand: 'visa', number: '4507990000004905', holder: 'A', cvv: '123' };
  const pay = () =>
    product.call('POST /api/v3/debit-payment', { body: { ...card, expiration_date: '1235', hash } });
  expect((await pay()).body.code).toBe('payment_in_progress');
  Object.assign(product.deps.ports, { cardPayments });
  const { id } = await product.deps.db
    .selectFrom('card_charge')
    .select('id')
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow();
  const { mails } = await told(ar, async () => {
    for (let time = 0; time < 2; time += 1) await askFor(product.deps, id);
  });
  expect(mails.map((mail) => mail.subject)).toEqual(['Tu pago no se pudo realizar']);
  expect((await told(ar, pay)).mails.map((mail) => mail.subject)).toEqual(['Recibimos tu pago']);
});

test('a reversal is notified once, also by SMS although it was paid online', async () => {
  const hash = await ask(ar, [11], 'mercado-pago');
  const { mails, sms } = await told(ar, async () => {
    await settle(ar, hash);
    for (let time = 0; time < 2; time += 1)
      await product.call('POST /sandbox/payments/{hash}/reverse', { params: { hash } });
  });
  expect(mails.map((mail) => mail.subject)).toEqual(['Uno de tus pagos fue devuelto', 'Recibimos tu pago']);
  expect(sms.map(({ text }) => text.includes('fue devuelto'))).toEqual([true]);
});

test('no SMS is sent at night', async () => {
  await moveToHour(23);
  const hash = await ask(uy, [1], 'abitab');
  const { mails, sms } = await told(uy, () => settle(uy, hash));
  expect(mails[0]?.text).toContain('por Abitab');
  expect(sms).toEqual([]);
  await moveToHour(10);
});

test('the last payment says that nothing is owed', async () => {
  const hash = await ask(uy, [2, 3], 'bank-transfer');
  const { mails } = await told(uy, () => settle(uy, hash));
  expect(mails[0]?.text).toContain('Con este pago terminaste tu préstamo');
});

test.each(['AR', 'UY'] as const)(
  '%s: money paid ahead is told as an advance, as every screen calls it',
  async (country) => {
    const one = await borrower(product, country, 6);
    const params = { id: one.publicId };
    const pay = async (kind: 'fewer' | 'withdrawal', total: number) => {
      const body = { kind, total, payment_method: 'bank-transfer' };
      return (await one.person.call('POST /api/v3/loan/{id}/settlement', { params, body })).body.result.hash;
    };
    const { prepayment } = (await one.person.call('GET /api/v3/loan/{id}/settlement', { params })).body
      .result;
    const hash = await pay('fewer', Math.round(prepayment.max / 2));
    const { mails, sms } = await told(one, () => settle(one, hash));
    expect(mails.map(({ subject }) => subject)).toEqual(['Recibimos tu adelanto']);
    expect(mails[0]?.text).toMatch(/Recibimos tu adelanto de \$[\d.]+,\d\d por/);
    expect(mails[0]?.text).toContain('Ver mi adelanto');
    expect(sms[0]?.text).toMatch(/^Wayni: recibimos tu adelanto de \$/);
    const back = await told(one, () =>
      product.call('POST /sandbox/payments/{hash}/reverse', { country, params: { hash } }),
    );
    expect(back.mails.map(({ subject }) => subject)).toEqual(['Uno de tus adelantos fue devuelto']);

    const asked = await one.person.call('POST /api/v3/withdrawal/own', { body: { kind: 'loan' } });
    const amount: number = asked.body.model.return_amount;
    const given = await pay('withdrawal', amount);
    const more = await told(one, () => settle(one, given, amount + 5));
    expect(more.mails[0]?.subject).toBe('Recibimos tu devolución, y devolviste de más');
    expect(more.mails[0]?.text).not.toContain('cuotas quedaron pagas');
  },
);
