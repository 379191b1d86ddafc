import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../platform/secrets.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { argentine, uruguayan, visitorOf, type Visitor } from './testing/visitor.ts';

let product: TestProduct;
let visitor: Visitor;
beforeAll(async () => {
  product = await startProduct();
  visitor = visitorOf(product);
});
afterAll(() => product.close());

const unprintable = (character: string) =>
  `No podemos imprimir «${character}» en tus documentos: usá letras latinas, números y signos comunes.`;

async function leadCount(): Promise<number> {
  return (await product.deps.db.selectFrom('lead').select('id').execute()).length;
}

describe('sign-up', () => {
  test('makes a lead of the channel, with an offer', async () => {
    const answer = await visitor.signUp(argentine, 'AR', { 'x-application-token': 'rappi' });
    expect(answer.body).toMatchObject({
      status: 'success',
      model: { suitable: 1, document_number: '30111228' },
    });
    const { hash } = answer.body.model;
    expect(hash).toMatch(/^[\w-]{32}$/);
    const offer = await visitor.offerOf(hash);
    expect(offer.body.result).toMatchObject({ max_amount: 999_000, min_amount: 3_000 });
    expect(offer.body.result.profile).toEqual({
      first_name: 'Ana',
      last_name: 'Suárez',
      email: 'ana@example.com',
      phone: '1123456789',
      document_number: '30111228',
      birthdate: '1990-05-17',
      gender: '',
      amount: 999_000,
      origin: 'rappi',
      suitable: 1,
      hash,
      max_amount: 999_000,
    });
    expect(offer.body.result.max_option.membership.plans[0].amount).toBe(999_000);
  });

  test.each([
    ['first_name', 'Ana  María', 'No se permiten espacios en blanco'],
    ['first_name', ' Ana', 'No se permiten espacios en blanco'],
    ['first_name', 'Ana 😀', unprintable('😀')],
    ['last_name', 'שלמה', unprintable('ש')],
    ['last_name', '', 'Campo requerido.'],
    ['last_name', undefined, 'Campo requerido.'],
    ['email_address', 'ana@', 'El mail ingresado no es válido. Volvé a intentarlo.'],
    ['document_number', '123456', 'El DNI debe tener 7 u 8 números.'],
    ['document_number', '30.111.228', 'Solo números.'],
    ['birthdate', '1990-02-30', 'Ingrese una fecha de nacimiento válida'],
    ['birthdate', '17-05-1990', 'Ingrese una fecha de nacimiento válida'],
    ['birthdate', '2090-01-01', 'Ingrese una fecha de nacimiento válida'],
    ['birthdate', undefined, 'Ingrese una fecha de nacimiento válida'],
    ['phone', '', 'El celular es requerido.'],
    ['phone', '01123456789', 'Incluye el código de área de tu ciudad, sin el 0 y sin el 15.'],
    ['bank_code', '', 'Seleccioná en qué banco tenés cuenta bancaria. Allí depositaremos tu préstamo.'],
    ['bank_code', '999', 'Seleccioná en qué banco tenés cuenta bancaria. Allí depositaremos tu préstamo.'],
    ['country_id', 32, 'El dato ingresado no es válido.'],
    ['suitable', 1, 'El dato ingresado no es válido.'],
    ['first_name', { $ne: 1 }, 'El dato ingresado no es válido.'],
    ['parameter', 'a\0b', 'El dato ingresado no es válido.'],
  ])('refuses %s %j and stores nothing', async (field, value, message) => {
    const before = await leadCount();
    const answer = await visitor.signUp({ ...argentine, [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ status: 'error', code: 'invalid', errors: [message] });
    expect(answer.body.fields).toEqual({ [field]: message });
    expect(await leadCount()).toBe(before);
  });

  test('reads what is written as the browser does', async () => {
    const answer = await visitor.signUp({
      ...argentine,
      first_name: 'Łukasz\u202e',
      last_name: 'D\u00b4Angelo',
      email_address: 'Ana@Peña.com.ar',
    });
    const { result } = (await visitor.offerOf(answer.body.model.hash)).body;
    expect(result.profile).toMatchObject({
      first_name: 'Łukasz',
      last_name: "D'Angelo",
    });
    const cedula = await visitor.signUp({ ...uruguayan, document_number: '1234567-2' }, 'UY');
    expect(cedula.body.model).toMatchObject({ document_number: '12345672' });
  });

  test('refuses what is nested too deep to mean anything', async () => {
    const deep = JSON.parse(`${'['.repeat(9_000)}${']'.repeat(9_000)}`);
    expect((await visitor.signUp({ ...argentine, parameter: deep })).status).toBe(422);
  });

  test('checks the check digit of a cédula and asks for no bank in Uruguay', async () => {
    expect((await visitor.signUp(uruguayan, 'UY')).body.model).toMatchObject({
      suitable: 1,
      document_number: '12345672',
    });
    const answer = await visitor.signUp({ ...uruguayan, document_number: '12345678' }, 'UY');
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.fields)).toEqual(['document_number']);
  });

  test.each([
    ['30111220', '1990-05-17'],
    ['30111228', '2015-05-17'],
    ['30111228', '1940-05-17'],
  ])('rejects document %s born %s: no maximum, no plans', async (document_number, birthdate) => {
    const answer = await visitor.signUp({ ...argentine, document_number, birthdate });
    expect(answer.body.model.suitable).toBe(0);
    const { result } = (await visitor.offerOf(answer.body.model.hash)).body;
    expect(result).toMatchObject({ max_amount: null, min_amount: null, max_option: null });
    expect(result.profile).toMatchObject({ suitable: 0, max_amount: null, first_name: 'Ana' });
    expect((await visitor.plansOf(answer.body.model.hash, '3000')).body.code).toBe('offer_none');
  });

  test('gives the smallest segment to people without a record, and more for a better one', async () => {
    const maximums = [];
    for (const document_number of ['30111229', '30111221', '30111225', '30111228']) {
      maximums.push(
        (await visitor.offerOf(await visitor.hashOf({ ...argentine, document_number }))).body.result
          .max_amount,
      );
    }
    expect(maximums).toEqual([100_000, 150_000, 500_000, 999_000]);
  });

  test('answers a known document and e-mail like any other', async () => {
    const first = await visitor.signUp(argentine);
    const again = await visitor.signUp(argentine);
    expect(again.status).toBe(first.status);
    expect(Object.keys(again.body.model)).toEqual(Object.keys(first.body.model));
    expect(again.body.model.hash).not.toBe(first.body.model.hash);
  });

  test('gives the first answer again for the same key, and makes no second lead', async () => {
    const headers = { 'idempotency-key': 'sign-up-1' };
    const first = await visitor.signUp(argentine, 'AR', headers);
    const count = await leadCount();
    const again = await visitor.signUp(argentine, 'AR', headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await leadCount()).toBe(count);
    expect((await visitor.signUp({ ...argentine, first_name: 'Eva' }, 'AR', headers)).body.code).toBe(
      'key_reused',
    );
  });

  test('leaves the decision to a person while the bureau cannot be asked', async () => {
    const { ports } = product.deps;
    const { bureau } = ports;
    Object.assign(ports, { bureau: { report: () => Promise.reject(new Error('no answer')) } });
    const answer = await visitor.signUp(argentine);
    Object.assign(ports, { bureau });
    expect(answer).toMatchObject({ status: 200, body: { model: { suitable: 0 } } });
    const { result } = (await visitor.offerOf(answer.body.model.hash)).body;
    expect(result.rejection).toMatchObject({ waiting: true, consulted: false });
  });

  test('logs the decision with facts only, and for ever', async () => {
    const hash = await visitor.hashOf(argentine);
    const row = await product.deps.db
      .selectFrom('decision')
      .innerJoin('lead', 'lead.id', 'decision.lead_id')
      .select(['decision.id', 'inputs', 'rule', 'outcome'])
      .where('lead.hash', '=', hash)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      rule: 'bureau-good',
      inputs: { age: expect.any(Number), bureau: { source: 'sandbox', standing: 'good', grade: 8 } },
      outcome: { approved: true, segment: 'bueno-8', maxAmount: 999_000, priceList: 'ar-1' },
    });
    expect(JSON.stringify(row)).not.toContain(argentine.document_number);
    const change = product.deps.db
      .updateTable('decision')
      .set({ rule: 'x' })
      .where('id', '=', row.id)
      .execute();
    await expect(change).rejects.toThrow('append-only');
    const removal = product.deps.db.deleteFrom('decision').where('id', '=', row.id).execute();
    await expect(removal).rejects.toThrow('append-only');
  });
});

describe('who may ask', () => {
  test('needs the service token', async () => {
    const params = { hash: await visitor.hashOf(argentine) };
    for (const token of [undefined, 'web.9999999999999.forged']) {
      const answer = await product.call('GET /vendors-api/v1/leads/{hash}', {
        params,
        ...(token ? { token } : {}),
      });
      expect(answer).toMatchObject({ status: 401, body: { code: 'service_token' } });
    }
  });

  test('does not find a lead of the other country, nor an unknown one', async () => {
    const hash = await visitor.hashOf(argentine);
    expect((await visitor.offerOf(hash, 'UY')).status).toBe(404);
    expect((await visitor.plansOf(hash, '10000', 'UY')).status).toBe(404);
    expect((await visitor.offerOf('x'.repeat(32))).status).toBe(404);
    expect((await visitor.plansOf("' or 1=1 --", '10000')).status).toBe(404);
    expect((await visitor.offerOf('a\0b')).status).toBe(404);
  });

  test('refuses a channel it does not know', async () => {
    expect((await visitor.signUp(argentine, 'AR', { 'x-application-token': 'nobody' })).body.code).toBe(
      'unknown_channel',
    );
  });
});

async function send(hash: string, body: object) {
  const token = await visitor.serviceToken();
  return product.call('POST /api/v3/lead/feedback/{hash}', { params: { hash }, body, token });
}

describe('feedback', () => {
  test('is kept with its reason', async () => {
    const hash = await visitor.hashOf(argentine);
    expect((await send(hash, { feedback: 'amount', comment: 'poco', hash })).body.status).toBe('success');
    const kept = await product.deps.db.selectFrom('lead_feedback').select(['reason', 'comment']).execute();
    expect(kept).toEqual([{ reason: 'amount', comment: 'poco' }]);
  });

  test("needs a known reason, and words for 'other'", async () => {
    const hash = await visitor.hashOf(argentine);
    expect((await send(hash, { feedback: 'other', comment: '  ' })).body.code).toBe('feedback_reason');
    expect((await send(hash, { feedback: 'bored' })).status).toBe(422);
    expect((await send('y'.repeat(32), { feedback: 'amount' })).status).toBe(404);
  });
});

describe('limits', () => {
  test('thirty sign-ups an hour from one address without the sandbox, a hundred times more with it', async () => {
    const strict = await startProduct({ settings: { SANDBOX: 'off', LIMIT_SIGNUP_ADDRESS: '2' } });
    const person = { country: 'UY' as const, body: uruguayan };
    try {
      const statuses = [];
      for (let i = 0; i < 3; i += 1)
        statuses.push((await strict.call('POST /vendors-api/v1/leads', person)).status);
      expect(statuses).toEqual([200, 200, 429]);
      const refused = await strict.call('POST /vendors-api/v1/leads', person);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    } finally {
      await strict.close();
    }
  });

  test('the sandbox allows a hundred times the figure', async () => {
    const now = product.deps.clock.now();
    const key = `signup-address:${digestOf('127.0.0.1').toString('base64url')}`;
    const values = { key, hits: 2_999, window_started_at: now };
    await product.deps.db
      .insertInto('rate_count')
      .values(values)
      .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
      .execute();
    expect((await visitor.signUp(argentine)).status).toBe(200);
    expect((await visitor.signUp(argentine)).status).toBe(429);
  });
});
