import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { loanBalance, trialBalance } from '../../loans/ledger/service.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { signUpAndVerify } from '../../testing/journey.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { notifyRequest } from '../withdrawals/request-job.ts';
import { programmeOf } from './testing/programme.ts';

let product: TestProduct;
let programme: ReturnType<typeof programmeOf>;
beforeAll(async () => {
  product = await startProduct({
    // No worker: the test runs the follow-up jobs itself.
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '99000', SESSION_MAX_DAYS: '3650' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  programme = programmeOf(product, 'AR');
});
afterAll(() => product.close());

const end = () => programme.runs('2023-08-07', '2024-12-31');
const owed = async (one: Borrower): Promise<number> =>
  (await one.balance()).installments.reduce(
    (sum: number, each: { payed: boolean; amount: number }) => sum + (each.payed ? 0 : each.amount),
    0,
  );
const sumOf = (balances: ReadonlyMap<string, number>) => [...balances.values()].reduce((a, b) => a + b, 0);
const mailsTo = async ({ email }: { email: string }, words: string) => {
  const inbox = (await product.call('GET /sandbox/messages', { query: { to: email } })).body;
  return inbox.filter(({ subject }: { subject: string }) => subject?.includes(words));
};

/** A referee's loan, confirmed today. */
async function invite(country: CountryCode, referrer: Parameters<typeof programme.queryOf>[0]) {
  const own = programmeOf(product, country);
  const invited = await borrower(product, country, 3, { parameter: await own.queryOf(referrer) });
  await own.work(invited.person);
  return invited;
}

describe.each(['AR', 'UY'] as const)('in %s', (country) => {
  test('a referee who keeps the loan brings 5.000 off the instalments of both, once', async () => {
    const own = programmeOf(product, country);
    await own.runs();
    const referrer = await borrower(product, country, 3);
    const invited = await invite(country, referrer.person);
    // Delivered and still revocable: nothing accrues yet.
    const waiting = { awaited: 5000, earned: 0, applied: 0 };
    expect(await own.counts(referrer.person)).toEqual({ registered: 1, approved: 1, ...waiting });
    expect(await own.counts(invited.person)).toEqual({ registered: 0, approved: 0, ...waiting });
    const [letter] = await mailsTo(invited.person, 'está pendiente');
    expect(letter.text).toContain('cuando termine el plazo para arrepentirte de tu préstamo');
    expect(await mailsTo(referrer.person, 'está pendiente')).toEqual([]);
    await own.accrue();
    expect(await own.counts(referrer.person)).toMatchObject(waiting);
    const before = await owed(referrer);
    await own.afterTerm();
    await own.accrue();
    for (const { person } of [invited, referrer, invited]) await own.work(person);
    const applied = { awaited: 0, earned: 5000, applied: 5000 };
    expect(await own.counts(referrer.person)).toEqual({ registered: 1, approved: 1, ...applied });
    expect(await own.counts(invited.person)).toMatchObject(applied);
    expect(before - (await owed(referrer))).toBeCloseTo(5000, 2);
    for (const one of [referrer, invited]) {
      expect(await own.books(one.person)).toEqual({ cost: 5000_00, found: [] });
      // No money was collected for it.
      expect((await loanBalance(product.deps.db, one.loanId)).get('collections') ?? 0).toBe(0);
      expect(await mailsTo(one.person, 'Tenés un descuento')).toHaveLength(1);
    }
    expect(sumOf(await trialBalance(product.deps.db, packOf(country).currency))).toBe(0);
    const told = await newestMessage(product, referrer.person.email, ({ subject }) =>
      (subject ?? '').startsWith('Descontamos'),
    );
    expect(told.text).toContain(`$5.000`);
    expect(told.text).toContain(`/movimientos/${referrer.publicId}`);
  });

  test('the referee’s own last day to withdraw brings nothing yet', async () => {
    const own = programmeOf(product, country);
    await own.runs();
    const referrer = await signUpAndVerify(product, country);
    await invite(country, referrer);
    await own.lastDay();
    expect(await own.counts(referrer)).toMatchObject({ awaited: 5000, earned: 0 });
    await product.advance(24 * 3_600_000);
    await own.accrue();
    expect(await own.counts(referrer)).toMatchObject({ awaited: 0, earned: 5000 });
  });
});

test('a reward without a loan waits for one, and an excess over the debt never becomes money', async () => {
  await programme.runs('2020-01-01', '2099-12-31', '9000000');
  const referrer = await signUpAndVerify(product, 'AR');
  const invited = await invite('AR', referrer);
  // The promised reward still applies to the loan.
  await programme.runs();
  await programme.afterTerm();
  await programme.work(invited.person);
  expect(await programme.loansOf(invited.person)).toMatchObject([{ state: 'finished' }]);
  const accounts = await loanBalance(product.deps.db, invited.loanId);
  expect(accounts.get('customer-credit') ?? 0).toBe(0);
  expect(accounts.get('principal-receivable') ?? 0).toBe(0);
  expect(await programme.counts(referrer)).toEqual({
    registered: 1,
    approved: 1,
    awaited: 0,
    earned: 9_000_000,
    applied: 0,
  });
});

describe('a referee who withdraws', () => {
  test('brings nothing, and another loan of theirs does', async () => {
    await programme.runs();
    const referrer = await borrower(product, 'AR', 3);
    const { person } = await invite('AR', referrer.person);
    const [first] = await programme.loansOf(person);
    await programme.undo(person, first ?? missing());
    const none = { approved: 0, awaited: 0, earned: 0, applied: 0 };
    expect(await programme.counts(referrer.person)).toMatchObject(none);
    await programme.afterTerm();
    expect(await programme.counts(referrer.person)).toMatchObject(none);
    expect(await programme.counts(person)).toMatchObject(none);
    await programme.borrow(person);
    expect(await programme.counts(referrer.person)).toMatchObject({ approved: 1, awaited: 5000 });
    await programme.afterTerm();
    await programme.work(person);
    expect(await programme.counts(referrer.person)).toMatchObject({ earned: 5000, applied: 5000 });
  });

  test('is waited for while the request is open, and the loan that goes on brings the reward', async () => {
    await programme.runs();
    const referrer = await signUpAndVerify(product, 'AR');
    const { person } = await invite('AR', referrer);
    const [loan] = await programme.loansOf(person);
    expect(await programme.withdraw(person, loan ?? missing())).toBe('return-due');
    await programme.afterTerm();
    expect(await programme.counts(referrer)).toMatchObject({ awaited: 5000, earned: 0 });
    await product.advance(30 * 24 * 3_600_000);
    await programme.lapse();
    await programme.accrue();
    expect(await programme.counts(referrer)).toMatchObject({ awaited: 0, earned: 5000 });
  });

  test('has a request that nobody has confirmed or decided: the reward waits for it', async () => {
    await programme.runs();
    const referrer = await signUpAndVerify(product, 'AR');
    const { person, documentNumber } = await invite('AR', referrer);
    const body = { kind: 'loan', document_number: documentNumber, email_address: 'otra@example.com' };
    const { code } = (await product.call('POST /api/v3/withdrawal', { body })).body.model;
    const { id } = await product.deps.db
      .selectFrom('withdrawal')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    await notifyRequest(product.deps, { withdrawalId: id, baseUrl: '', requestId: '', address: '' });
    await programme.afterTerm();
    expect(await programme.counts(person)).toMatchObject({ awaited: 5000, earned: 0 });
  });

  test('late, by a decision that it was in time, removes the unspent reward and leaves a spent one', async () => {
    await programme.runs();
    const [waiting, spender] = [await signUpAndVerify(product, 'AR'), await borrower(product, 'AR', 3)];
    const [first, second] = [await invite('AR', waiting), await invite('AR', spender.person)];
    const asked = product.deps.clock.now();
    await programme.afterTerm();
    for (const { person } of [first, second]) await programme.work(person);
    expect(await programme.counts(waiting)).toMatchObject({ earned: 5000, applied: 0 });
    const owedBefore = await owed(spender);
    const hashes = [];
    for (const { person } of [first, second]) {
      const [loan] = await programme.loansOf(person);
      hashes.push(await programme.undoLate(person, loan ?? missing(), asked));
    }
    expect(await programme.counts(waiting)).toMatchObject({ approved: 0, earned: 0, applied: 0 });
    expect(await programme.counts(spender.person)).toMatchObject({ earned: 5000, applied: 5000 });
    expect(await owed(spender)).toBe(owedBefore);
    // The referees' own discounts ended with their loans.
    for (const { person } of [first, second]) {
      expect(await programme.counts(person)).toMatchObject({ earned: 0, applied: 0 });
      expect(await programme.books(person)).toEqual({ cost: 0, found: [] });
    }
    // The referrer's next loan has no reward to spend until the referee's loan is in force again.
    await programme.borrow(waiting);
    expect(await programme.counts(waiting)).toMatchObject({ earned: 0, applied: 0 });
    await programme.drive('reverse', hashes[0] ?? '');
    await programme.work(first.person);
    expect(await programme.counts(waiting)).toMatchObject({ approved: 1, earned: 5000, applied: 5000 });
    expect(await programme.books(first.person)).toEqual({ cost: 5000_00, found: [] });
  });
});

const missing = (): never => {
  throw new Error('there is no loan');
};

test('an instalment with an open coupon keeps its price; the discount goes to the others', async () => {
  await programme.runs();
  const referrer = await borrower(product, 'AR', 3);
  const invited = await invite('AR', referrer.person);
  await programme.afterTerm();
  const coupon = await referrer.ask([1], 'bank-transfer', { token: referrer.person.token });
  const [first] = (await referrer.balance()).installments;
  await programme.work(invited.person);
  expect(await programme.counts(referrer.person)).toMatchObject({ applied: 5000 });
  expect((await referrer.balance()).installments[0]).toEqual(first);
  const { hash } = coupon.body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
  expect((await referrer.balance()).installments[0]).toMatchObject({ payed: true });
});

test('outside its dates nothing accrues and there is no invitation', async () => {
  await programme.runs();
  const referrer = await borrower(product, 'AR', 3);
  const query = await programme.queryOf(referrer.person);
  // Only the owner's account status shows the link.
  expect((await referrer.balance()).profile.referral_link).toBe('');
  const body = { document_type: 1, document_number: referrer.documentNumber };
  const to = await programme.login(referrer.person);
  const own = await product.call('POST /api/v3/balance', { ...to, body });
  expect(new URL(own.body.model.profile.referral_link).search).toBe(query);
  await end();
  const late = await borrower(product, 'AR', 3, { parameter: query });
  expect(await programme.profile(referrer.person)).toMatchObject({
    referral_link: '',
    promotion: { state: 'ended', from: '07-08-2023', to: '31-12-2024', reward: 5000 },
    referrals: { registered: 0, awaited: 0, earned: 0 },
  });
  // Attached during the programme, paid out after its end: the payout counts.
  await programme.runs();
  const slow = await signUpAndVerify(product, 'AR', { parameter: query });
  await end();
  await programme.borrow(slow);
  await programme.runs();
  await programme.afterTerm();
  expect(await programme.counts(referrer.person)).toMatchObject({ registered: 1, approved: 0, earned: 0 });
  for (const person of [slow, late.person])
    expect(await programme.counts(person)).toMatchObject({ awaited: 0, earned: 0 });
});

test('a customer refers neither themself nor an existing customer', async () => {
  await programme.runs();
  const referrer = await signUpAndVerify(product, 'AR');
  const parameter = await programme.queryOf(referrer);
  // The same phone under another document.
  const self = await signUpAndVerify(product, 'AR', { without: ['phone'] });
  const { db } = product.deps;
  const phone = await db
    .selectFrom('customer')
    .select('cellphone')
    .where('document_number', '=', referrer.documentNumber)
    .executeTakeFirstOrThrow();
  const body = {
    first_name: 'Ana',
    last_name: 'Pérez',
    email_address: 'otra-yo@example.com',
    document_number: '33999118',
    birthdate: '1990-05-17',
    phone: phone.cellphone,
    bank_code: '011',
    parameter,
  };
  const lead = await product.call('POST /vendors-api/v1/leads', { body });
  const account = (hash: string, email: string) =>
    product.call('POST /api/v3/account', { body: { email, hash, option: '', terms: 1, parameter } });
  expect((await account(lead.body.model.hash, 'otra-yo@example.com')).status).toBe(200);
  const known = await product.call('POST /vendors-api/v1/leads', {
    body: { ...body, document_number: self.documentNumber, email_address: self.email },
  });
  expect((await account(known.body.model.hash, self.email)).status).toBe(409);
  expect((await programme.counts(referrer)).registered).toBe(0);
  const refused = await db.selectFrom('referral').select('refusal').where('state', '=', 'refused').execute();
  expect(refused).toEqual([{ refusal: 'phone' }]);
});

test('the profile opens by the own legal number only', async () => {
  const one = await signUpAndVerify(product, 'AR');
  const other = await signUpAndVerify(product, 'AR');
  const [own, others] = [
    (await programme.customerOf(one)).legal_number,
    (await programme.customerOf(other)).legal_number,
  ];
  const profile = (legal_number: string) =>
    one.call('GET /api/v3/profile/private/{legal_number}', {
      params: { legal_number },
      query: { parameter: '', referrer: '' },
    });
  expect((await profile(own)).body.result).toMatchObject({ first_name: 'Ana', legal_number: own });
  for (const number of [others, '20000000001', 'x'])
    expect(await profile(number)).toMatchObject({
      status: 404,
      body: { message: 'No pudimos encontrar el perfil de usuario' },
    });
  const anonymous = await product.call('GET /api/v3/profile/private/{legal_number}', {
    params: { legal_number: own },
  });
  expect(anonymous.status).toBe(401);
});
