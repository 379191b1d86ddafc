import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../countries/country-pack.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { confirmationOf, goodDocument, signUp, signUpAndVerify, verify } from '../testing/journey.ts';
import { hashIn, messageOf, newestMessage } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** Account opened with another person's document. */

let product: TestProduct;
let analyst: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [analyst, head] = [await signInAs(product, 'analyst'), await signInAs(product, 'head')];
  for (const each of [analyst, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
});
afterAll(() => product.close());

const rowOf = (email: string) =>
  product.deps.db.selectFrom('customer').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

/** The owner of a document signs up while another account has it. */
async function ownerOf(country: CountryCode, documentNumber: string) {
  const email = `duenia-${country.toLowerCase()}-${documentNumber}@example.com`;
  const leadHash = await signUp(product, country, { documentNumber, email, parameter: '' });
  const refused = await product.call('POST /api/v3/account', {
    country,
    body: { email, hash: leadHash, option: '', terms: 1 },
  });
  return { email, leadHash, refused };
}

const askFor = (country: CountryCode, email: string, hash: string) =>
  product.call('POST /api/v3/document-claim', { country, body: { email, hash, terms: true } });

/** Opens the owner's account by the claim's link. */
async function openedBy(country: CountryCode, { email, leadHash }: { email: string; leadHash: string }) {
  const letter = await messageOf(product, email, () => askFor(country, email, leadHash));
  const code = hashIn(letter, 'documento-propio');
  const opened = await product.call('POST /api/v3/document-claim/open', { country, body: { code } });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const token: string = opened.body.token;
  const call: Parameters<typeof verify>[1]['call'] = (key, more = {}) =>
    product.call(key, { country, token, ...more });
  return { code, token, call };
}

async function decide(email: string, what: 'grant' | 'refuse', by = analyst) {
  const { id, version } = await rowOf(email);
  return by.call(`POST /api/staff/customers/{id}/document-claim/${what}`, {
    params: { id: String(id) },
    version,
    body: { reason_code: what === 'grant' ? 'person_matches' : 'person_differs', reason: 'Miré las fotos' },
  });
}

describe.each(['AR', 'UY'] as const)('%s: a document in a stranger’s account', (country) => {
  const at = { country };

  test('goes to the person who proves e-mail, phone and identity; the stranger keeps nothing of it', async () => {
    const squatter = await signUpAndVerify(product, country, { isByCalls: true });
    const { documentNumber } = squatter;
    const owner = await ownerOf(country, documentNumber);
    expect(owner.refused).toMatchObject({ status: 409, body: { code: 'user_exists' } });
    expect(owner.refused.body.message).toMatch(/pedilo con tu mail/);

    const { code, token, call } = await openedBy(country, owner);
    const again = await product.call('POST /api/v3/document-claim/open', { ...at, body: { code } });
    expect(again.body.code).toBe('link_invalid');
    expect((await call('GET /api/v3/account-new')).body.result.account_information.document_number).toBe('');
    const missing = await call('POST /api/v3/document-claim/finish', { body: {} });
    expect(missing.body.code).toBe('verification_missing');
    expect((await decide(owner.email, 'grant')).body.code).toBe('not_found');

    const traveller = { ...squatter, ...owner, token, call };
    await verify(product, traveller, { isByCalls: true, without: ['address', 'bank', 'delivery'] });
    expect((await call('POST /api/v3/document-claim/finish', { body: {} })).status).toBe(200);
    expect((await call('POST /api/v3/document-claim/finish', { body: {} })).status).toBe(200);
    expect((await call('GET /api/v3/document-claim')).body.result).toEqual({
      state: 'waiting',
      document: `•••${documentNumber.slice(-3)}`,
      phone: true,
      photos: true,
    });
    const tickets = await product.deps.db
      .selectFrom('ticket')
      .select('id')
      .where('customer_id', '=', (await rowOf(owner.email)).id)
      .execute();
    expect(tickets).toHaveLength(1);
    // Before the decision neither account is lent anything.
    expect((await call('POST /api/v3/finish-new', { body: confirmationOf(squatter) })).status).toBe(409);

    const { id } = await rowOf(owner.email);
    const page = await analyst.call('GET /api/staff/customers/{id}', { params: { id: String(id) } });
    expect(page.body.result.claim).toMatchObject({
      state: 'waiting',
      holder_is_proved: false,
      holder_has_loan: false,
    });
    const told = await messageOf(product, squatter.email, async () => {
      expect((await decide(owner.email, 'grant')).body.outcome).toBe('done');
    });
    expect(told.text).toMatch(/Otra persona demostró/);
    expect((await newestMessage(product, owner.email)).text).toMatch(/Ya está en tu cuenta/);

    expect(await rowOf(owner.email)).toMatchObject({
      document_number: documentNumber,
      document_proved_by: 'staff',
    });
    const former = await rowOf(squatter.email);
    expect(former).toMatchObject({ document_number: '', legal_number: '', front_document_verified: 0 });
    expect((await squatter.call('GET /api/v3/account-new')).status).toBe(401);
    expect((await call('GET /api/v1/clients/credit-ratings')).body.result.max_amount).toBeGreaterThan(0);
    // The earlier holder returns by e-mail and repeats every step: still nothing is lent.
    const login = await messageOf(product, squatter.email, () =>
      product.call('POST /api/auth/magic-link', { ...at, body: { email: squatter.email } }),
    );
    const back = await product.call('POST /api/auth/magicLink', {
      ...at,
      body: { code: hashIn(login, 'magic-link') },
    });
    const returned = { ...squatter, token: back.body.token };
    await product.deps.db
      .updateTable('customer')
      .set({
        avatar_verified: 1,
        front_document_verified: 1,
        back_document_verified: 1,
        contact_data_verified: 1,
      })
      .where('id', '=', former.id)
      .execute();
    const loan = await product.call('POST /api/v3/finish-new', {
      ...at,
      token: returned.token,
      body: confirmationOf(squatter),
    });
    expect(loan.status).toBeGreaterThanOrEqual(400);
  });

  test('is refused to anyone else, and then nothing has changed', async () => {
    const holder = await signUpAndVerify(product, country, { isByCalls: true });
    const thief = await ownerOf(country, holder.documentNumber);
    const { call, token } = await openedBy(country, thief);
    await verify(
      product,
      { ...holder, ...thief, token, call },
      { isByCalls: true, without: ['address', 'bank', 'delivery'] },
    );
    await call('POST /api/v3/document-claim/finish', { body: {} });
    expect((await decide(thief.email, 'refuse')).status).toBe(200);
    expect((await decide(thief.email, 'grant')).body.code).toBe('not_found');
    expect((await rowOf(holder.email)).document_number).toBe(holder.documentNumber);
    expect((await holder.call('GET /api/v3/account-new')).status).toBe(200);
    expect((await call('GET /api/v3/document-claim')).body.result.state).toBe('refused');
    // Erasing an account without the document leaves the sign-up of the person who has it.
    expect((await call('POST /api/v3/own-data/erasure', { body: {} })).status).toBe(200);
    const lead = await product.deps.db
      .selectFrom('lead')
      .select('document_number')
      .where('hash', '=', holder.leadHash)
      .executeTakeFirstOrThrow();
    expect(lead.document_number).toBe(holder.documentNumber);
  });

  test('stays with an account that had a loan, and takes two people from one that proved it', async () => {
    const holder = await signUpAndVerify(product, country, { isByCalls: true });
    const claimer = await ownerOf(country, holder.documentNumber);
    const { call, token } = await openedBy(country, claimer);
    await verify(
      product,
      { ...holder, ...claimer, token, call },
      { isByCalls: true, without: ['address', 'bank', 'delivery'] },
    );
    await call('POST /api/v3/document-claim/finish', { body: {} });
    const { db, clock } = product.deps;
    const proved = (proof: { document_proved_at: Date | null; document_proved_by: string }) =>
      db.updateTable('customer').set(proof).where('email', '=', holder.email).execute();
    await proved({ document_proved_at: clock.now(), document_proved_by: 'barcode' });
    const asked = await decide(claimer.email, 'grant');
    expect(asked.body.outcome).toBe('pending_approval');
    expect((await decide(claimer.email, 'refuse')).body.code).toBe('already_asked');
    const page = await head.call('GET /api/staff/customers/{id}', {
      params: { id: String((await rowOf(claimer.email)).id) },
    });
    expect(page.body.result.claim.asked_by).toBe('Andrés Análisis');
    expect((await rowOf(holder.email)).document_number).toBe(holder.documentNumber);
    await proved({ document_proved_at: null, document_proved_by: '' });
    // The claim cleared the proof of the phone, which is the same here.
    await db
      .updateTable('customer')
      .set({ contact_data_verified: 1 })
      .where('email', '=', holder.email)
      .execute();
    const confirmed = await holder.call('POST /api/v3/finish-new', { body: confirmationOf(holder) });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    expect((await decide(claimer.email, 'grant')).body.code).toBe('document_has_loan');
    const params = { id: asked.body.approval };
    expect((await head.call('POST /api/staff/approvals/{id}/approve', { params })).body.code).toBe(
      'document_has_loan',
    );
    expect((await rowOf(holder.email)).document_number).toBe(holder.documentNumber);
  });

  test('gives the same answer, whoever has it', async () => {
    const unproved = await signUpAndVerify(product, country, {
      isByCalls: true,
      without: ['phone', 'front'],
    });
    const borrower = await signUpAndVerify(product, country, { isByCalls: true });
    await borrower.call('POST /api/v3/finish-new', { body: confirmationOf(borrower) });
    const answers = [];
    for (const { documentNumber } of [unproved, borrower]) {
      const { refused, email, leadHash } = await ownerOf(country, documentNumber);
      const asked = await askFor(country, email, leadHash);
      answers.push([refused.status, refused.body, asked.status, asked.body]);
    }
    const free = await signUp(product, country, {
      documentNumber: goodDocument(country),
      email: `libre-${country.toLowerCase()}@example.com`,
      parameter: '',
    });
    const asked = await askFor(country, `libre-${country.toLowerCase()}@example.com`, free);
    expect(answers[0]).toEqual(answers[1]);
    expect([asked.status, asked.body]).toEqual(answers[0]!.slice(2));
    const unknown = await askFor(country, 'nadie@example.com', 'no-es-ninguno-1234567890');
    expect([unknown.status, unknown.body]).toEqual(answers[0]!.slice(2));
  });

  test('that is free again by the time of the link is theirs at once', async () => {
    const holder = await signUpAndVerify(product, country, { isByCalls: true });
    const owner = await ownerOf(country, holder.documentNumber);
    const letter = await messageOf(product, owner.email, () => askFor(country, owner.email, owner.leadHash));
    await product.deps.db
      .updateTable('customer')
      .set({ document_number: '' })
      .where('email', '=', holder.email)
      .execute();
    const code = hashIn(letter, 'documento-propio');
    const { body } = await product.call('POST /api/v3/document-claim/open', { ...at, body: { code } });
    const profile = await product.call('GET /api/v3/account-new', { ...at, token: body.token });
    expect(profile.body.result.account_information.document_number).toBe(holder.documentNumber);
  });
});

test('links of a claim are limited to a few an hour', async () => {
  const { documentNumber } = await signUpAndVerify(product, 'AR', { isByCalls: true });
  const { email, leadHash } = await ownerOf('AR', documentNumber);
  const codes = [];
  for (let time = 0; time < 7; time += 1) codes.push((await askFor('AR', email, leadHash)).status);
  expect(codes.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(codes.at(-1)).toBe(429);
});
