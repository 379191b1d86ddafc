import { describe, expect, it } from 'vitest';
import { ApiFailure, transportTexts } from '../../ui/api-failure.ts';
import type { Answer, Exchange } from '../transport.ts';
import { createCardSender } from './card-sender.ts';
import type { CardPayload, CardValues } from './card-values.ts';
import { type BrowserGateway, gatewayOf } from './gateway.ts';

const gateway: BrowserGateway = { url: 'https://gateway.example/api/v2/', publicKey: 'public-key' };
const values: CardValues = {
  number: '4507-9900-0000-4905',
  holder: ' ANA PRUEBA ',
  expiration_date: '08/30',
  cvv: '731',
};
const card = { values, detected: undefined, holderDocument: '30111222' };
const given = (id: unknown): Answer => ({ status: 201, body: { id, status: 'active' } });
const declined = 'La tarjeta fue rechazada. Revisá los datos o probá con otra.';

/** A sender with a gateway of scripted answers and an API that fails as told, then accepts. */
function sender(script: (Answer | Error)[], place: BrowserGateway | null = gateway) {
  const asked: Exchange[] = [];
  const sent: CardPayload[] = [];
  const failures: ApiFailure[] = [];
  const send = createCardSender({
    gateway: () => Promise.resolve(place),
    transport: (exchange) => {
      asked.push(exchange);
      const next = script.shift();
      if (!next) throw new Error('more questions than answers');
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
  });
  const pay = (change: Readonly<Record<string, string>> = {}): Promise<unknown> =>
    send({ ...card, values: { ...values, ...change } }, (payload) => {
      sent.push(payload);
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : Promise.resolve('saved');
    }).catch((error: unknown) => error);
  return { pay, asked, sent, failures };
}

const failure = (status: number, code: string) => new ApiFailure({ code, status, message: code });

describe('the receiver of the number', () => {
  it('is the gateway when both settings name it, our server when they are empty, neither before they are known', () => {
    const settings = { 'card-gateway-url': gateway.url, 'card-gateway-public-key': gateway.publicKey };
    expect(gatewayOf(settings)).toEqual(gateway);
    expect(gatewayOf({ ...settings, 'card-gateway-public-key': '' })).toBeNull();
    expect(gatewayOf({ ...settings, 'card-gateway-url': '' })).toBeNull();
    expect(gatewayOf({})).toBeUndefined();
  });

  it('without a gateway the API gets number and security code', async () => {
    const { pay, asked, sent } = sender([], null);
    expect(await pay()).toBe('saved');
    expect(asked).toEqual([]);
    expect(sent).toEqual([
      {
        card_type: 'debit',
        brand: 'visa',
        number: '4507990000004905',
        holder: 'ANA PRUEBA',
        expiration_date: '0830',
        cvv: '731',
      },
    ]);
  });
});

describe('with a gateway', () => {
  it('asks in its own format, and the API gets the token without number and security code', async () => {
    const { pay, asked, sent } = sender([given('token-of-the-card')]);
    expect(await pay()).toBe('saved');
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: 'https://gateway.example/api/v2/tokens',
        headers: { apikey: 'public-key', 'Content-Type': 'application/json' },
        redirect: 'error',
      },
    ]);
    const [{ body = '' } = {}] = asked;
    expect(JSON.parse(typeof body === 'string' ? body : '')).toEqual({
      card_number: '4507990000004905',
      card_expiration_month: '08',
      card_expiration_year: '30',
      security_code: '731',
      card_holder_name: 'ANA PRUEBA',
      card_holder_identification: { type: 'dni', number: '30111222' },
    });
    expect(sent).toEqual([
      {
        card_type: 'debit',
        brand: 'visa',
        token: 'token-of-the-card',
        bin: '450799',
        last_four: '4905',
        holder: 'ANA PRUEBA',
        expiration_date: '0830',
      },
    ]);
  });

  it.each([400, 402, 422])(
    'a card that it refuses with %s is declined; the API hears nothing',
    async (status) => {
      const { pay, sent } = sender([{ status, body: { message: values.number } }]);
      expect(await pay()).toMatchObject({ code: 'card_declined', message: declined, passing: false });
      expect(sent).toEqual([]);
    },
  );

  it.each<[string, Answer | Error, object]>([
    ['a wrong key', { status: 401, body: { message: values.number } }, { code: 'unavailable' }],
    ['a fault', { status: 503, body: undefined }, { code: 'unavailable' }],
    ['no JSON', { status: 201, body: undefined }, { code: 'unavailable' }],
    ['no token', { status: 201, body: { number: values.number } }, { code: 'unavailable' }],
    ['a token that is no text', given({ id: 1 }), { code: 'unavailable' }],
    [
      'silence',
      new ApiFailure({ code: 'timeout', status: 0, message: transportTexts.timeout }),
      { code: 'timeout', message: transportTexts.timeout },
    ],
  ])(
    '%s says nothing about the card: no refusal, nothing sent, no word of the gateway',
    async (_, answer, told) => {
      const { pay, sent } = sender([answer]);
      const error = await pay();
      expect(error).toMatchObject({ ...told, passing: true });
      expect((error as Error).message).not.toContain(values.number);
      expect(sent).toEqual([]);
    },
  );
});

describe('a token', () => {
  it.each([
    ['no answer', failure(0, 'offline')],
    ['a broken server', failure(503, 'unavailable')],
    ['too many tries', failure(429, 'too_many')],
    ['a request under way', failure(409, 'key_in_flight')],
  ])('after %s is sent again, so that the API knows the submission', async (_, lost) => {
    const { pay, asked, sent, failures } = sender([given('first')]);
    failures.push(lost);
    expect(await pay()).toBe(lost);
    expect(await pay()).toBe('saved');
    expect(asked).toHaveLength(1);
    expect(sent[1]).toEqual(sent[0]);
  });

  it.each([
    ['an answer that is final', failure(422, 'card_declined'), {}],
    ['a change of the card', failure(0, 'offline'), { cvv: '732' }],
  ])('after %s is another one', async (_, failed, change) => {
    const { pay, sent, failures } = sender([given('first'), given('second')]);
    failures.push(failed);
    expect(await pay()).toBe(failed);
    expect(await pay(change)).toBe('saved');
    expect(sent.map(({ token }) => token)).toEqual(['first', 'second']);
  });

  it('is used once: the same card saved again gets another', async () => {
    const { pay, sent } = sender([given('first'), given('second')]);
    await pay();
    await pay();
    expect(sent.map(({ token }) => token)).toEqual(['first', 'second']);
  });
});
