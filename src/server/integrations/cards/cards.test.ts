import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paywayCards } from './create.ts';
import type { CardDetails, CardGateway } from './port.ts';
import { sandboxCards } from './sandbox.ts';

const publicKey = 'public-key-of-the-site';
const card: CardDetails = {
  number: '4507990000004905',
  holder: 'ANA PRUEBA',
  holderDocument: '30111222',
  expiresMonth: 8,
  expiresYear: 2030,
  securityCode: '123',
};

const received: { path: string | undefined; apikey: unknown; body: Record<string, unknown> }[] = [];
let answerWith: { status: number; body: unknown; headers?: Record<string, string> } | undefined;

/** Payway's `POST /tokens` as its API v2 speaks: 201 with an id, 400 with validation errors. */
const standIn = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    received.push({ path: request.url, apikey: request.headers['apikey'], body });
    const isDeclined = body['security_code'] === '999';
    const {
      status,
      body: answer,
      headers,
    } = answerWith ?? {
      status: isDeclined ? 400 : 201,
      body: isDeclined
        ? {
            error_type: 'invalid_request_error',
            validation_errors: [{ code: 'invalid_param', param: 'security_code' }],
          }
        : {
            id: 'e6c5f7a2-0000-4000-8000-000000000001',
            status: 'active',
            bin: '450799',
            last_four_digits: '4905',
          },
    };
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(answer));
  });
});

let real: CardGateway;
beforeAll(async () => {
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
  const { port } = standIn.address() as AddressInfo;
  real = paywayCards({ baseUrl: `http://127.0.0.1:${port}/api/v2`, publicKey });
});
afterAll(() => standIn.close());

describe.each([
  ['Payway', () => real],
  ['sandbox', () => sandboxCards()],
] as const)('%s', (_name, gateway) => {
  test('gives a token that does not contain the number', async () => {
    const answer = await gateway().tokenise(card);
    expect(answer).toMatchObject({ ok: true });
    expect(JSON.stringify(answer)).not.toContain(card.number);
  });

  test('declines security code 999', async () => {
    expect(await gateway().tokenise({ ...card, securityCode: '999' })).toEqual({
      ok: false,
      reason: 'declined',
    });
  });
});

describe('the wire format of Payway', () => {
  test('is what its API documents', async () => {
    received.length = 0;
    await real.tokenise(card);
    expect(received).toEqual([
      {
        path: '/api/v2/tokens',
        apikey: publicKey,
        body: {
          card_number: '4507990000004905',
          card_expiration_month: '08',
          card_expiration_year: '30',
          security_code: '123',
          card_holder_name: 'ANA PRUEBA',
          card_holder_identification: { type: 'dni', number: '30111222' },
        },
      },
    ]);
  });

  test.each([
    ['our key is wrong', { status: 401, body: { message: card.number } }],
    ['it is down', { status: 503, body: { message: card.number } }],
    ['it answers nonsense', { status: 201, body: { number: card.number } }],
    ['it sends us elsewhere', { status: 307, body: {}, headers: { location: 'http://127.0.0.1:9/' } }],
  ])('when %s the error carries no card data', async (_what, answer) => {
    answerWith = answer;
    try {
      const error = await real.tokenise(card).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Error);
      const { message, stack } = error as Error;
      expect(`${message}${stack}`).not.toContain(card.number);
    } finally {
      answerWith = undefined;
    }
  });
});
