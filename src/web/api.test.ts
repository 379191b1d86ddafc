import { describe, expect, it } from 'vitest';
import { ApiFailure, messageOfAnswer, transportTexts } from '../ui/api-failure.ts';
import { createCall, urlOf } from './api.ts';
import { createIdempotencyKeys } from '../ui/idempotency.ts';
import type { Answer, Exchange } from './transport.ts';

/** A client of a server with scripted answers; an Error is thrown instead of answered. */
function client(script: (Answer | Error)[], token: string | null = null, proves = true) {
  const sent: Exchange[] = [];
  const waits: number[] = [];
  const state = { inFlight: 0, refused: 0, keys: 0, proofs: 0, onlyByEmail: [] as boolean[] };
  const transport = (exchange: Exchange) => {
    sent.push(exchange);
    const next = script.shift();
    if (!next) throw new Error('more calls than answers');
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  const call = createCall({
    fetch: transport,
    upload: transport,
    keys: createIdempotencyKeys(() => `key-${String((state.keys += 1))}`),
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    sessionToken: () => token,
    applicationToken: () => 'rappi',
    onRefused: () => void (state.refused += 1),
    onInFlight: (change) => void (state.inFlight += change),
    solve: (challenge) =>
      Promise.resolve(challenge === 'impossible' ? undefined : `solved ${String(challenge)}`),
    prove: (onlyByEmail) => {
      state.onlyByEmail.push(onlyByEmail);
      state.proofs += 1;
      return Promise.resolve(proves);
    },
  });
  return { call, sent, waits, state };
}

const ok = (body: object): Answer => ({ status: 200, body: { status: 'success', ...body } });
const fail = (status: number, body: object = {}): Answer => ({ status, body: { status: 'error', ...body } });
const offline = new ApiFailure({ code: 'offline', status: 0, message: transportTexts.offline });
const login = { email: 'ana@gmail.com', password: 'secreto' };

describe('errors of failed answers', () => {
  it('prefers errors joined by newlines, then messages, then message, then the raw text', () => {
    expect(messageOfAnswer({ errors: ['uno', 'dos'], messages: ['m'], message: 'x' }, 'raw')).toBe(
      'uno\ndos',
    );
    expect(messageOfAnswer({ errors: [], messages: ['m', 'n'], message: 'x' }, 'raw')).toBe('m\nn');
    expect(messageOfAnswer({ errors: [], messages: [], message: 'x' }, 'raw')).toBe('x');
    expect(messageOfAnswer({ data: 'd' }, 'raw')).toBe('d');
    expect(messageOfAnswer({ data: ['c', 'd'] }, 'raw')).toBe('c\nd');
    expect(messageOfAnswer({ errors: 'uno', message: 'x' }, 'raw')).toBe('uno');
    expect(messageOfAnswer('<html>', 'raw')).toBe('raw');
  });

  it('is thrown with code and wrong fields, even under HTTP 200', async () => {
    const { call } = client([fail(200, { code: 'invalid', errors: ['mal'], fields: { phone: 'corto' } })]);
    const failure = await call('POST /api/v3/authenticate-new', { body: login }).catch((e: unknown) => e);
    expect(failure).toMatchObject({ code: 'invalid', message: 'mal', fields: { phone: 'corto' } });
  });

  it('is the general sentence for an answer that is no JSON', async () => {
    for (const status of [200, 404]) {
      const { call } = client([{ status, body: undefined }]);
      await expect(call('GET /api/v3/banks')).rejects.toThrow(transportTexts.unreadable);
    }
  });
});

describe('retries of GET', () => {
  it('asks again after 2000 ms, three times at most', async () => {
    const { call, sent, waits } = client([offline, fail(503), fail(500), fail(502, { message: 'caído' })]);
    await expect(call('GET /api/v3/banks')).rejects.toThrow('caído');
    expect(sent).toHaveLength(4);
    expect(waits).toEqual([2000, 2000, 2000]);
  });

  it('never asks again after a 4xx, nor for a POST', async () => {
    const get = client([fail(404)]);
    await expect(get.call('GET /api/v3/banks')).rejects.toBeInstanceOf(ApiFailure);
    expect(get.sent).toHaveLength(1);
    const post = client([offline]);
    await expect(post.call('POST /api/v3/authenticate-new', { body: login })).rejects.toThrow(
      transportTexts.offline,
    );
    expect(post.sent).toHaveLength(1);
  });

  it('asks again for the exchange of a link and for a recovery mail, each time under the same key', async () => {
    const link = client([offline, fail(503), ok({ result: {} })]);
    await link.call('POST /api/auth/autologin', { body: { hash: 'h' } });
    expect(link.sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key-1', 'key-1', 'key-1']);
    expect(link.waits).toEqual([2000, 2000]);
    const used = client([fail(401, { code: 'link_invalid' })]);
    await expect(used.call('POST /api/auth/magicLink', { body: { code: 'c' } })).rejects.toBeInstanceOf(
      ApiFailure,
    );
    expect(used.sent).toHaveLength(1);
    const mail = client([offline, ok({}), ok({})]);
    await mail.call('GET /api/recovery', { query: { email: 'ana@gmail.com' } });
    await mail.call('GET /api/recovery', { query: { email: 'ana@gmail.com' } });
    expect(mail.sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key-1', 'key-1', 'key-2']);
  });
});

it('requests the service token again, which an offer requires', async () => {
  const { call, sent, waits } = client([offline, ok({ result: { token: 't', expired: '' } })]);
  await call('POST /vendors-api/v2/token/creditrisk');
  expect(sent).toHaveLength(2);
  expect(waits).toEqual([2000]);
});

describe('headers', () => {
  it('carry the token, the channel, and a key that lasts until an answer', async () => {
    const body = { email: 'a@b.uy', hash: 'h' };
    const { call, sent } = client([offline, fail(500), ok({}), ok({})], 'bearer-1');
    await call('POST /api/v3/account', { body }).catch(() => undefined);
    await call('POST /api/v3/account', { body }).catch(() => undefined);
    await call('POST /api/v3/account', { body });
    await call('POST /api/v3/account', { body });
    expect(sent.map((exchange) => exchange.headers['Idempotency-Key'])).toEqual([
      'key-1',
      'key-1',
      'key-1',
      'key-2',
    ]);
    expect(sent[0]?.headers).toMatchObject({
      Authorization: 'Bearer bearer-1',
      'X-Application-Token': 'rappi',
    });
  });

  it('give another submission another key', async () => {
    const { call, sent } = client([offline, offline]);
    await call('POST /api/v3/account', { body: { email: 'a@b.uy', hash: 'h' } }).catch(() => undefined);
    await call('POST /api/v3/account', { body: { email: 'c@b.uy', hash: 'h' } }).catch(() => undefined);
    expect(sent[0]?.headers['Idempotency-Key']).not.toBe(sent[1]?.headers['Idempotency-Key']);
  });

  it('carry a key when something is deleted, the same until an answer', async () => {
    const { call, sent } = client([offline, ok({ messages: [] })]);
    const coupon = { params: { hash: 'h' }, query: { document_number: '30111222' } };
    await call('DELETE /api/v3/coupon/{hash}', coupon).catch(() => undefined);
    await call('DELETE /api/v3/coupon/{hash}', coupon);
    expect(sent.map((exchange) => exchange.headers['Idempotency-Key'])).toEqual(['key-1', 'key-1']);
  });

  it('carry no key where nothing is written', async () => {
    const { call, sent } = client([ok({ result: {} })]);
    await call('POST /vendors-api/v2/token/creditrisk');
    expect(sent[0]?.headers).not.toHaveProperty('Idempotency-Key');
  });
});

describe('a call that needs proof of work', () => {
  const asked = (challenge: string) => fail(429, { code: 'challenge_required', challenge });
  const document_number = '30111222';
  const pay = {
    document_type: 1 as const,
    document_number,
    payment_method: 'pago-facil',
    installments: [],
    total: 1,
  };

  it('is sent again as it was, with the solution and the same key', async () => {
    const { call, sent } = client([asked('one'), ok({}), ok({})]);
    await call('POST /api/v3/payment', { body: pay });
    await call('POST /api/v3/payment', { body: pay });
    expect(sent.map(({ headers }) => headers['X-Challenge-Solution'])).toEqual([
      undefined,
      'solved one',
      undefined,
    ]);
    expect(sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual(['key-1', 'key-1', 'key-2']);
    expect(sent[1]?.body).toBe(sent[0]?.body);
  });

  it('fails when it is refused again, or cannot be solved', async () => {
    const twice = client([asked('one'), asked('two')]);
    await expect(twice.call('POST /api/v3/balance', { body: { document_number } })).rejects.toMatchObject({
      code: 'challenge_required',
    });
    const impossible = client([asked('impossible')]);
    await expect(
      impossible.call('POST /api/v3/balance', { body: { document_number } }),
    ).rejects.toMatchObject({
      status: 429,
    });
    expect(impossible.sent).toHaveLength(1);
  });
});

describe('a refused token', () => {
  it('ends the session only when it was the session that was refused', async () => {
    const own = client([fail(401, { code: 'unauthenticated' })], 'old');
    await own.call('GET /api/v3/account-new').catch(() => undefined);
    expect(own.state.refused).toBe(1);
    const anonymous = client([fail(401, { code: 'credentials' })]);
    await anonymous.call('POST /api/v3/authenticate-new', { body: login }).catch(() => undefined);
    expect(anonymous.state.refused).toBe(0);
    const runOut = client([fail(401, { code: 'unauthenticated' })]);
    await runOut.call('GET /api/v3/account-new').catch(() => undefined);
    expect(runOut.state.refused).toBe(1);
    const service = client([fail(401, { code: 'service_token' })], 'mine');
    await service
      .call('GET /vendors-api/v1/leads/{hash}', { query: {}, params: { hash: 'h' }, token: 'service' })
      .catch(() => undefined);
    expect(service.state.refused).toBe(0);
  });
});

it('counts calls in flight back to zero after every outcome', async () => {
  const { call, state } = client([fail(404)]);
  const pending = call('GET /api/v3/banks');
  expect(state.inFlight).toBe(1);
  await pending.catch(() => undefined);
  expect(state.inFlight).toBe(0);
});

it('fills and escapes path and query', () => {
  expect(urlOf('/leads/{hash}/loan-options/{amount}', { hash: 'a/b', amount: 5000 })).toBe(
    '/leads/a%2Fb/loan-options/5000',
  );
  expect(urlOf('/recovery', {}, { email: 'a+b@c.uy', nothing: undefined })).toBe(
    '/recovery?email=a%2Bb%40c.uy',
  );
});

describe('a call that needs re-authentication', () => {
  const stale = fail(403, { code: 'fresh_login_required', message: 'volvé a ingresar' });

  it('asks for it once and is resent as a new submission, with nothing in progress meanwhile', async () => {
    const { call, sent, state } = client([stale, ok({ messages: [] })], 'token');
    await expect(call('POST /api/v3/sessions/end', { body: { id: '' } })).resolves.toMatchObject({});
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(2);
    expect(sent[0]?.body).toBe(sent[1]?.body);
    expect(state).toMatchObject({ proofs: 1, inFlight: 0 });
  });

  it('asks for the mailbox only if the address is not proved', async () => {
    const unproved = fail(403, { code: 'address_unproved', message: 'confirmá tu mail' });
    const { call, sent, state } = client([unproved, stale, ok({ messages: [] })], 'token');
    await expect(call('POST /api/v3/passkeys/challenge')).rejects.toMatchObject({
      code: 'fresh_login_required',
    });
    expect(sent).toHaveLength(2);
    expect(state).toMatchObject({ proofs: 1, onlyByEmail: [true] });
    await call('POST /api/v3/sessions/end', { body: { id: '' } });
    expect(state).toMatchObject({ proofs: 1, inFlight: 0 });
  });

  it('fails as it did where none is given, or for another token than the session’s', async () => {
    const refused = client([stale], 'token', false);
    await expect(refused.call('POST /api/v3/sessions/end', { body: { id: '' } })).rejects.toMatchObject({
      code: 'fresh_login_required',
    });
    expect(refused.sent).toHaveLength(1);
    const foreign = client([stale], 'token');
    await expect(foreign.call('GET /api/v3/own-data/file', { token: 'service' })).rejects.toThrow('volvé');
    expect(foreign.state.proofs).toBe(0);
  });
});
