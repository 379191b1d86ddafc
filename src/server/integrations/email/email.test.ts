import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmailGateway } from './port.ts';
import { sandboxEmail } from './sandbox.ts';
import { smtpEmail } from './create.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

const received: Received[] = [];
let isRefusing = false;
let connections = 0;
let open = 0;
/** Letters whose answers are held back, while they are. */
let held: (() => void)[] | undefined;
let server: SMTPServer;
let gateway: EmailGateway;
let connect: (options?: { readonly limitMs?: number }) => EmailGateway;

beforeAll(async () => {
  server = new SMTPServer({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'cuota' && password === 'secreto' ? done(null, { user: username }) : done(new Error('no')),
    onConnect: (_session, done) => {
      connections += 1;
      open += 1;
      done();
    },
    onClose: () => void (open -= 1),
    onRcptTo: (_address, _session, done) => done(isRefusing ? new Error('no such mailbox') : null),
    onData(stream, session, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
        });
        if (held) held.push(done);
        else done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  connect = (options = {}) =>
    smtpEmail(`smtp://cuota:secreto@127.0.0.1:${port}`, 'no-responder@cuota.example', {
      connections: 3,
      ...options,
    });
  gateway = connect();
});
afterAll(async () => {
  gateway.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

const letter = {
  to: 'ana@example.com',
  subject: 'Tu contraseña, señora',
  text: 'Entrá acá: http://ar.localhost/x',
  html: '<p>Entrá acá</p>',
};

const gateways: readonly [string, () => EmailGateway][] = [
  ['SMTP', () => gateway],
  ['the sandbox', sandboxEmail],
];

describe.each(gateways)('%s', (_name, create) => {
  test("takes an e-mail and gives the provider's id", async () => {
    expect(await create().send(letter)).toMatch(/\w/);
  });
});

describe('SMTP over the wire', () => {
  test('carries both forms, authenticated', async () => {
    const id = await gateway.send(letter);
    const last = received.at(-1);
    expect(last).toMatchObject({ from: 'no-responder@cuota.example', to: ['ana@example.com'] });
    expect(last?.raw).toContain(id);
    expect(last?.raw).toMatch(/multipart\/alternative/);
    expect(last?.raw).toMatch(/=\?UTF-8\?/);
    expect(last?.raw).toContain('http://ar.localhost/x');
  });

  test('a recipient never becomes a second recipient or a header', async () => {
    const to = 'ana@example.com, otro@example.com\r\nBcc: tercero@example.com';
    await gateway.send({ ...letter, to }).catch(() => undefined);
    expect(received.flatMap((mail) => mail.to).filter((address) => !address.startsWith('ana@'))).toEqual([]);
    expect(received.at(-1)?.raw).not.toMatch(/^Bcc:/m);
  });

  test('a refusal is a failure', async () => {
    isRefusing = true;
    await expect(gateway.send(letter)).rejects.toThrow('no such mailbox');
    isRefusing = false;
  });

  test('of twenty letters takes few connections, and closes them', async () => {
    const own = connect();
    const [before, openBefore] = [connections, open];
    await Promise.all(Array.from({ length: 20 }, () => own.send(letter)));
    expect(connections - before).toBeLessThanOrEqual(3);
    own.close();
    await expect.poll(() => open).toBeLessThanOrEqual(openBefore);
    await expect(own.send(letter)).rejects.toThrow('closed');
  });

  test('of a server that stops answering fails in time, for those that wait for a connection too', async () => {
    const own = connect({ limitMs: 300 });
    held = [];
    const sent = await Promise.allSettled(Array.from({ length: 8 }, () => own.send(letter)));
    held.forEach((done) => done());
    held = undefined;
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'));
    own.close();
  }, 5_000);
});
