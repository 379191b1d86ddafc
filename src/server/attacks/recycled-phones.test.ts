import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../countries/countries.ts';
import { ENTRIES } from '../../countries/entries.ts';
import type { CellPhone } from '../../countries/identifiers/phones.ts';
import { mobileOf } from '../../countries/testing/test-country.ts';
import { listMessages } from '../messages/service.ts';
import { asChecked } from '../testing/as-checked.ts';
import { addLead, hashIn, messageOf, newestMessage } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** A reassigned number belongs to the last to prove it (docs/product/signup-and-login.md#proved-or-not). */

let product: TestProduct;
let count = 0;
beforeAll(async () => {
  product = await startProduct({ settings: { LIMIT_LINKS_PERSON: '1000' } });
});
afterAll(() => product.close());

interface Account {
  readonly country: CountryCode;
  readonly email: string;
  readonly token: string;
}

async function opened(country: CountryCode): Promise<Account> {
  count += 1;
  const email = `celular${count}@example.com`;
  const hash = await addLead(product, { country });
  const { body } = await product.call('POST /api/v3/account', { country, body: { email, hash } });
  return { country, email, token: body.token };
}

const numberOf = (country: CountryCode) => mobileOf(country, 770_000 + count);
const recipientOf = (country: CountryCode, cellphone: string) =>
  ENTRIES[country].phone.e164Prefix + cellphone;
const profileOf = async ({ country, token }: Account) =>
  (await product.call('GET /api/v3/account-new', { country, token })).body.result;

/** Asks for the number's code. @returns what proves it */
async function asked({ country, token }: Account, cellphone: string) {
  const sms = await messageOf(product, recipientOf(country, cellphone), async () => {
    const sent = await product.call('POST /api/v3/sendcode', { country, token, body: { cellphone } });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  });
  const body = { code: /^\d{4}/.exec(sms.text)?.[0] ?? '' };
  return () => product.call('POST /api/v3/checkcode', { country, token, body });
}

async function prove(account: Account, cellphone: string): Promise<void> {
  expect((await (await asked(account, cellphone))()).status).toBe(200);
}

const askForLink = (country: CountryCode, cellphone: string) =>
  product.call('POST /api/auth/sendpin', { country, body: { cellphone } });

/** The secret of the link that a login by the number gets. */
async function linkTo(country: CountryCode, cellphone: string): Promise<string> {
  const to = recipientOf(country, cellphone);
  return hashIn(await messageOf(product, to, () => askForLink(country, cellphone)), 'login');
}

async function expectNoLink(country: CountryCode, cellphone: string): Promise<void> {
  const sent = async () => (await listMessages(product.deps, recipientOf(country, cellphone))).length;
  const before = await sent();
  await askForLink(country, cellphone);
  // A mail that is asked for later has come, and no job is left: the link is not on its way.
  const other = await opened(country);
  await messageOf(product, other.email, () =>
    product.call('POST /api/auth/magic-link', { country, body: { email: other.email } }),
  );
  await expect.poll(jobsLeft).toBe(0);
  expect(await sent()).toBe(before);
}

async function jobsLeft(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from jobs.job
    where state in ('created', 'retry', 'active') and start_after <= now()`.execute(product.deps.db);
  return rows[0]?.count;
}

async function loggedIn(country: CountryCode, cellphone: string): Promise<Account> {
  const hash = await linkTo(country, cellphone);
  const { body } = await product.call('POST /api/auth/autologin', { country, body: { hash } });
  return { country, token: body.token, email: '' };
}

describe.each(['AR', 'UY'] as const)('%s: a number', (country) => {
  test.each(['older', 'newer'] as const)(
    'goes to who proves it last, the %s account, in each order',
    async (which) => {
      const accounts = [await opened(country), await opened(country)];
      const [former, last] = which === 'newer' ? accounts : accounts.toReversed();
      const cellphone = numberOf(country);
      await prove(former!, cellphone);
      expect((await profileOf(await loggedIn(country, cellphone))).email_address).toBe(former!.email);
      await prove(last!, cellphone);
      expect((await profileOf(former!)).credit_rating.contact_data_verified).toBe(0);
      expect((await profileOf(last!)).credit_rating.contact_data_verified).toBe(1);
      expect((await profileOf(await loggedIn(country, cellphone))).email_address).toBe(last!.email);
      const told = await newestMessage(product, former!.email, ({ subject }) => subject.includes('celular'));
      expect(told.text).toContain(`terminado en ${cellphone.slice(-4)}`);
      expect(told.text).not.toContain(cellphone);
      // It comes back by a new code.
      await prove(former!, cellphone);
      expect((await profileOf(await loggedIn(country, cellphone))).email_address).toBe(former!.email);
    },
  );

  test('that was only typed gets no link', async () => {
    const account = await opened(country);
    const cellphone = numberOf(country);
    await product.deps.db
      .updateTable('customer')
      .set({ cellphone: asChecked(cellphone) })
      .where('email', '=', account.email)
      .execute();
    await expectNoLink(country, cellphone);
    await asked(account, cellphone);
    await expectNoLink(country, cellphone);
  });

  test('that changes hands ends the links and sessions that it opened', async () => {
    const [former, last] = [await opened(country), await opened(country)];
    const cellphone = numberOf(country);
    await prove(former, cellphone);
    const session = await loggedIn(country, cellphone);
    const hash = await linkTo(country, cellphone);
    await prove(last, cellphone);
    expect(await profileOf(session)).toBeUndefined();
    expect((await product.call('POST /api/auth/autologin', { country, body: { hash } })).status).toBe(401);
    expect((await profileOf(former)).email_address).toBe(former.email);
  });

  test('that another customer has verified gets no reminders and calls, until its owner verifies it again', async () => {
    const [former, typed, last] = [await opened(country), await opened(country), await opened(country)];
    const cellphone = numberOf(country);
    await prove(former, cellphone);
    await product.deps.db
      .updateTable('customer')
      .set({ cellphone: asChecked(cellphone) })
      .where('email', '=', typed.email)
      .execute();
    const stopped = async () => {
      const rows = await product.deps.db
        .selectFrom('contact_preference as p')
        .innerJoin('customer as c', 'c.id', 'p.customer_id')
        .select('c.email')
        .where('p.wrong_cellphone', '=', asChecked<CellPhone>(cellphone))
        .orderBy('c.id')
        .execute();
      return rows.map(({ email }) => email);
    };
    expect(await stopped()).toEqual([]);
    await prove(last, cellphone);
    expect(await stopped()).toEqual([former.email, typed.email]);
    await prove(former, cellphone);
    expect(await stopped()).toEqual([typed.email, last.email]);
  });

  test('that several prove at once is one’s', async () => {
    const accounts = [];
    for (let n = 0; n < 5; n += 1) accounts.push(await opened(country));
    const cellphone = numberOf(country);
    const checks = [];
    for (const account of accounts) checks.push(await asked(account, cellphone));
    const answers = await Promise.all(checks.map((check) => check()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const marks = await Promise.all(accounts.map(profileOf));
    const holders = marks.filter(({ credit_rating: rating }) => rating.contact_data_verified === 1);
    expect(holders).toHaveLength(1);
    expect((await profileOf(await loggedIn(country, cellphone))).email_address).toBe(
      holders[0].email_address,
    );
  });

  test('is not proved by a session that has ended meanwhile', async () => {
    const account = await opened(country);
    const cellphone = numberOf(country);
    const check = await asked(account, cellphone);
    const { email } = account;
    await product.call('POST /api/social/google', { country, body: { token: `sandbox:${email}` } });
    expect((await check()).status).toBe(401);
    await expectNoLink(country, cellphone);
  });
});
