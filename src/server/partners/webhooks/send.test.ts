import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { isReachable, isWebhookUrl, publicLookup } from './addresses.ts';
import { sendWebhook, webhookHeaders } from './send.ts';

/** docs/product/integrations.md#webhooks, against a real receiver on this machine. */

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/avisos`;
}

const outgoing = (url: string) => ({ url, id: 'evt_1', body: '{"type":"lead.changed"}', secrets: [secret] });
const here = { toLoopback: true, timeLimitMs: 400 };

describe('signatures', () => {
  test('the public vector of Standard Webhooks', () => {
    const headers = webhookHeaders(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', secrets: [secret] },
      new Date(1_614_265_330_000),
    );
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('each of two live secrets verifies, another or an altered body does not', () => {
    const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const body = '{"type":"lead.changed"}';
    const headers = webhookHeaders({ id: 'evt_1', body, secrets: [other, secret] }, new Date());
    for (const each of [secret, other]) expect(new Webhook(each).verify(body, headers)).toBeTruthy();
    const third = new Webhook(`whsec_${Buffer.alloc(32, 8).toString('base64')}`);
    expect(() => third.verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
    const old = webhookHeaders({ id: 'evt_1', body, secrets: [secret] }, new Date(Date.now() - 301_000));
    expect(() => new Webhook(secret).verify(body, old)).toThrow('too old');
  });
});

describe('an attempt', () => {
  test('brings body and headers that the receiver verifies', async () => {
    let got: unknown;
    const url = await receiver((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        got = new Webhook(secret).verify(text, request.headers as Record<string, string>);
        response.writeHead(204).end();
      });
    });
    expect(await sendWebhook(outgoing(url), here)).toMatchObject({ status: 204, failure: '' });
    expect(got).toEqual({ type: 'lead.changed' });
  });

  test.each([
    [200, ''],
    [299, ''],
    [400, 'status'],
    [410, 'status'],
    [500, 'status'],
  ])('answered %i is %j', async (status, failure) => {
    const url = await receiver((_request, response) => response.writeHead(status).end());
    expect(await sendWebhook(outgoing(url), here)).toMatchObject({ status, failure });
  });

  test('a redirect is a failure and is not followed', async () => {
    let visits = 0;
    const target = await receiver((_request, response) => {
      visits += 1;
      response.end();
    });
    const url = await receiver((_request, response) => response.writeHead(307, { location: target }).end());
    expect(await sendWebhook(outgoing(url), here)).toMatchObject({ status: 307, failure: 'redirect' });
    expect(visits).toBe(0);
  });

  test('ends in time with a receiver that hangs, and with one that drips its headers', async () => {
    const hangs = await receiver(() => undefined);
    const drips = await receiver((request) => {
      const timer = setInterval(() => request.socket.write('x'), 50);
      request.socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      request.socket.on('close', () => clearInterval(timer));
    });
    for (const url of [hangs, drips]) {
      const attempt = await sendWebhook(outgoing(url), here);
      expect(attempt).toMatchObject({ status: null, failure: 'timeout' });
      expect(attempt.milliseconds).toBeLessThan(1_500);
    }
  });

  test('reads a bounded part of an endless answer', async () => {
    let sent = 0;
    const socket = { isClosed: false };
    const url = await receiver((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!socket.isClosed && response.write(Buffer.alloc(16_384))) sent += 16_384;
      };
      response.on('drain', more);
      response.on('close', () => (socket.isClosed = true));
      more();
    });
    expect(await sendWebhook(outgoing(url), here)).toMatchObject({ status: 200, failure: '' });
    await expect.poll(() => socket.isClosed).toBe(true);
    expect(sent).toBeLessThan(20_000_000);
  });

  test('a closed port and a cut connection are failures', async () => {
    const url = await receiver((request) => void request.socket.destroy());
    expect(await sendWebhook(outgoing(url), here)).toMatchObject({ status: null, failure: 'connection' });
    expect(await sendWebhook(outgoing('http://127.0.0.1:1/'), here)).toMatchObject({ failure: 'connection' });
  });

  test('nothing is sent to this machine without the setting, by address or by name', async () => {
    let visits = 0;
    const url = await receiver((_request, response) => {
      visits += 1;
      response.end();
    });
    const { port } = new URL(url);
    const strict = { ...here, toLoopback: false };
    expect(await sendWebhook(outgoing(url), strict)).toMatchObject({ status: null, failure: 'address' });
    // A name that was public when it was entered and has moved here since.
    const moved = publicLookup(false, (_host, _options, answer) =>
      answer(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '::ffff:127.0.0.1', family: 6 },
      ]),
    );
    const named = { ...outgoing(`https://hooks.example.com:${port}/`) };
    expect(await sendWebhook(named, { ...strict, lookup: moved })).toMatchObject({ failure: 'address' });
    // A resolver that lies: the address that was really connected to decides.
    const lying: LookupFunction = (_host, _options, answer) =>
      answer(null, [{ address: '127.0.0.1', family: 4 }]);
    expect(await sendWebhook(named, { ...strict, lookup: lying })).toMatchObject({ failure: 'address' });
    expect(visits).toBe(0);
  });
});

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'no-address',
  ])('%s is refused', (address) => {
    expect(isReachable(address, false)).toBe(false);
  });

  test.each(['8.8.8.8', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    '%s is reachable',
    (address) => {
      expect(isReachable(address, false)).toBe(true);
    },
  );

  test('the setting allows loopback and nothing else', () => {
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((each) => isReachable(each, true))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['10.0.0.1', '169.254.169.254', 'fc00::1'].filter((each) => isReachable(each, true))).toEqual([]);
  });

  test.each([
    ['https://hooks.example.com/a?b=c', true],
    ['https://hooks.example.com:8443/', true],
    ['https://8.8.8.8/', true],
    ['http://hooks.example.com/', false],
    ['https://user:pass@hooks.example.com/', false],
    ['https://localhost/', false],
    ['https://a.localhost/', false],
    ['https://localhost./', false],
    ['https://a.localhost./', false],
    ['https://db.internal./', false],
    ['https://0177.0.0.1/', false],
    ['https://①②⑦.⓪.⓪.①/', false],
    ['https://hooks.example.com\\@10.0.0.1/', false],
    ['https://hooks.example.com/\u0000', false],
    ['https://hooks.example.com\n.evil.example/', false],
    [' https://hooks.example.com/ ', false],
    ['https://hooks.example.com/\u202Egnp', false],
    ['https://intranet/', false],
    ['https://db.internal/', false],
    ['https://2130706433/', false],
    ['https://0x7f.1/', false],
    ['https://[::1]/', false],
    ['https://[::ffff:127.0.0.1]/', false],
    ['https://169.254.169.254/latest/meta-data', false],
    ['ftp://hooks.example.com/', false],
    ['hooks.example.com', false],
  ])('%s: %s', (url, isAllowed) => {
    expect(isWebhookUrl(url, false)).toBe(isAllowed);
  });
});
