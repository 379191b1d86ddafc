import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SmsGateway } from './port.ts';
import { sandboxSms } from './sandbox.ts';
import { twilioSms } from './twilio.ts';
import { twilioSignature } from './twilio.ts';

interface Received {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly form: Record<string, string>;
}

const received: Received[] = [];
let answer: { status: number; body: string; location?: string };
let server: Server;
let baseUrl: string;

/** Twilio's Messages resource as its documentation has it. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({
        url: request.url,
        authorization: request.headers.authorization,
        type: request.headers['content-type'],
        form: Object.fromEntries(new URLSearchParams(body)),
      });
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        ...(answer.location ? { location: answer.location } : {}),
      });
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const twilio = () => twilioSms({ baseUrl, accountSid: 'AC1', authToken: 'secreto', from: '+15005550006' });
const accepted = { status: 201, body: '{"sid":"SM1","status":"queued"}' };

const gateways: readonly [string, () => SmsGateway][] = [
  ['Twilio', twilio],
  ['the sandbox', sandboxSms],
];

describe.each(gateways)('%s', (_name, create) => {
  test("takes an SMS and gives the provider's id", async () => {
    answer = accepted;
    expect(await create().send('+5491155556666', 'Hola & adiós: 50 %', 17)).toMatch(/\w/);
  });
});

describe('Twilio over the wire', () => {
  test('gets number, sender and text as a form with Basic authentication', async () => {
    answer = accepted;
    expect(await twilio().send('+5491155556666', 'Hola & adiós: 50 %', 17)).toBe('SM1');
    expect(received.at(-1)).toEqual({
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:secreto').toString('base64')}`,
      type: expect.stringContaining('application/x-www-form-urlencoded'),
      form: { To: '+5491155556666', From: '+15005550006', Body: 'Hola & adiós: 50 %' },
    });
  });

  test('a refusal, a redirect and an answer without an id are failures that tell nothing of the message', async () => {
    const answers = [
      { status: 400, body: '{"code":21211,"message":"The To number +5491155556666 is not valid"}' },
      { status: 503, body: '' },
      { status: 302, body: '', location: `${baseUrl}/elsewhere` },
      { status: 201, body: '{}' },
    ];
    for (const next of answers) {
      answer = next;
      const failure = await twilio()
        .send('+5491155556666', 'clave 1234', 17)
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      expect(failure).toBeInstanceOf(Error);
      expect(String(failure)).not.toMatch(/5491155556666|1234/);
    }
    expect(received.some(({ url }) => url === '/elsewhere')).toBe(false);
  });
});

describe('what Twilio tells of a message', () => {
  const statusUrl = 'https://ar.example/api/v3/messages/sms/status';
  const gateway = () =>
    twilioSms({ baseUrl, accountSid: 'AC1', authToken: 'secreto', from: '+15005550006', statusUrl });
  const form = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+5491155556666', AccountSid: 'AC1' };
  const signature = twilioSignature('secreto', `${statusUrl}?message=17`, form);

  test('is asked for under an address that names the message', async () => {
    answer = accepted;
    await gateway().send('+5491155556666', 'Hola', 17);
    expect(received.at(-1)?.form).toMatchObject({ StatusCallback: `${statusUrl}?message=17` });
  });

  test('is signed as its documentation shows', () => {
    // The example of "Validating Signatures from Twilio".
    const shown = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675310',
      Digits: '1234',
      From: '+14158675310',
      To: '+18005551212',
    };
    expect(twilioSignature('12345', 'https://example.com/myapp.php?foo=1&bar=2', shown)).toBe(
      'L/OH5YylLD5NRKLltdqwSvS0BnU=',
    );
  });

  test('is taken when all of it is signed, and only then', () => {
    const report = { messageId: '17', form, signature };
    expect(gateway().reportOf?.(report)).toEqual({ delivery: 'delivered', code: '', providerId: 'SM1' });
    for (const change of [
      { messageId: '18' },
      { form: { ...form, MessageStatus: 'failed' } },
      { form: { ...form, ErrorCode: '30003' } },
      { signature: '' },
      { signature: twilioSignature('other', `${statusUrl}?message=17`, form) },
    ])
      expect(gateway().reportOf?.({ ...report, ...change })).toBeUndefined();
    expect(twilio().reportOf?.(report)).toBeUndefined();
  });

  test.each([
    ['sent', 'sent'],
    ['undelivered', 'failed'],
    ['failed', 'failed'],
    ['queued', undefined],
  ])('%s is %s', (MessageStatus, delivery) => {
    const said = { ...form, MessageStatus };
    const signed = twilioSignature('secreto', `${statusUrl}?message=17`, said);
    expect(gateway().reportOf?.({ messageId: '17', form: said, signature: signed })).toMatchObject({
      delivery,
    });
  });
});
