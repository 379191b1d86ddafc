import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { listen, type Listening } from './listen.ts';

const opened: { app: FastifyInstance; listening: Listening }[] = [];
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await Promise.all(opened.splice(0).flatMap(({ app, listening }) => [listening.close(), app.close()]));
});

async function open(port = 0): Promise<{ app: FastifyInstance; listening: Listening }> {
  const app = fastify({ forceCloseConnections: 'idle' });
  app.get('/', () => ({ said: 'yes' }));
  const listening = await listen(app, { PORT: port, HOST: '127.0.0.1' });
  opened.push({ app, listening });
  return { app, listening };
}

function connectTo(port: number): Socket {
  const client = connect({ port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

test.runIf(process.platform === 'linux')(
  'accepts several connections in a turn of the event loop',
  async () => {
    const { app, listening } = await open();
    const many = 64;
    let accepted = 0;
    app.server.on('connection', () => (accepted += 1));
    for (let count = 0; count < many; count += 1) connectTo(listening.port);
    let turns = 0;
    await new Promise<void>((resolve) => {
      const turn = () => {
        if (accepted > 0) turns += 1;
        if (accepted === many) resolve();
        else setImmediate(turn);
      };
      turn();
    });
    expect(turns).toBeLessThan(many / 2);
  },
);

test('answers on every connection', async () => {
  const { listening } = await open();
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const client = connectTo(listening.port);
      client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const [bytes] = (await once(client, 'data')) as [Buffer];
      return bytes.toString();
    }),
  );
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*\{"said":"yes"\}$/);
});

test('ends its connections when it closes, and its port is free', async () => {
  const { app, listening } = await open();
  const idle = Array.from({ length: 20 }, () => connectTo(listening.port));
  await Promise.all(
    idle.map(async (client) => {
      client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(client, 'data');
    }),
  );
  const ended = Promise.all(idle.map((client) => once(client, 'close')));
  await Promise.all([listening.close(), app.close()]);
  await ended;
  const again = await open(listening.port);
  expect((again.app.server.address() as AddressInfo).port).toBe(listening.port);
});

test('refuses a port that a second product listens on', async () => {
  const { listening } = await open();
  const second = open(listening.port);
  await expect(second).rejects.toThrow(ConfigError);
  await expect(second).rejects.toThrow(`another program listens on ${listening.port}`);
});
