import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { known } from '../countries/identifiers/checked.ts';
import { parseDni, cuitsOfDni } from '../countries/identifiers/cuit.ts';
import { addDays, dayOfMonth } from '../domain/calendar-date.ts';
import { localDate } from '../countries/local-time.ts';
import type { CallKey, Contract } from '../contract/contract.ts';
import { visitorOf } from './origination/leads/testing/visitor.ts';
import { unpaidMember } from './servicing/memberships/testing/unpaid-member.ts';
import { changesOf } from './loans/actions/testing/changes.ts';
import { borrower } from './servicing/payments/testing/borrower.ts';
import { customerPasskeys } from './testing/customer-passkeys.ts';
import { confirmationOf, signUpAndVerify } from './testing/journey.ts';
import { newCustomer } from './testing/new-customer.ts';
import { addLead, addPerson, hashIn, messageOf } from './testing/people.ts';
import { photo, photoForm } from './testing/photos.ts';
import { claimLink, readyClaim } from './origination/claims/testing/claims.ts';
import { undoCode } from './customers/contact-changes/testing/undo-code.ts';
import { partnerKey } from './partners/testing/partner-tools.ts';
import { consoleUrl, signInAs } from './staff/testing/console.ts';
import { startProduct, type CallOptions, type TestAnswer, type TestProduct } from './testing/product.ts';
import { bodyOf, withdrawalsOf } from './servicing/withdrawals/testing/withdrawals.ts';

/** Sends one request with one key many times at once, to two processes: one effect, one answer. */

/** One site, served by either process. */
const site = 'http://ar.localhost';
let product: TestProduct;
let neighbour: TestProduct;
beforeAll(async () => {
  // A membership's price becomes due weeks after its loan: the owner's session must last until then.
  const lasting = { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' };
  const settings = {
    LIMIT_LINKS_PERSON: '100',
    PUBLIC_URL_AR: site,
    CONSOLE_URL: consoleUrl,
    ...lasting,
  };
  product = await startProduct({ settings });
  neighbour = await startProduct({ beside: product, settings });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(async () => {
  await neighbour.close();
  await product.close();
});

/** Borrower with an instalment due within the days of a promise. */
async function owing() {
  const { person } = await borrower(product);
  await product.advance(20 * 86_400_000);
  const { loan_id, today, promise_until: until } = (await person.call('GET /api/v3/payment-help')).body.model;
  return { person, until, promise: { loan_id, amount: 1, until: addDays(today, 14) } };
}

/** Day of the month on which a loan confirmed today does not fall due. */
const otherDay = () => (dayOfMonth(localDate(product.deps.clock.now(), 'AR')) > 20 ? 10 : 25);

/** Staff calls: staff/team/team.test.ts. */
type IdempotentKey = {
  [K in CallKey]: Contract[K] extends { readonly idempotent: true }
    ? Contract[K] extends { readonly access: 'staff' }
      ? never
      : K
    : never;
}[CallKey];

/** Builds a request that succeeds once, for every call that takes a key; a missing one is a type error. */
const requests: Readonly<Record<IdempotentKey, () => Promise<CallOptions>>> = {
  'POST /vendors-api/v1/leads': async () => ({
    body: {
      first_name: 'Ana',
      last_name: 'Pérez',
      email_address: `clave-${randomUUID()}@example.com`,
      document_number: '30111228',
      birthdate: '1990-05-17',
      country_id: 858,
      phone: '1145301112',
      whatsapp_tc: true,
      parameter: '',
      bank_code: '011',
    },
  }),
  'POST /partners-api/v1/leads': async () => {
    const administrator = await signInAs(product, 'administrator');
    const { key } = await partnerKey(product, administrator, { scopes: ['leads.create'] });
    const { body } = await requests['POST /vendors-api/v1/leads']();
    return { token: key, body };
  },
  'POST /api/v3/lead/feedback/{hash}': async () => {
    const hash = await addLead(product);
    const token = await visitorOf(product).serviceToken();
    return { params: { hash }, body: { feedback: 'amount', comment: 'poco', hash }, token };
  },
  'POST /api/v3/suggest': async () => ({
    body: {
      name: 'Ana',
      email_address: 'ana@example.com',
      document_number: '30111228',
      subject: 'Una idea',
      content: 'Más cuotas',
    },
  }),
  'POST /api/v3/sessions/end': async () => ({ token: (await loggedIn()).token, body: { id: '' } }),
  'POST /api/v3/password': async () => {
    const password = 'clave-primera-1';
    const body = { current_password: '', password, password_confirmation: password };
    return { token: (await provedCustomer()).token, body };
  },
  'POST /api/v3/proof/code': async () => ({
    token: (await newCustomer(product)).token,
    body: { channel: 'email' },
  }),
  'POST /api/v3/proof/code/check': async () => {
    const { token } = await newCustomer(product);
    const profile = await product.call('GET /api/v3/account-new', { token });
    const email: string = profile.body.result.email_address;
    let state = '';
    const message = await messageOf(product, email, async () => {
      const sent = await product.call('POST /api/v3/proof/code', { token, body: { channel: 'email' } });
      ({ state } = sent.body.result);
    });
    return { token, body: { state, code: /\b\d{6}\b/.exec(message.text)?.[0] ?? '' } };
  },
  'POST /api/v3/proof/passkey/finish': async () => {
    const { newAuthenticator, add } = customerPasskeys(product, site);
    const { token } = await provedCustomer();
    const authenticator = newAuthenticator();
    await add(token, authenticator);
    const begun = await product.call('POST /api/v3/proof/passkey', { token });
    return { token, body: authenticator.use(begun.body.result) };
  },
  'POST /api/v3/passkeys': async () => {
    const { newAuthenticator, toAdd } = customerPasskeys(product, site);
    return toAdd((await provedCustomer()).token, newAuthenticator());
  },
  'POST /api/v3/passkeys/{id}/remove': async () => {
    const { newAuthenticator, add } = customerPasskeys(product, site);
    const { token } = await provedCustomer();
    const { id } = (await add(token, newAuthenticator())).body.result[0];
    return { token, params: { id } };
  },
  'POST /api/auth/passkey/finish': async () => {
    const { newAuthenticator, add, toLogIn } = customerPasskeys(product, site);
    const authenticator = newAuthenticator();
    await add((await provedCustomer()).token, authenticator);
    return toLogIn(authenticator);
  },
  'POST /api/v3/tickets/{id}/answer': async () => {
    const person = await loggedIn();
    const { body } = await product.call('POST /sandbox/tickets', {
      body: { document_number: person.documentNumber, subject: 'Una consulta', status: 'open' },
    });
    return { token: person.token, params: { id: body.id }, body: { content: 'Sumo un dato' } };
  },
  'POST /api/v3/tickets/{id}/files': async () => {
    const person = await loggedIn();
    const { body } = await product.call('POST /sandbox/tickets', {
      body: { document_number: person.documentNumber, subject: 'Una consulta', status: 'open' },
    });
    const form = photoForm(await photo(), { name: 'pago.jpg' });
    return { token: person.token, params: { id: body.id }, form };
  },
  'POST /api/v3/account': async () => {
    const hash = await addLead(product);
    return { body: { email: `cuenta-${randomUUID()}@example.com`, hash, terms: true } };
  },
  'POST /api/v3/upload_avatar': async () => ({
    ...(await loggedIn()),
    form: photoForm(await photo()),
  }),
  'POST /api/v3/upload': async () => ({
    ...(await loggedIn()),
    form: photoForm(await photo(), { type: 'front_document' }),
  }),
  'POST /api/bank-accounts': async () => accountOf(await loggedIn()),
  'DELETE /api/bank-accounts': async () => {
    const { token, body } = accountOf(await loggedIn());
    await product.call('POST /api/bank-accounts', { token, body });
    return { token, query: { accountNumber: body.accountNumber } };
  },
  'POST /api/v3/sendcode': async () => ({ ...(await loggedIn()), body: { cellphone: newPhone() } }),
  'POST /api/v3/checkcode': async () => {
    const { token } = await loggedIn();
    const cellphone = newPhone();
    const ask = () => product.call('POST /api/v3/sendcode', { token, body: { cellphone } });
    const code = /^\d{4}/.exec((await messageOf(product, cellphone, ask)).text)?.[0] ?? '';
    return { token, body: { code } };
  },
  'POST /api/v3/card-validation': async () => ({ ...(await loggedIn()), body: card }),
  'POST /api/v3/finish-new': async () => {
    const person = await signUpAndVerify(product);
    return { token: person.token, body: confirmationOf(person) };
  },
  'POST /api/cancel_loan/front/{id}': async () => {
    const person = await signUpAndVerify(product);
    const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
    return { token: person.token, params: { id: body.result.id }, body: {} };
  },
  'POST /api/v3/cancellation': async () => {
    const { documentNumber } = await borrower(product);
    return { body: { cancellationReasonId: 1, cancellationReasonSlug: 'regret', documentNumber } };
  },
  'POST /api/v3/debtfree': async () => {
    const one = await borrower(product);
    const { hash } = (await one.ask([1, 2, 3], 'bank-transfer')).body.result;
    await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
    return { body: { document_type: 1, document_number: one.documentNumber, referrer: '', parameter: '' } };
  },
  'POST /api/v3/own-data/erasure': async () => ({ ...(await loggedIn()), body: {} }),
  'POST /api/v3/payment': async () => paymentBody('bank-transfer'),
  'DELETE /api/v3/coupon/{hash}': async () => {
    const { hash, documentNumber } = await openPayment('bank-transfer');
    return { params: { hash }, query: { document_number: documentNumber } };
  },
  'POST /api/v3/debit-payment': async () => {
    const { hash } = await openPayment('debit-card');
    return { body: { ...card, hash } };
  },
  'POST /api/v3/online_payment/dCoupon': async () => {
    const { hash } = await openPayment('mercado-pago');
    return { body: { hash } };
  },
  'POST /api/v3/loan/{id}/settlement': async () => {
    const one = await borrower(product);
    const params = { id: one.publicId };
    const { total } = (await one.person.call('GET /api/v3/loan/{id}/settlement', { params })).body.result;
    return {
      params,
      token: one.person.token,
      body: { kind: 'settlement', payment_method: 'bank-transfer', total },
    };
  },
  'POST /api/v3/loan/{id}/changes/code': async () => {
    const one = await borrower(product);
    const day = otherDay();
    const { digest } = await changesOf(product, one).quote(day);
    const change = { kind: 'due-day', day, digest };
    return { params: { id: one.publicId }, token: one.person.token, body: { channel: 'email', change } };
  },
  'POST /api/v3/loan/{id}/changes/accept': async () => {
    const one = await borrower(product);
    const { quote, code } = changesOf(product, one);
    const day = otherDay();
    const { digest } = await quote(day);
    const change = { kind: 'due-day', day, digest } as const;
    const given = await code(change);
    return { params: { id: one.publicId }, token: one.person.token, body: { change, ...given } };
  },
  'POST /api/v3/payment-help': async () => ({
    token: (await loggedIn()).token,
    body: { kind: 'other', content: 'Este mes no llego.' },
  }),
  'POST /api/v3/hardship': async () => ({ token: (await loggedIn()).token, body: { reason: 'income' } }),
  'POST /api/v3/promise': async () => {
    const { person, promise } = await owing();
    return { token: person.token, body: promise };
  },
  'POST /api/v3/promise/{id}/extend': async () => {
    const { person, promise, until } = await owing();
    await person.call('POST /api/v3/promise', { body: promise });
    const { id } = (await person.call('GET /api/v3/payment-help')).body.model.promise;
    return { token: person.token, params: { id }, body: { until } };
  },
  'POST /api/v3/membership/payment': async () => {
    const one = await unpaidMember(product);
    const { amount } = await one.debt();
    const body = { loan_id: one.publicId, payment_method: 'bank-transfer', total: amount };
    return { token: one.person.token, body };
  },
  'POST /api/v3/withdrawal': async () => ({
    body: bodyOf({ documentNumber: (await loggedIn()).documentNumber }),
  }),
  'POST /api/v3/withdrawal/link': async () => {
    const { code } = await withdrawalsOf(product).request((await borrower(product)).person);
    return { body: { code } };
  },
  'POST /api/v3/withdrawal/own': async () => {
    const { token } = (await borrower(product)).person;
    return { token, body: { kind: 'loan' } };
  },
  'POST /api/v3/withdrawal/confirm': async () => {
    const { link } = await withdrawalsOf(product).request((await borrower(product)).person);
    return { body: { code: link } };
  },
  'POST /api/v3/document-claim': async () => ({
    body: { email: `pide-${randomUUID()}@example.com`, hash: await addLead(product), terms: true },
  }),
  'POST /api/v3/document-claim/open': async () => ({ body: { code: (await claimLink(product)).code } }),
  'POST /api/v3/document-claim/finish': async () => ({ ...(await readyClaim(product)), body: {} }),
  'POST /api/v3/contact-change/stop': async () => ({ body: { code: await undoCode(product) } }),
  'POST /api/social/google': registration,
  'POST /api/social/facebook': registration,
  'POST /api/auth/sendpin': async () => ({ body: { cellphone: (await addPerson(product)).cellphone } }),
  'POST /api/auth/magic-link': async () => ({ body: { email: (await addPerson(product)).email } }),
  'POST /api/auth/token': async () => ({ body: { code: await smsLink() } }),
  'POST /api/auth/autologin': async () => ({ body: { hash: await smsLink() } }),
  'POST /api/auth/magicLink': async () => {
    const { email } = await addPerson(product);
    const ask = () => product.call('POST /api/auth/magic-link', { body: { email } });
    return { body: { code: hashIn(await messageOf(product, email, ask), 'magic-link') } };
  },
  'GET /api/recovery': async () => ({ query: { email: (await addPerson(product)).email } }),
  'POST /api/recovery': async () => {
    const { email } = await addPerson(product);
    const ask = () => product.call('GET /api/recovery', { query: { email } });
    const token = hashIn(await messageOf(product, email, ask), 'recupero-contrasena');
    const password = 'clave-nueva-1';
    return { body: { token, email, password, password_confirmation: password } };
  },
};

function accountOf({ token, documentNumber }: Awaited<ReturnType<typeof loggedIn>>) {
  const holderIdentityNumber = cuitsOfDni(known(parseDni(documentNumber)))[0] ?? '';
  return { token, body: { accountNumber: '2850590940090418135201', holderIdentityNumber } };
}

const card = {
  card_type: 'debit',
  brand: 'visa',
  number: '4507990000004905',
  holder: 'ANA PEREZ',
  expiration_date: '1235',
  cvv: '123',
};

async function loggedIn() {
  const { token, documentNumber } = await newCustomer(product);
  return { token, documentNumber };
}

/** A social login that makes an account. */
async function registration(): Promise<CallOptions> {
  const token = `sandbox:nueva-${randomUUID()}@example.com`;
  return { body: { token, hash: await addLead(product), terms: true } };
}

const provedCustomer = () => newCustomer(product, 'AR', { isEmailProved: true });
let phones = 0;
function newPhone(): string {
  phones += 1;
  return `11${String(47_000_000 + phones)}`;
}

async function smsLink(): Promise<string> {
  const { cellphone } = await addPerson(product);
  const ask = () => product.call('POST /api/auth/sendpin', { body: { cellphone } });
  return hashIn(await messageOf(product, cellphone, ask), 'login');
}

async function paymentBody(payment_method: string): Promise<CallOptions> {
  const one = await borrower(product);
  const [first] = (await one.balance()).installments;
  return {
    body: {
      document_type: 1,
      document_number: one.documentNumber,
      payment_method,
      installments: [{ id: first.id, number: first.number }],
      total: first.amount,
    },
  };
}

async function openPayment(method: string) {
  const one = await borrower(product);
  const hash: string = (await one.ask([1], method)).body.result.hash;
  return { hash, documentNumber: one.documentNumber };
}

const atOnce = 12;
/** Later calls have no customer any more. */
const endsSession: ReadonlySet<CallKey> = new Set(['POST /api/v3/own-data/erasure']);
const isReplay = ({ headers }: TestAnswer) => headers.get('idempotency-replayed') === 'true';

describe('the same key twelve times at once', () => {
  const prepared = Object.entries(requests) as [IdempotentKey, () => Promise<CallOptions>][];
  const byWallet: (typeof prepared)[number] = ['POST /api/v3/payment', () => paymentBody('mercado-pago')];
  test.each([...prepared, byWallet])('%s has one effect and one answer', async (key, prepare) => {
    const options = await prepare();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_none, index) =>
        (index % 2 === 0 ? product : neighbour).call(key, { ...options, headers }),
      ),
    );
    const said = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim());
    const succeeded = answers.filter(({ status }) => status === 200);
    // The other process may answer with a retry time, and nothing else.
    const allowed = ['200', '409 key_in_flight', ...(endsSession.has(key) ? ['401 unauthenticated'] : [])];
    expect(said.filter((each) => !allowed.includes(each))).toEqual([]);
    expect(succeeded.filter((answer) => !isReplay(answer))).toHaveLength(1);
    for (const { body } of succeeded) expect(body).toEqual(succeeded[0]?.body);
    const told = answers
      .filter(({ status }) => status === 409)
      .map((each) => each.headers.get('retry-after'));
    expect(told.filter((seconds) => Number(seconds) > 0)).toHaveLength(told.length);
    if (endsSession.has(key)) return;
    const later = await neighbour.call(key, { ...options, headers });
    expect([later.status, isReplay(later), later.body]).toEqual([200, true, succeeded[0]?.body]);
  });
});
