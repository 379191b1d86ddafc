import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactsOf } from '../customers/preferences/service.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../testing/journey.ts';
import { hashIn, messageOf, newestMessage } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { mobileOf, otherThan } from '../../countries/testing/test-country.ts';

/** An agent and one approver who correct a contact to reach an account cash no loan. */

let product: TestProduct;
let agent: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await signIn();
});
afterAll(() => product.close());

async function signIn() {
  [agent, head] = [await signInAs(product, 'agent'), await signInAs(product, 'head')];
  for (const each of [agent, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
}
const rowOf = ({ documentNumber }: Traveller) =>
  product.deps.db
    .selectFrom('customer')
    .selectAll()
    .where('document_number', '=', documentNumber)
    .executeTakeFirstOrThrow();

async function correct(one: Traveller, what: 'email' | 'phone', body: object) {
  const { id, version } = await rowOf(one);
  const asked = await agent.call(`POST /api/staff/customers/{id}/${what}`, {
    params: { id: String(id) },
    version,
    body: { ...body, reason_code: 'customer_asks', reason: 'Lo pidió por teléfono' },
  });
  const params = { id: asked.body.approval };
  expect((await head.call('POST /api/staff/approvals/{id}/approve', { params })).status).toBe(200);
}

/** A session by the link that goes to an address. */
async function sessionBy({ country }: Traveller, email: string): Promise<string> {
  const ask = () => product.call('POST /api/auth/magic-link', { country, body: { email } });
  const code = hashIn(await messageOf(product, email, ask), 'magic-link');
  const answer = await product.call('POST /api/auth/magicLink', { country, body: { code } });
  expect(answer.status).toBe(200);
  return answer.body.token ?? answer.body.result.token;
}

describe.each(['AR', 'UY'] as const)('%s: after the mail of a customer was corrected', (country) => {
  const cash = (one: Traveller, token: string) =>
    product.call('POST /api/v3/finish-new', { country, token, body: confirmationOf(one) });
  const addAccount = (token: string) =>
    product.call('POST /api/bank-accounts', {
      country,
      token,
      body: { accountNumber: '12345678', bankId: '001', bankName: 'Otro' },
    });

  test('new loans and accounts wait for days, however often they are tried', async () => {
    const one = await signUpAndVerify(product, country, { isByCalls: true });
    const thief = `ladron-${one.documentNumber}@example.org`;
    await correct(one, 'email', { email: thief });
    const token = await sessionBy(one, thief);
    for (let time = 0; time < 20; time += 1)
      expect((await cash(one, token)).body.code).toBe('contact_changed');
    expect((await addAccount(token)).body.code).toBe('contact_changed');
    const loans = await product.deps.db
      .selectFrom('loan')
      .select('id')
      .where('customer_id', '=', (await rowOf(one)).id)
      .execute();
    expect(loans).toEqual([]);
    await product.call('POST /sandbox/clock', { body: { advance: 'P4D' } });
    await signIn();
    expect((await cash(one, await sessionBy(one, thief))).body.code).not.toBe('contact_changed');
  });

  test('a document that is read again lets them go on at once', async () => {
    const one = await signUpAndVerify(product, country, { isByCalls: true });
    const next = `nueva-${one.documentNumber}@example.org`;
    await correct(one, 'email', { email: next });
    const token = await sessionBy(one, next);
    expect((await cash(one, token)).body.code).toBe('contact_changed');
    const { id } = await rowOf(one);
    const { db, clock } = product.deps;
    const image = await db
      .selectFrom('image')
      .select('id')
      .where('customer_id', '=', id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const checked = { outcome: 'match', checked_at: new Date(clock.now().getTime() + 1000) };
    await db
      .insertInto('document_check')
      .values({ image_id: image.id, customer_id: id, ...checked })
      .onConflict((conflict) => conflict.column('image_id').doUpdateSet(checked))
      .execute();
    expect((await cash(one, token)).status).toBe(200);
  });

  test('the old address and the phone get a link that undoes it once and ends every session', async () => {
    const one = await signUpAndVerify(product, country, { isByCalls: true });
    const before = await rowOf(one);
    const thief = `otro-${one.documentNumber}@example.org`;
    await correct(one, 'email', { email: thief });
    const token = await sessionBy(one, thief);
    const sms = await newestMessage(product, before.cellphone, ({ text }) =>
      text.includes('deshacer-cambio'),
    );
    const mail = await newestMessage(product, one.email, ({ text }) => text.includes('deshacer-cambio'));
    const code = hashIn(sms, 'deshacer-cambio');
    expect(hashIn(mail, 'deshacer-cambio')).toBe(code);
    const stop = (given: string) =>
      product.call('POST /api/v3/contact-change/stop', { country, body: { code: given } });
    expect((await stop('no-es-ninguno')).body.code).toBe('link_invalid');
    const abroad = { country: otherThan(country), body: { code } };
    expect((await product.call('POST /api/v3/contact-change/stop', abroad)).body.code).toBe('link_invalid');
    expect((await stop(code)).status).toBe(200);
    const { email, email_proved_at: provedAt } = await rowOf(one);
    expect({ email, provedAt }).toEqual({ email: before.email, provedAt: before.email_proved_at });
    expect((await product.call('GET /api/v3/account-new', { country, token })).status).toBe(401);
    expect((await stop(code)).body.code).toBe('link_invalid');
    // The owner comes in as before; loans still wait.
    const own = await sessionBy(one, one.email);
    expect((await cash(one, own)).body.code).toBe('contact_changed');
  });

  test('the preferences page of earlier messages ends, for each mailbox that loses the account', async () => {
    const one = await signUpAndVerify(product, country, { isByCalls: true });
    const { id } = await rowOf(one);
    const address = () =>
      product.deps.db.transaction().execute(async (tx) => {
        const contacts = await contactsOf(tx, product.deps, [id]);
        return contacts.get(id)?.hash ?? '';
      });
    const turnOff = async (hash: string) =>
      (
        await product.call('POST /api/v3/preferences/{hash}', {
          country,
          params: { hash },
          body: { debits: false },
        })
      ).status;
    const first = await address();
    await correct(one, 'email', { email: `preferencias-${one.documentNumber}@example.org` });
    const second = await address();
    const mail = await newestMessage(product, one.email, ({ text }) => text.includes('deshacer-cambio'));
    const body = { code: hashIn(mail, 'deshacer-cambio') };
    expect((await product.call('POST /api/v3/contact-change/stop', { country, body })).status).toBe(200);
    const third = await address();
    expect([await turnOff(first), await turnOff(second), await turnOff(third)]).toEqual([404, 404, 200]);
  });

  test('a link to withdraw from a loan ends with its mailbox', async () => {
    const one = await signUpAndVerify(product, country, { isByCalls: true });
    const request = { kind: 'loan', document_number: one.documentNumber, email_address: one.email };
    const asked = await messageOf(product, one.email, () =>
      product.call('POST /api/v3/withdrawal', { country, body: request }),
    );
    const body = { code: hashIn(asked, 'arrepentimiento') };
    const open = async () =>
      (await product.call('POST /api/v3/withdrawal/preview', { country, body })).status;
    expect(await open()).toBe(200);
    await correct(one, 'email', { email: `retiro-${one.documentNumber}@example.org` });
    expect(await open()).toBe(401);
  });

  test('a corrected phone is undone too', async () => {
    const one = await signUpAndVerify(product, country, { isByCalls: true });
    const before = await rowOf(one);
    await correct(one, 'phone', { cellphone: mobileOf(country, 778_877) });
    const mail = await newestMessage(product, one.email, ({ text }) => text.includes('deshacer-cambio'));
    const code = hashIn(mail, 'deshacer-cambio');
    expect((await product.call('POST /api/v3/contact-change/stop', { country, body: { code } })).status).toBe(
      200,
    );
    // It counts again once its code came back: it may be another person's by now.
    const row = await rowOf(one);
    expect(row).toMatchObject({ cellphone: before.cellphone, contact_data_verified: 0 });
  });
});

test('corrections have a limit a day', async () => {
  const one = await signUpAndVerify(product, 'AR');
  const { id, version } = await rowOf(one);
  const codes = [];
  for (let time = 0; time < 22; time += 1) {
    const answer = await agent.call('POST /api/staff/customers/{id}/email', {
      params: { id: String(id) },
      version,
      body: { email: `n${time}@example.org`, reason_code: 'customer_asks', reason: 'Lo pidió' },
    });
    codes.push(answer.body.code ?? answer.body.outcome);
    const params = { id: answer.body.approval ?? '0' };
    await agent.call('POST /api/staff/approvals/{id}/withdraw', { params });
  }
  expect(codes.at(-1)).toBe('daily_limit');
});
