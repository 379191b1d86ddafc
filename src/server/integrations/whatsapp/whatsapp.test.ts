import { afterEach, describe, expect, test } from 'vitest';
import { whatsappContent } from '../../../countries/messages/whatsapp-templates.ts';
import { example } from '../testing/example.ts';
import { localProvider, type GivenAnswer, type LocalProvider } from '../testing/local-provider.ts';
import { cloudApi } from './cloud-api.ts';
import { signWhatsApp } from './notification.ts';
import type { WhatsAppGateway, WhatsAppMessage } from './port.ts';
import { sandboxVerifyToken, sandboxWhatsApp, sandboxWhatsAppSecret } from './sandbox.ts';

const open: LocalProvider[] = [];
afterEach(() => open.splice(0).forEach((each) => each.close()));

const settings = {
  version: 'v25.0',
  phoneNumberId: '106540352242922',
  accessToken: 'EAAJB',
  appSecret: 'app-secret',
  verifyToken: 'meatyhamhock-meatyhamhock',
};

async function gatewayWith(answer: GivenAnswer) {
  const provider = await localProvider(() => answer);
  open.push(provider);
  return { provider, gateway: cloudApi({ baseUrl: provider.url, ...settings }) };
}

const message: WhatsAppMessage = {
  to: '+5491155556666',
  language: 'es_AR',
  content: whatsappContent('code', ['1234'], '1234'),
  messageId: 17,
};
const wamid = 'wamid.HBgNNTQ5MTE1NTU1NjY2NhUCABEYEjE';

const gateways: readonly [string, () => Promise<WhatsAppGateway>][] = [
  [
    'the Cloud API',
    async () => (await gatewayWith({ status: 200, body: example('whatsapp', 'accepted') })).gateway,
  ],
  ['the sandbox', async () => sandboxWhatsApp()],
];

describe.each(gateways)('%s', (_name, create) => {
  test('takes a template and gives the id under which it reports', async () => {
    expect(await (await create()).send(message)).toEqual({
      outcome: 'taken',
      providerId: expect.stringMatching(/^wamid\./),
    });
  });

  test('knows its own question about the address of notifications', async () => {
    const gateway = await create();
    const token = gateway.listen ? sandboxVerifyToken : settings.verifyToken;
    expect(gateway.isVerifyToken(token)).toBe(true);
    expect(gateway.isVerifyToken(`${token}x`)).toBe(false);
    expect(gateway.isVerifyToken('')).toBe(false);
  });

  test('reads what is signed byte for byte, and nothing else', async () => {
    const gateway = await create();
    const secret = gateway.listen ? sandboxWhatsAppSecret : settings.appSecret;
    const body = JSON.stringify(example('whatsapp', 'status-delivered'));
    const signature = signWhatsApp(secret, body);
    expect(gateway.reportsOf({ body, signature })).toEqual([
      { messageId: 17, providerId: wamid, delivery: 'delivered', code: '' },
    ]);
    for (const wrong of [
      { body: body.replace('delivered', 'read'), signature },
      { body: `${body} `, signature },
      { body, signature: signature.replace('sha256=', '') },
      { body, signature: signWhatsApp('other', body) },
      { body, signature: '' },
    ])
      expect(gateway.reportsOf(wrong)).toBeUndefined();
  });
});

test('a code is asked for as the documents show it', async () => {
  const { gateway, provider } = await gatewayWith({ status: 200, body: example('whatsapp', 'accepted') });
  expect(await gateway.send(message)).toEqual({ outcome: 'taken', providerId: wamid });
  const [request] = provider.received;
  expect(request).toMatchObject({
    method: 'POST',
    path: '/v25.0/106540352242922/messages',
    headers: { authorization: 'Bearer EAAJB', 'content-type': 'application/json' },
  });
  expect(JSON.parse(request?.body ?? '')).toEqual(example('whatsapp', 'code-request'));
});

test('an address is given without what is registered of it, and no text has line breaks', async () => {
  const { gateway, provider } = await gatewayWith({ status: 200, body: example('whatsapp', 'accepted') });
  const url = 'https://prestamos.example/balance/30111228?total=100';
  const content = whatsappContent('reminder', ['tenés  la\ncuota 3', '$100'], url);
  await gateway.send({ ...message, content });
  const { template } = JSON.parse(provider.received[0]?.body ?? '');
  expect(template.name).toBe('recordatorio_cuota');
  expect(
    template.components.map(({ parameters }: { parameters: { text: string }[] }) =>
      parameters.map(({ text }) => text),
    ),
  ).toEqual([['tenés la cuota 3', '$100'], ['balance/30111228?total=100']]);
});

const errorOf = (code: number) => ({ error: { ...(example('whatsapp', 'error')['error'] as object), code } });

test.each([
  [400, 131_026, { outcome: 'refused', code: '131026', isOurFault: false }],
  [400, 131_047, { outcome: 'refused', code: '131047', isOurFault: false }],
  [404, 132_001, { outcome: 'refused', code: '132001', isOurFault: true }],
  [400, 132_000, { outcome: 'refused', code: '132000', isOurFault: true }],
  [400, 132_015, { outcome: 'refused', code: '132015', isOurFault: true }],
  [401, 190, { outcome: 'refused', code: '190', isOurFault: true }],
  [400, 131_056, { outcome: 'later', code: '131056' }],
  [429, 130_429, { outcome: 'later', code: '130429' }],
  [500, 131_000, { outcome: 'later', code: '131000' }],
  [503, 131_016, { outcome: 'later', code: '131016' }],
])('an answer of %i with %i', async (status, code, outcome) => {
  const { gateway } = await gatewayWith({ status, body: errorOf(code) });
  expect(await gateway.send(message)).toEqual(outcome);
});

test.each<[string, GivenAnswer]>([
  ['no id', { status: 200, body: { messages: [] } }],
  ['no JSON', { status: 502, body: '<html>Bad Gateway</html>' }],
  ['no error of theirs', { status: 500, body: {} }],
  ['a redirect', { status: 302, body: {}, headers: { location: '/elsewhere' } }],
])('%s does not say whether it was taken', async (_what, answer) => {
  const { gateway } = await gatewayWith(answer);
  expect(await gateway.send(message)).toEqual({ outcome: 'unknown' });
});

test('nobody who answers is unknown too', async () => {
  const gateway = cloudApi({ baseUrl: 'http://127.0.0.1:9', ...settings });
  expect(await gateway.send(message)).toEqual({ outcome: 'unknown' });
});

describe('notifications', () => {
  const gateway = cloudApi({ baseUrl: 'http://127.0.0.1:9', ...settings });
  const read = (value: unknown) => {
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    return gateway.reportsOf({ body, signature: signWhatsApp(settings.appSecret, body) });
  };

  test('a failure brings its code', () => {
    expect(read(example('whatsapp', 'status-failed'))).toEqual([
      { messageId: 17, providerId: wamid, delivery: 'failed', code: '131026' },
    ]);
  });

  test('what is no report of ours changes nothing', () => {
    expect(read(example('whatsapp', 'inbound'))).toEqual([]);
    expect(read({ object: 'whatsapp_business_account', entry: [] })).toEqual([]);
    expect(read({ object: 'page' })).toEqual([]);
    expect(read('not JSON')).toEqual([]);
  });

  test('a report that is not ours does not lose the others of its notification', () => {
    const text = JSON.stringify(example('whatsapp', 'status-delivered'));
    const notification = JSON.parse(text);
    const { statuses } = notification.entry[0].changes[0].value;
    statuses.unshift({ id: 'wamid.other', status: 'read', timestamp: '1' });
    statuses.push({ ...statuses[1], status: 'read', biz_opaque_callback_data: '18' });
    expect(read(notification)?.map(({ messageId, delivery }) => [messageId, delivery])).toEqual([
      [17, 'delivered'],
      [18, 'read'],
    ]);
  });
});

test('the stand-in refuses, asks for patience and stays silent by the number', async () => {
  const told: string[] = [];
  const gateway = sandboxWhatsApp();
  gateway.listen?.(async (notification) => {
    for (const { messageId, delivery, code } of gateway.reportsOf(notification) ?? [])
      told.push(`${messageId} ${delivery} ${code}`.trim());
  });
  const send = async (end: string, messageId: number) =>
    (await gateway.send({ ...message, to: `+54911555${end}`, messageId })).outcome;
  expect(await send('50026', 1)).toBe('refused');
  expect(await send('50056', 2)).toBe('later');
  expect(await send('50000', 3)).toBe('taken');
  expect(await send('50047', 4)).toBe('taken');
  expect(await send('56666', 5)).toBe('taken');
  await expect.poll(() => told.toSorted()).toEqual(['4 failed 131049', '5 delivered']);
});
