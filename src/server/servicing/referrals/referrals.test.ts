import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { loanBalance, trialBalance } from '../../loans/ledger/service.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { withdrawalsOf } from '../withdrawals/testing/withdrawals.ts';
import { rewardFor } from './reward.ts';
import { changeSetting } from '../../testing/settings.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

async function promotion(country: CountryCode, from: string, to: string, reward = '5000'): Promise<void> {
  const { db } = product.deps;
  await changeSetting(db, country, 'referral-from', from);
  await changeSetting(db, country, 'referral-to', to);
  await changeSetting(db, country, 'referral-reward', reward);
}
const open = (country: CountryCode = 'AR') => promotion(country, '2020-01-01', '2099-12-31');
const end = () => promotion('AR', '2023-08-07', '2024-12-31');

const legalNumberOf = async ({ documentNumber }: Pick<Traveller, 'documentNumber'>) => {
  const row = await product.deps.db
    .selectFrom('customer')
    .select('legal_number')
    .where('document_number', '=', documentNumber)
    .executeTakeFirstOrThrow();
  return row.legal_number || documentNumber;
};
async function profile(person: Traveller, number?: string) {
  const legal_number = number ?? (await legalNumberOf(person));
  return person.call('GET /api/v3/profile/private/{legal_number}', {
    params: { legal_number },
    query: { parameter: '', referrer: '' },
  });
}
/** The query of somebody's link, as the browser keeps it. */
const queryOf = async (person: Traveller): Promise<string> =>
  new URL((await profile(person)).body.result.referral_link).search;

/** Asks until the worker has done what it was told. */
async function until<T>(ask: () => Promise<T>, accept: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 8_000;
  for (;;) {
    const value = await ask();
    if (accept(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const counts = async (person: Traveller) => (await profile(person)).body.result.referrals;
const owed = async (one: Borrower): Promise<number> =>
  (await one.balance()).installments.reduce(
    (sum: number, each: { payed: boolean; amount: number }) => sum + (each.payed ? 0 : each.amount),
    0,
  );
const sumOf = (balances: ReadonlyMap<string, number>) => [...balances.values()].reduce((a, b) => a + b, 0);

test.each(['AR', 'UY'] as const)(
  '%s: an approved referee brings 5.000 off the instalments of both, once, and the ledger stays at zero',
  async (country) => {
    await open(country);
    const referrer = await borrower(product, country, 3);
    const before = await owed(referrer);
    const invited = await borrower(product, country, 3, { parameter: await queryOf(referrer.person) });
    expect(
      await until(
        () => counts(referrer.person),
        ({ applied }) => applied === 5000,
      ),
    ).toEqual({
      registered: 1,
      approved: 1,
      earned: 5000,
      applied: 5000,
    });
    expect(before - (await owed(referrer))).toBeCloseTo(5000, 2);
    await until(
      () => counts(invited.person),
      ({ applied }) => applied === 5000,
    );
    for (const one of [referrer, invited]) {
      const accounts = await loanBalance(product.deps.db, one.loanId);
      expect(accounts.get('promotion-cost')).toBe(5000_00);
      // No money came in for it.
      expect(accounts.get('collections') ?? 0).toBe(0);
    }
    const currency = country === 'AR' ? 'ARS' : 'UYU';
    expect(sumOf(await trialBalance(product.deps.db, currency))).toBe(0);
    const told = await newestMessage(product, referrer.person.email, ({ subject }) =>
      (subject ?? '').startsWith('Descontamos'),
    );
    expect(told.text).toContain(`$5.000`);
    expect(told.text).toContain(`/movimientos/${referrer.publicId}`);
  },
);

test('a reward without a loan waits for it, and one that exceeds what is owed never becomes money', async () => {
  await promotion('AR', '2020-01-01', '2099-12-31', '9000000');
  const referrer = await signUpAndVerify(product, 'AR');
  const invited = await borrower(product, 'AR', 3, { parameter: await queryOf(referrer) });
  const settled = async () =>
    (await invited.balance()).installments.every(({ payed }: { payed: boolean }) => payed);
  await until(settled, (isSettled) => isSettled);
  const accounts = await loanBalance(product.deps.db, invited.loanId);
  expect(accounts.get('customer-credit') ?? 0).toBe(0);
  expect(accounts.get('principal-receivable') ?? 0).toBe(0);
  expect(await counts(referrer)).toEqual({ registered: 1, approved: 1, earned: 9_000_000, applied: 0 });
  await open();
});

/** Withdraws from the loan and gives its money back: the loan is undone. */
async function withdrawFrom(one: Borrower): Promise<void> {
  const { request, confirm } = withdrawalsOf(product);
  const { link } = await request(one.person);
  const total = (await confirm(one.person, link)).body.model.return_amount;
  const body = { kind: 'withdrawal', payment_method: 'bank-transfer', total };
  const params = { id: one.publicId };
  const asked = await one.person.call('POST /api/v3/loan/{id}/settlement', { params, body });
  const { hash } = asked.body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
  const { state } = await product.deps.db
    .selectFrom('loan')
    .select('state')
    .where('id', '=', one.loanId)
    .executeTakeFirstOrThrow();
  expect(state).toBe('canceled');
}

test('a referee who withdraws leaves the referrer what was spent, and nothing to spend', async () => {
  await open();
  const waiting = await signUpAndVerify(product, 'AR');
  const spender = await borrower(product, 'AR', 3);
  const first = await borrower(product, 'AR', 3, { parameter: await queryOf(waiting) });
  const second = await borrower(product, 'AR', 3, { parameter: await queryOf(spender.person) });
  const isApplied = ({ applied }: { applied: number }) => applied === 5000;
  for (const person of [first.person, second.person, spender.person])
    await until(() => counts(person), isApplied);
  expect(await counts(waiting)).toMatchObject({ earned: 5000, applied: 0 });
  const owedBefore = await owed(spender);
  await withdrawFrom(first);
  await withdrawFrom(second);
  expect(await counts(waiting)).toMatchObject({ earned: 0, applied: 0 });
  expect(await counts(spender.person)).toMatchObject({ earned: 5000, applied: 5000 });
  expect(await owed(spender)).toBe(owedBefore);
  // The referees' own discounts went with their loans.
  for (const { person, loanId } of [first, second]) {
    expect(await counts(person)).toMatchObject({ earned: 0, applied: 0 });
    const accounts = await loanBalance(product.deps.db, loanId);
    expect(accounts.get('promotion-cost') ?? 0).toBe(0);
  }
  // A loan of the referrer's finds nothing to spend.
  const { id } = (await waiting.call('POST /api/v3/finish-new', { body: confirmationOf(waiting) })).body
    .result;
  for (let step = 0; step < 2; step += 1)
    await product.call('POST /sandbox/loans/{id}/advance', { params: { id }, body: { outcome: 'ok' } });
  const loan = await product.deps.db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', id)
    .executeTakeFirstOrThrow();
  await rewardFor(product.deps, { loanId: loan.id });
  expect(await counts(waiting)).toMatchObject({ earned: 0, applied: 0 });
});

test('a reward spent on a loan that its owner undoes is spent on the next one', async () => {
  await open();
  const referrer = await borrower(product, 'AR', 3);
  await borrower(product, 'AR', 3, { parameter: await queryOf(referrer.person) });
  await until(
    () => counts(referrer.person),
    ({ applied }) => applied === 5000,
  );
  await withdrawFrom(referrer);
  expect(await counts(referrer.person)).toMatchObject({ earned: 5000, applied: 0 });
  const next = await referrer.person.call('POST /api/v3/finish-new', {
    body: confirmationOf(referrer.person),
  });
  const params = { id: next.body.result.id };
  for (let step = 0; step < 2; step += 1)
    await product.call('POST /sandbox/loans/{id}/advance', { params, body: { outcome: 'ok' } });
  await until(
    () => counts(referrer.person),
    ({ applied }) => applied === 5000,
  );
});

test('an instalment with an open coupon keeps its price; the discount goes to the others', async () => {
  await open();
  const referrer = await borrower(product, 'AR', 3);
  const coupon = await referrer.ask([1], 'bank-transfer');
  const [first] = (await referrer.balance()).installments;
  await borrower(product, 'AR', 3, { parameter: await queryOf(referrer.person) });
  await until(
    () => counts(referrer.person),
    ({ applied }) => applied === 5000,
  );
  expect((await referrer.balance()).installments[0]).toEqual(first);
  const { hash } = coupon.body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
  expect((await referrer.balance()).installments[0]).toMatchObject({ payed: true });
});

test('outside its dates nothing accrues and there is no invitation', async () => {
  await open();
  const referrer = await borrower(product, 'AR', 3);
  const query = await queryOf(referrer.person);
  // The account status has the link for its owner only.
  expect((await referrer.balance()).profile.referral_link).toBe('');
  const body = { document_type: 1, document_number: referrer.documentNumber };
  const own = await referrer.person.call('POST /api/v3/balance', { body });
  expect(new URL(own.body.model.profile.referral_link).search).toBe(query);
  await end();
  const late = await borrower(product, 'AR', 3, { parameter: query });
  const answer = (await profile(referrer.person)).body.result;
  expect(answer).toMatchObject({
    referral_link: '',
    promotion: { state: 'ended', from: '07-08-2023', to: '31-12-2024', reward: 5000 },
    referrals: { registered: 0, earned: 0 },
  });
  expect((await counts(late.person)).earned).toBe(0);
  // Attached while it ran, approved after its end: the approval is what counts.
  await open();
  const slow = await signUpAndVerify(product, 'AR', { parameter: query });
  await end();
  const confirmed = await slow.call('POST /api/v3/finish-new', { body: confirmationOf(slow) });
  const params = { id: confirmed.body.result.id };
  for (let step = 0; step < 2; step += 1)
    await product.call('POST /sandbox/loans/{id}/advance', { params, body: { outcome: 'ok' } });
  const loan = await product.deps.db
    .selectFrom('loan')
    .select(['id', 'state'])
    .where('public_id', '=', params.id)
    .executeTakeFirstOrThrow();
  expect(loan.state).toBe('approved');
  await rewardFor(product.deps, { loanId: loan.id });
  expect(await counts(referrer.person)).toMatchObject({ registered: 1, approved: 0, earned: 0 });
  expect((await counts(slow)).earned).toBe(0);
});

test('a customer refers neither themself nor an existing customer', async () => {
  await open();
  const referrer = await signUpAndVerify(product, 'AR');
  const parameter = await queryOf(referrer);
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
  expect((await counts(referrer)).registered).toBe(0);
  const refused = await db.selectFrom('referral').select('refusal').where('state', '=', 'refused').execute();
  expect(refused).toEqual([{ refusal: 'self' }]);
});

test('the profile opens by the own legal number only', async () => {
  const one = await signUpAndVerify(product, 'AR');
  const other = await signUpAndVerify(product, 'AR');
  const own = await legalNumberOf(one);
  expect((await profile(one, own)).body.result).toMatchObject({ first_name: 'Ana', legal_number: own });
  for (const number of [await legalNumberOf(other), '20000000001', 'x'])
    expect(await profile(one, number)).toMatchObject({
      status: 404,
      body: { message: 'No pudimos encontrar el perfil de usuario' },
    });
  const anonymous = await product.call('GET /api/v3/profile/private/{legal_number}', {
    params: { legal_number: own },
  });
  expect(anonymous.status).toBe(401);
});
