import { afterAll, beforeAll, expect, test } from 'vitest';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { confirmationOf, payout, signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { saveCard } from '../debits/testing/debtor.ts';
import { borrower } from '../payments/testing/borrower.ts';
import { programmeOf } from './testing/programme.ts';

/** A person who refers themself under another account earns nothing, and only the staff reads why. */

let product: TestProduct;
let programme: ReturnType<typeof programmeOf>;
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '99000', SESSION_MAX_DAYS: '3650' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  programme = programmeOf(product, 'AR');
  await programme.runs();
});
afterAll(() => product.close());

async function refusalOf(referee: Traveller): Promise<string> {
  const { id } = await programme.customerOf(referee);
  const { refusal } = await product.deps.db
    .selectFrom('referral')
    .select('refusal')
    .where('referee_id', '=', id)
    .executeTakeFirstOrThrow();
  return refusal;
}

/** Reasons in the staff's timelines. */
async function toldToStaff(person: Traveller): Promise<readonly unknown[]> {
  const { id } = await programme.customerOf(person);
  const rows = await product.deps.db
    .selectFrom('event')
    .select('detail')
    .where('customer_id', '=', id)
    .where('kind', '=', 'referral-refused')
    .execute();
  return rows.map(({ detail }) => (detail as { reason: string }).reason);
}

async function expectRefused(referrer: Traveller, referee: Traveller, mark: string): Promise<void> {
  expect(await refusalOf(referee)).toBe(mark);
  for (const person of [referrer, referee]) {
    expect(await programme.counts(person)).toEqual({
      registered: 0,
      approved: 0,
      awaited: 0,
      earned: 0,
      applied: 0,
    });
    expect(await toldToStaff(person)).toEqual([mark]);
    const file = await product.call('GET /api/v3/own-data/file', await programme.login(person));
    expect(file.status).toBe(200);
    expect(JSON.stringify(file.body)).not.toMatch(/referral-refused|"refusal"/);
    const inbox = (await product.call('GET /sandbox/messages', { query: { to: person.email } })).body;
    expect(inbox.filter(({ subject }: { subject: string }) => /referidos/.test(subject))).toEqual([]);
  }
}

test('is paid into the same account', async () => {
  const referrer = await signUpAndVerify(product, 'AR');
  const { person } = await borrower(product, 'AR', 3, {
    parameter: await programme.queryOf(referrer),
    accountNumber: SERVER_ENTRIES.AR.sample.account.number,
  });
  await programme.work(person);
  await expectRefused(referrer, person, 'account');
});

test('has an account in the name of the other, by the document in its CUIL', async () => {
  const referrer = await signUpAndVerify(product, 'AR');
  const { person } = await borrower(product, 'AR', 3, { parameter: await programme.queryOf(referrer) });
  const [one, other] = [await programme.customerOf(referrer), await programme.customerOf(person)];
  // An account taken over from elsewhere: today's form refuses another holder.
  await product.deps.db
    .updateTable('bank_account')
    .set({ legal_number: one.legal_number, account_holder: 'TITULAR OTRO' })
    .where('customer_id', '=', other.id)
    .execute();
  await programme.work(person);
  await expectRefused(referrer, person, 'holder');
});

test('has document and CUIL of one person', async () => {
  const referrer = await signUpAndVerify(product, 'AR');
  const { person } = await borrower(product, 'AR', 3, { parameter: await programme.queryOf(referrer) });
  const [one, other] = [await programme.customerOf(referrer), await programme.customerOf(person)];
  await product.deps.db
    .updateTable('customer')
    .set({ legal_number: one.legal_number })
    .where('id', '=', other.id)
    .execute();
  await programme.work(person);
  await expectRefused(referrer, person, 'document');
});

test('pays with the same card, saved after the loan was paid out', async () => {
  const referrer = await signUpAndVerify(product, 'AR');
  const { person } = await borrower(product, 'AR', 3, { parameter: await programme.queryOf(referrer) });
  await programme.work(person);
  expect(await programme.counts(referrer)).toMatchObject({ registered: 1, awaited: 5000 });
  for (const each of [referrer, person]) await saveCard(each);
  await programme.afterTerm();
  expect(await refusalOf(person)).toBe('card');
  expect(await programme.counts(referrer)).toMatchObject({ registered: 0, awaited: 0, earned: 0 });
  expect(await toldToStaff(referrer)).toEqual(['card']);
  await programme.work(person);
  expect(await programme.counts(person)).toMatchObject({ awaited: 0, earned: 0 });
});

test('confirms from the same browser behind the same address', async () => {
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) un solo equipo' };
  const lend = async (person: Traveller) => {
    const body = confirmationOf(person, { instalments: 3 });
    const confirmed = await person.call('POST /api/v3/finish-new', { body, headers });
    await payout(product, confirmed.body.result.id);
    await programme.work(person);
  };
  const referrer = await signUpAndVerify(product, 'AR');
  const parameter = await programme.queryOf(referrer);
  await lend(referrer);
  const referee = await signUpAndVerify(product, 'AR', { parameter });
  await lend(referee);
  await expectRefused(referrer, referee, 'device');
});

test('signs up with another address of the same mailbox', async () => {
  const referrer = await signUpAndVerify(product, 'AR');
  const parameter = await programme.queryOf(referrer);
  const email = referrer.email.replace('@', '+otra@');
  const lead = await product.call('POST /vendors-api/v1/leads', {
    body: {
      first_name: 'Ana',
      last_name: 'Pérez',
      email_address: email,
      document_number: '33999218',
      birthdate: '1990-05-17',
      phone: '1144332211',
      bank_code: '011',
      parameter,
    },
  });
  const body = { email, hash: lead.body.model.hash, option: '', terms: 1, parameter };
  expect((await product.call('POST /api/v3/account', { body })).status).toBe(200);
  expect((await programme.counts(referrer)).registered).toBe(0);
  expect(await toldToStaff(referrer)).toEqual(['email']);
});
