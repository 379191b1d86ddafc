import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { asChecked } from '../../testing/as-checked.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { newCustomer, type TestCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import type { AccountNumber } from '../../../countries/banking.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const add = 'POST /api/bank-accounts';
const remove = 'DELETE /api/bank-accounts';
const minute = 60_000;

function send({ token, country }: TestCustomer, body: object) {
  return product.call(add, { country, token, body });
}

async function banksOf({ token, country }: TestCustomer) {
  return (await product.call('GET /api/v3/bank', { country, token })).body.model;
}

async function withAccount(country: CountryCode): Promise<TestCustomer> {
  const customer = await newCustomer(product, country);
  await send(customer, { bankId: '113', accountNumber: '7654321' });
  return customer;
}

/** Adds a loan of the customer, paid into the account. */
async function giveLoan(customer: TestCustomer, state: string, accountNumber: string): Promise<void> {
  const { db, random, clock } = product.deps;
  const account = await db
    .selectFrom('bank_account')
    .select('id')
    .where('customer_id', '=', customer.id)
    .where('account_number', '=', asChecked<AccountNumber>(accountNumber))
    .executeTakeFirstOrThrow();
  await db
    .insertInto('loan')
    .values({
      public_id: random.token(),
      country: customer.country,
      currency: 'UYU',
      customer_id: customer.id,
      state,
      principal: 100,
      amount_delivered: 100,
      instalment_count: 1,
      instalment_amount: 110,
      final_amount: 110,
      is_membership: false,
      terms: '{}',
      rates: '{}',
      original: '{}',
      delivery_type: 'bank-transfer',
      bank_account_id: account.id,
      interest_from: calendarDate('2026-01-01'),
      ...({ interest_from: calendarDate('2026-01-01') } as object),
      created_at: clock.now(),
    })
    .execute();
}

describe('with a loan', () => {
  test.each([
    ['send', 409],
    ['preapproved', 409],
    ['approved', 409],
    ['finished', 200],
    ['canceled', 200],
  ])('an account of a loan in %s: %i', async (state, status) => {
    const customer = await newCustomer(product, 'UY');
    const { token, country } = customer;
    await send(customer, { bankId: '113', accountNumber: '7654321' });
    await giveLoan(customer, state, '7654321');
    const answer = await product.call(remove, { country, token, query: { accountNumber: '7654321' } });
    expect(answer.status).toBe(status);
    const inUse = 'La cuenta está en uso en un préstamo y no se puede borrar.';
    expect(answer.body.message).toBe(status === 409 ? inUse : undefined);
  });

  test('an old proof may change accounts and phone of a first applicant only', async () => {
    const borrower = await withAccount('UY');
    const applicant = await withAccount('UY');
    await giveLoan(borrower, 'finished', '7654321');
    const other = { bankId: '113', accountNumber: '1234567' };
    // A session that logged in 16 minutes ago and has been active since.
    const stale = new Date(product.deps.clock.now().getTime() - 16 * minute);
    await product.deps.db
      .updateTable('session')
      .set({ fresh_at: stale })
      .where('customer_id', 'in', [borrower.id, applicant.id])
      .execute();
    const refused = {
      status: 403,
      body: {
        code: 'fresh_login_required',
        message: 'Por tu seguridad, volvé a ingresar para hacer este cambio.',
      },
    };
    expect(await send(borrower, other)).toMatchObject(refused);
    const { token, country } = borrower;
    expect(await product.call(remove, { country, token, query: { accountNumber: '7654321' } })).toMatchObject(
      refused,
    );
    expect(
      await product.call('POST /api/v3/sendcode', { country, token, body: { cellphone: '99123456' } }),
    ).toMatchObject(refused);
    expect(await banksOf(borrower)).toHaveLength(1);
    expect(await send(applicant, other)).toMatchObject({ status: 200 });
    const askForCode = () =>
      product.call('POST /api/v3/sendcode', {
        country: applicant.country,
        token: applicant.token,
        body: { cellphone: '99123457' },
      });
    expect(await askForCode()).toMatchObject({ status: 200 });
    // Only the owner changes a proved number.
    await product.deps.db
      .updateTable('customer')
      .set({ contact_data_verified: 1 })
      .where('id', '=', applicant.id)
      .execute();
    expect(await askForCode()).toMatchObject(refused);
  });
});
