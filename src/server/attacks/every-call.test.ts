import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { CountryCode } from '../../countries/country-pack.ts';
import { mobileOf, testCountry } from '../../countries/testing/test-country.ts';
import { contract } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { failures, type FailureCode } from '../../contract/failures.ts';
import {
  CALL_LIMITS,
  CALLER_ROWS,
  type BorrowerCall,
  type CallerRow,
} from '../../contract/rows/caller-rows.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { settingNames } from '../platform/settings.ts';
import { signUpAndVerify, type Traveller } from '../testing/journey.ts';
import { startProduct, type CallOptions, type TestAnswer, type TestProduct } from '../testing/product.ts';
import { photoForm } from '../testing/photos.ts';

/**
 * Every borrower call, made by someone who knows an owner's document number, loan id and payment hash: the answer is
 * the declared one, and the owner's state does not change (docs/access-calls.md).
 */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({
    settings: { LIMIT_PASSWORD_ADDRESS: '100000', LIMIT_LINKS_ADDRESS: '100000' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

/** These end what later calls need. */
const last: readonly BorrowerCall[] = ['POST /api/v3/own-data/erasure', 'POST /api/auth/logout'];
const calls = (Object.keys(CALLER_ROWS) as BorrowerCall[]).toSorted(
  (one, other) => last.indexOf(one) - last.indexOf(other),
);
const definitionOf = (key: BorrowerCall): Endpoint => contract[key];

interface Victim {
  readonly one: Borrower;
  /** Values that a stranger uses, by field. */
  readonly known: Readonly<Record<string, unknown>>;
  /** Values that no answer may contain. */
  readonly secrets: readonly string[];
}

let count = 0;

async function victimIn(country: CountryCode): Promise<Victim> {
  const one = await borrower(product, country, 3, { accountNumber: `victima.${count}` });
  count += 1;
  const { person, documentNumber } = one;
  const token = person.token ?? '';
  const asked = await one.ask([2], 'bank-transfer', { token });
  const { hash } = asked.body.result;
  const suggested = await person.call('POST /api/v3/suggest', {
    body: {
      name: 'Ana',
      email_address: person.email,
      document_number: documentNumber,
      subject: 'Consulta',
      content: 'Una consulta sobre mi préstamo',
    },
  });
  expect(suggested.status).toBe(200);
  const params = { id: one.publicId };
  // The worker generates it once, so a stranger does not change it.
  await vi.waitFor(
    async () => {
      const { result } = (await person.call('GET /api/v3/loan-new/{id}', { params })).body;
      expect(result.files.loan_docket).not.toBeNull();
    },
    { timeout: 30_000, interval: 200 },
  );
  const row = await product.deps.db
    .selectFrom('customer')
    .selectAll()
    .where('document_number', '=', documentNumber)
    .executeTakeFirstOrThrow();
  const ticket = await product.deps.db
    .selectFrom('ticket')
    .select('public_id')
    .where('customer_id', '=', row.id)
    .executeTakeFirstOrThrow();
  const accounts = (await person.call('GET /api/v3/bank')).body.model;
  const { installments } = await one.balance();
  const offer = person.offer.max_option.no_membership.id;
  return {
    one,
    known: {
      document_type: 1,
      document_number: documentNumber,
      documentNumber,
      legal_number: row.legal_number || '20999999993',
      email: person.email,
      email_address: person.email,
      cellphone: row.cellphone,
      phone: row.cellphone,
      accountNumber: accounts[0]?.accountNumber ?? '0110376030037695834983',
      hash,
      code: hash,
      token: hash,
      id: one.publicId,
      loan_id: one.publicId,
      ticket: ticket.public_id,
      selectedId: offer,
      offer,
      instalment: { id: installments[0].id, number: 1 },
      amount: installments[0].amount,
    },
    secrets: [person.email, row.cellphone, row.legal_number, accounts[0]?.accountNumber].filter(
      (secret) => secret !== undefined && secret !== '',
    ),
  };
}

/** Input of calls with fields that a name alone does not determine. */
const special: Partial<Record<BorrowerCall, (known: Victim['known']) => CallOptions>> = {
  'POST /api/v3/payment': ({ document_number, instalment, amount }) => ({
    body: {
      document_type: 1,
      document_number,
      payment_method: 'bank-transfer',
      installments: [instalment],
      total: amount,
    },
  }),
  'POST /api/v3/suggest': ({ document_number }) => ({
    body: {
      name: 'Ana',
      email_address: 'estafa@example.com',
      document_number,
      subject: 'Consulta',
      content: 'Transferí al alias estafa',
    },
  }),
  'POST /api/v3/cancellation': ({ documentNumber }) => ({
    body: {
      cancellationReasonId: 5,
      cancellationReasonSlug: 'other',
      documentNumber,
      otherReason: 'Transferí al alias estafa',
    },
  }),
  'POST /api/v3/loan/{id}/settlement': () => ({
    body: { kind: 'settlement', payment_method: 'bank-transfer', total: 1 },
  }),
  'POST /api/v3/loan/{id}/changes/code': ({ hash }) => ({
    body: { channel: 'sms', change: { kind: 'due-day', day: 20, digest: hash } },
  }),
  'POST /api/v3/loan/{id}/changes/accept': ({ hash }) => ({
    body: { state: 'x', code: '123456', change: { kind: 'due-day', day: 20, digest: hash } },
  }),
  'POST /api/v3/membership/payment': ({ loan_id }) => ({
    body: { loan_id, payment_method: 'bank-transfer', total: 1 },
  }),
  'POST /api/v3/tickets/{id}/files': () => ({
    form: photoForm(Buffer.from('%PDF-1.7 %%EOF'), { name: 'pago.pdf' }),
  }),
  'POST /api/v3/selected-option': ({ offer }) => ({ body: { option: offer } }),
  'POST /api/v3/debit-payment': ({ hash }) => ({
    body: {
      card_type: 'debit',
      brand: 'visa',
      number: '4507990000004905',
      holder: 'ANA PEREZ',
      expiration_date: '12/30',
      cvv: '123',
      hash,
    },
  }),
};

const byName = (key: BorrowerCall, known: Victim['known']): Record<string, unknown> => ({
  ...known,
  ...(key.includes('/tickets/') ? { id: known['ticket'] } : {}),
  ...(key.includes('/passkeys/') ? { id: '1' } : {}),
  ...(key.includes('/locality/') ? { id: '1' } : {}),
  country_id: '858',
  slug: 'terminos',
  credential: '{}',
  password: 'Otra-clave-82!',
  password_confirmation: 'Otra-clave-82!',
  current_password: 'Otra-clave-82!',
  number: '4111111111111111',
});

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
}

/** Sample value of a schema: a stranger's known value for the field's name, else any of its type. */
function valueOf(schema: JsonSchema, name: string, names: Record<string, unknown>): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, each]) => [field, valueOf(each, field, names)]),
    );
  if (name in names) return names[name];
  if (schema.anyOf?.[0]) return valueOf(schema.anyOf[0], name, names);
  if (schema.type === 'array') return [];
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  return schema.type === 'boolean' ? true : '1';
}

const jsonOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

function inputOf(key: BorrowerCall, known: Victim['known']): CallOptions {
  const { params, query, body } = definitionOf(key);
  const names = byName(key, known);
  const textsOf = (schema: z.ZodType) =>
    Object.fromEntries(
      Object.entries(valueOf(jsonOf(schema), '', names) as object).map(([name, value]) => [
        name,
        String(value),
      ]),
    );
  return {
    ...(params ? { params: textsOf(params) } : {}),
    ...(query ? { query: textsOf(query) } : {}),
    ...(body ? { body: valueOf(jsonOf(body), '', names) ?? {} } : {}),
    ...special[key]?.(known),
  };
}

/** The account as its owner sees it, and the pending debits. */
async function stateOf({ one }: Victim): Promise<object> {
  const { person, publicId, documentNumber, loanId } = one;
  const read = async (key: BorrowerCall, options: CallOptions = {}) => (await person.call(key, options)).body;
  const { model } = await read('POST /api/v3/balance', {
    body: { document_type: 1, document_number: documentNumber },
  });
  const params = { id: publicId };
  const { db } = product.deps;
  const customer = await db
    .selectFrom('customer')
    .selectAll()
    .where('document_number', '=', documentNumber)
    .executeTakeFirstOrThrow();
  const sessions = (await read('GET /api/v3/sessions')).result.map(
    ({ id, device }: { id: string; device: string }) => ({ id, device }),
  );
  return unsigned({
    balance: {
      ...model,
      open_payments: model.open_payments.filter(
        ({ opened_by }: { opened_by: string }) => opened_by === 'owner',
      ),
    },
    account: await read('GET /api/v3/account-new'),
    loans: await read('GET /api/loan'),
    bank: await read('GET /api/v3/bank'),
    preferences: await read('GET /api/v3/preferences'),
    passkeys: await read('GET /api/v3/passkeys'),
    membership: await read('GET /api/v3/membership'),
    statement: await read('GET /api/v3/statement/{id}', { params }),
    quote: await read('GET /api/v3/loan/{id}/settlement', { params }),
    sessions,
    customer,
    debits: await db.selectFrom('instalment_debit').selectAll().where('loan_id', '=', loanId).execute(),
    identities: await db
      .selectFrom('social_identity')
      .selectAll()
      .where('customer_id', '=', customer.id)
      .execute(),
  });
}

/** Removes URL signatures, which change with each response. */
const unsigned = (state: object): object =>
  JSON.parse(JSON.stringify(state).replaceAll(/\?expires=\d+&signature=[\w-]+/g, ''));

const shapeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]))
    : typeof value;

/** Words of an answer, without the figures of a tracking code. */
const wordsOf = ({ body }: TestAnswer): unknown =>
  body.messages?.map((words: string) => words.replaceAll(/\d/g, ''));

const seenOf = (answer: TestAnswer, stranger: CallerRow['stranger']): object => ({
  status: answer.status,
  code: answer.status === 200 ? '' : answer.body.code,
  ...(stranger === 'same' ? { shape: shapeOf(answer.body), words: wordsOf(answer) } : {}),
});

/** Declared outcome, in the form of {@link seenOf}. */
async function declaredOf(
  stranger: CallerRow['stranger'],
  answer: TestAnswer,
  make: (known: Victim['known']) => Promise<TestAnswer>,
  { one, known }: Victim,
): Promise<object> {
  if (stranger === 'own') return seenOf(answer, stranger);
  if (stranger === 'public' || stranger === 'masked' || stranger === 'apart')
    return { status: 200, code: '' };
  if (stranger !== 'same') return { status: failures[stranger][0], code: stranger };
  const unknown = {
    ...known,
    email: 'nadie@example.com',
    email_address: 'nadie@example.com',
    cellphone: mobileOf(one.country, 555_443),
    document_number: testCountry(one.country).visitor.document_number,
  };
  return seenOf(await make(unknown), stranger);
}

/** Code of a call that needs a login or the service token, without it. */
const WITHOUT_LOGIN: Partial<Record<Endpoint['access'], FailureCode>> = {
  customer: 'unauthenticated',
  service: 'service_token',
};

describe.each(['AR', 'UY'] as const)('in %s, by a stranger', (country) => {
  describe.each(['without a login', 'logged in as somebody else'] as const)('%s', (how) => {
    let victim: Victim;
    let other: Traveller;
    let serviceToken: string;
    let before: object;
    beforeAll(async () => {
      [victim, other] = [await victimIn(country), await signUpAndVerify(product, country)];
      await product.deps.db
        .updateTable('customer')
        .set({ email_proved_at: product.deps.clock.now(), email_proved_by: 'link' })
        .where('email', '=', other.email)
        .execute();
      serviceToken = (await product.call('POST /vendors-api/v2/token/creditrisk', { country })).body.result
        .token;
      before = await stateOf(victim);
    });
    // Compared once more after all calls, because the test of a GET does not compare.
    afterAll(async () => expect(await stateOf(victim)).toEqual(before));

    test.each(calls)('%s', async (key) => {
      const { access } = definitionOf(key);
      const isAnonymous = how === 'without a login';
      const token =
        access === 'service' && !isAnonymous ? serviceToken : isAnonymous ? undefined : other.token;
      const make = (known: Victim['known']) =>
        product.call(key, { country, ...inputOf(key, known), ...(token === undefined ? {} : { token }) });
      const answer = await make(victim.known);
      const stranger = (isAnonymous ? WITHOUT_LOGIN[access] : undefined) ?? CALLER_ROWS[key].stranger;
      expect(answer.status).toBeLessThan(500);
      expect(seenOf(answer, stranger)).toEqual(await declaredOf(stranger, answer, make, victim));
      const text = JSON.stringify(answer.body);
      for (const secret of victim.secrets) expect(text).not.toContain(secret);
      // Compared after calls that may write, to name the one that did: reading the state is slower than most calls.
      const mayChange = !key.startsWith('GET ') && answer.status !== 401;
      expect(mayChange ? await stateOf(victim) : before).toEqual(before);
    });
  });
});

test('every limit of the rows is a setting, or described there as fixed', () => {
  const named = Object.keys(CALL_LIMITS).filter((name) => name.startsWith('LIMIT_'));
  expect(named.filter((name) => !(settingNames as readonly string[]).includes(name))).toEqual([]);
});
