import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type CallKey } from '../contract/contract.ts';
import { isOfConsole, type Endpoint } from '../contract/endpoint.ts';
import { borrower, type Borrower } from './servicing/payments/testing/borrower.ts';
import { signUpAndVerify, type Traveller } from './testing/journey.ts';
import { startProduct, type TestAnswer, type TestProduct } from './testing/product.ts';

/**
 * Every call that names a record, by each kind of caller (docs/security.md#who-may-call). A new call of the contract
 * fails here until its visibility is declared.
 */

type Kind = 'loan' | 'payment' | 'legal';
interface Rule {
  readonly names: Kind;
  /** `owner`: not found for everyone else. `masked`: others see it without the owner's identity. */
  readonly to: 'owner' | 'masked';
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
}

const rules: Partial<Record<CallKey, Rule>> = {
  'GET /api/v3/loan-new/{id}': { names: 'loan', to: 'masked' },
  'GET /api/v3/transference-receipt/{id}': { names: 'loan', to: 'owner' },
  'GET /api/v3/transference-receipt/{id}/pdf': { names: 'loan', to: 'owner' },
  'GET /api/v3/statement/{id}': { names: 'loan', to: 'owner' },
  'GET /api/v3/statement/{id}/csv': { names: 'loan', to: 'owner' },
  'GET /api/v3/statement/{id}/pdf': { names: 'loan', to: 'owner' },
  'GET /api/v3/loan/{id}/settlement': { names: 'loan', to: 'owner' },
  'GET /api/v3/loan/{id}/prepayment': { names: 'loan', to: 'owner', query: { amount: '1' } },
  'POST /api/v3/loan/{id}/settlement': {
    names: 'loan',
    to: 'owner',
    body: { kind: 'settlement', payment_method: 'bank-transfer', total: 1 },
  },
  'POST /api/cancel_loan/front/{id}': { names: 'loan', to: 'owner', body: {} },
  'GET /api/v3/coupon/{hash}': { names: 'payment', to: 'masked' },
  'GET /api/v3/profile/private/{legal_number}': { names: 'legal', to: 'owner' },
  'GET /api/v3/loan/{id}/changes': { names: 'loan', to: 'owner' },
  'GET /api/v3/loan/{id}/invoices': { names: 'loan', to: 'owner' },
  'GET /api/v3/loan/{id}/due-day': { names: 'loan', to: 'owner', query: { day: '28' } },
  'POST /api/v3/loan/{id}/changes/code': {
    names: 'loan',
    to: 'owner',
    body: { channel: 'email', change: { kind: 'due-day', day: 28, digest: 'x' } },
  },
  'POST /api/v3/loan/{id}/changes/accept': {
    names: 'loan',
    to: 'owner',
    body: { state: 'x', code: '123456', change: { kind: 'due-day', day: 28, digest: 'x' } },
  },
};

/** Names that are capabilities by themselves; each is tested in its feature. */
const elsewhere: Partial<Record<CallKey, string>> = {
  'DELETE /api/v3/coupon/{hash}': 'payments/requests.test.ts: by its document only',
  'GET /api/v3/coupon/{hash}/pdf': 'payments/coupon-pdf.test.ts: masked, read from the file',
  'GET /api/v3/loan-docket/{id}': 'contracts/contracts.test.ts: its owner, or a signature of a few minutes',
  'GET /partners-api/v1/leads/{id}': 'partners/partners.test.ts: the partner that sent it',
  'GET /api/v3/loan/{id}/changes/{action}/pdf': 'loans/actions/actions.test.ts: its owner, or a signature',
  'GET /api/v3/loan/{id}/invoices/{invoice}/pdf':
    'servicing/invoices/desk.test.ts: its owner, or a signature',
  'GET /api/files/{id}': 'profile/images.test.ts: by a signature of five minutes only',
  'GET /api/v3/debtfree/{hash}': 'certificates: the hash is what is handed on',
  'GET /api/v3/debtfree/{hash}/pdf': 'certificates',
  'GET /api/v3/debtfree/{hash}/qr': 'certificates',
  'GET /api/v3/debtfree-check/{hash}': 'certificates: masked',
  'GET /api/v3/preferences/{hash}': 'reminders: the link of a message; it shows two switches and no person',
  'POST /api/v3/preferences/{hash}': 'reminders: switches off; debits on again only after a login',
  'GET /vendors-api/v1/leads/{hash}': 'leads/leads.test.ts: for a service token only',
  'GET /vendors-api/v1/leads/{hash}/loan-options/{amount}': 'leads/leads.test.ts',
  'POST /api/v3/lead/feedback/{hash}': 'leads/leads.test.ts',
  'GET /api/v1/clients/loan-options/{amount}': 'names no record',
  'GET /api/v3/locality/{id}': 'names no record',
  'GET /api/v3/province/{country_id}': 'names no record',
  'POST /api/v3/promise/{id}/extend': 'collections/collections.test.ts: its owner’s',
  'GET /api/v3/tickets/{id}': 'support/tickets/tickets.test.ts: its owner’s',
  'POST /api/v3/tickets/{id}/answer': 'support/tickets/tickets.test.ts: its owner’s',
  'POST /api/v3/passkeys/{id}/remove': 'customers/sessions/passkeys.test.ts: its owner’s',
  'POST /api/v3/tickets/{id}/files': 'support/tickets/files.test.ts: its owner’s',
  'GET /api/ticket-files/{id}': 'support/tickets/files.test.ts: by a signature of five minutes only',
  'POST /api/v3/tickets/{id}/read': 'support/tickets/tickets.test.ts: its owner’s',
  'GET /api/v3/terms/{slug}': 'names no record',
};

let product: TestProduct;
let owner: Borrower;
let other: Traveller;
let names: Record<Kind, string>;
/** Text that only the owner may read. */
let secrets: readonly string[];

beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [owner, other] = await Promise.all([borrower(product, 'AR', 3), signUpAndVerify(product)]);
  const payment = (await owner.ask([1], 'bank-transfer')).body.result.hash;
  const { legal_number: legal } = await product.deps.db
    .selectFrom('customer')
    .innerJoin('loan', 'loan.customer_id', 'customer.id')
    .select('legal_number')
    .where('loan.id', '=', owner.loanId)
    .executeTakeFirstOrThrow();
  const loan = (await owner.person.call('GET /api/v3/loan-new/{id}', { params: { id: owner.publicId } })).body
    .result;
  names = { loan: owner.publicId, payment, legal };
  secrets = [legal, owner.person.email, loan.bank.cbu, loan.last_name];
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(4);
});
afterAll(() => product.close());

const ask = (key: CallKey, { names: kind, body, query }: Rule, who: object): Promise<TestAnswer> => {
  const name = names[kind];
  return product.call(key, {
    params: { id: name, hash: name, legal_number: name },
    ...(body ? { body } : {}),
    ...(query ? { query } : {}),
    ...who,
  });
};
/** `customer` calls answer 401 without a login; other strangers get not found. */
const nobodyIsTold = (key: CallKey) => ((contract[key] as Endpoint).access === 'customer' ? 401 : 404);

const ruled = Object.entries(rules) as [CallKey, Rule][];

describe('a record', () => {
  test.each(ruled.filter(([, { to }]) => to === 'owner'))('%s is its owner’s', async (key, rule) => {
    const stranger = await ask(key, rule, { token: other.token });
    expect([404, 422]).toContain(stranger.status);
    const unknown = await product.call(key, {
      params: { id: 'a'.repeat(32), hash: 'a'.repeat(32), legal_number: '20999999993' },
      ...(rule.body ? { body: rule.body } : {}),
      ...(rule.query ? { query: rule.query } : {}),
      token: other.token,
    });
    // Another person's record and a missing one give the same status and body.
    expect(stranger.status).toBe(unknown.status);
    expect(stranger.body).toEqual(unknown.body);
    expect((await ask(key, rule, {})).status).toBe(nobodyIsTold(key));
    expect((await ask(key, rule, { token: owner.person.token, country: 'UY' })).status).toBe(
      nobodyIsTold(key),
    );
    const own = await ask(key, rule, { token: owner.person.token });
    expect(own.body).not.toEqual(unknown.body);
    expect([401, 404]).not.toContain(own.status);
  });

  test.each(ruled.filter(([, { to }]) => to === 'masked'))(
    '%s does not tell whose it is',
    async (key, rule) => {
      for (const who of [{}, { token: other.token }]) {
        const seen = await ask(key, rule, who);
        expect(seen.status).toBe(200);
        const text = JSON.stringify(seen.body);
        for (const secret of secrets) expect(text).not.toContain(secret);
      }
      expect((await ask(key, rule, { country: 'UY' })).status).toBe(404);
    },
  );
});

test('every call that names a record is ruled', () => {
  const named = (Object.keys(contract) as CallKey[]).filter(
    // Staff calls: staff/permissions.test.ts.
    (key) => key.includes('{') && !(contract[key] as Endpoint).sandbox && !isOfConsole(contract[key]),
  );
  expect(named.filter((key) => !rules[key] && !elsewhere[key])).toEqual([]);
});
