import { Agent, request as ask } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { refuseEarly } from './early-refusal.ts';
import { securityHeaders } from './security-headers.ts';
import { createServer } from './server.ts';

const many = 300;

let app: FastifyInstance;
let isClosed = false;
let served = 0;
beforeAll(async () => {
  const headers = await securityHeaders({
    isBehindTls: true,
    foreign: { connect: [], script: [], frame: [], style: [], opensPopups: false },
  });
  app = await createServer({
    log: pino({ level: 'silent' }),
    trustProxy: false,
    keepAliveSeconds: 5,
    httpsSites: [],
    certificate: undefined,
    ownHosts: [],
    consoleUrl: undefined,
    headers,
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/api/v3/thing',
    handler: (_request, reply) => {
      served += 1;
      return reply.header('Cache-Control', 'no-store').send({ status: 'success' });
    },
  });
  app.get('/page', () => 'page');
  refuseEarly(app.server, { isClosed: () => isClosed }, headers);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());
beforeEach(() => {
  isClosed = false;
  served = 0;
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly socket: Socket;
}

function call(agent: Agent, path: string, body?: string): Promise<Answer> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const request = ask({ port, host: '127.0.0.1', agent, path, method, headers }, (response) => {
      let text = '';
      const { socket, statusCode: status, headers: given } = response;
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status, headers: given, body: text, socket }));
    });
    request.on('error', reject).end(body);
  });
}

test('has the envelope, when to ask again, and the headers of every other answer', async () => {
  const agent = new Agent({ keepAlive: true });
  const usual = await call(agent, '/api/v3/thing');
  isClosed = true;
  const refused = await call(agent, '/api/v3/thing');
  agent.destroy();
  expect(refused.status).toBe(503);
  expect(JSON.parse(refused.body)).toMatchObject({
    status: 'error',
    code: 'unavailable',
    message: expect.stringMatching(/.{10}/),
    errors: [],
  });
  expect(refused.headers['retry-after']).toBe('2');
  const own = new Set(['date', 'content-length', 'x-request-id', 'retry-after']);
  const shared = ({ headers }: Answer) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)));
  expect(shared(refused)).toEqual(shared(usual));
  expect(shared(refused)).toHaveProperty('content-security-policy');
  expect(refused.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  expect(refused.headers['x-request-id']).not.toBe(usual.headers['x-request-id']);
});

test('leaves pages alone', async () => {
  const agent = new Agent();
  isClosed = true;
  expect((await call(agent, '/page')).status).toBe(200);
});

test.each([
  ['without bodies', undefined],
  ['with bodies that are not read', JSON.stringify({ text: 'x'.repeat(80_000) })],
])('answers hundreds at once, %s, on connections that go on working', async (_what, body) => {
  const agent = new Agent({ keepAlive: true, maxSockets: many });
  const all = () => Promise.all(Array.from({ length: many }, () => call(agent, '/api/v3/thing', body)));
  await all();
  isClosed = true;
  for (const { status } of [...(await all()), ...(await all())]) expect(status).toBe(503);
  expect(served).toBe(many);
  isClosed = false;
  for (const { status } of await all()) expect(status).toBe(200);
  agent.destroy();
});

test('after a first rush only a few in each turn of the event loop, so that accepted calls get on', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: many });
  await Promise.all(Array.from({ length: many }, () => call(agent, '/api/v3/thing')));
  const turns: number[] = [];
  let inTurn = 0;
  let isOver = false;
  const turn = () => {
    turns.push(inTurn);
    inTurn = 0;
    if (!isOver) setImmediate(turn);
  };
  app.server.prependListener('request', () => (inTurn += 1));
  isClosed = true;
  turn();
  await Promise.all(
    Array.from({ length: many }, async () => {
      for (let again = 0; again < 4; again += 1) await call(agent, '/api/v3/thing');
    }),
  );
  isOver = true;
  let sum = 0;
  const afterRush = turns.filter((count) => (sum += count) - count >= many);
  expect(sum).toBe(many * 4);
  expect(Math.max(...afterRush)).toBeLessThan(80);
  agent.destroy();
});
