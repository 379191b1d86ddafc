import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A card gateway on loopback that speaks Payway's format to browsers (tokens) and to the server (charges). */
export interface LoopbackGateway {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
  /** What it was asked, preflights of browsers left out. */
  readonly asked: readonly GatewayRequest[];
  /** Answers no request for a token, until called with false. */
  keepSilent(isSilent: boolean): void;
  stop(): Promise<void>;
}

export interface GatewayRequest {
  readonly path: string;
  readonly apikey: unknown;
  /** Of a page in a browser; absent when our server asks. */
  readonly origin: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** What it answered: the token, or the payment's id. */
  readonly gave: string | undefined;
}

/** Refuses security code 999; charges the tokens that it gave, each once, and keeps the cards of customers. */
export async function startCardGateway(): Promise<LoopbackGateway> {
  const [publicKey, privateKey] = [`public-${randomUUID()}`, `private-${randomUUID()}`];
  const asked: GatewayRequest[] = [];
  const unused = new Map<unknown, Record<string, unknown>>();
  const kept = new Map<string, object[]>();
  let isSilent = false;

  function answerTo(path: string, apikey: unknown, body: Record<string, unknown>) {
    const id = randomUUID();
    if (path === '/api/v2/tokens' && apikey === publicKey) {
      if (body['security_code'] === '999')
        return { status: 400, answer: { error_type: 'invalid_request_error' } };
      unused.set(id, body);
      return { status: 201, gave: id, answer: { id, status: 'active' } };
    }
    if (path === '/api/v2/payments' && apikey === privateKey) {
      const card = unused.get(body['token']);
      const status = card && body['bin'] !== undefined ? 'approved' : 'rejected';
      unused.delete(body['token']);
      const customer = body['customer'] as { readonly id: string } | undefined;
      if (card && customer) kept.set(customer.id, [...(kept.get(customer.id) ?? []), storedCard(card)]);
      const details = { ticket: '4', card_authorization_code: '173710' };
      return {
        status: status === 'approved' ? 201 : 402,
        gave: id,
        answer: { id, status, status_details: details },
      };
    }
    const [, user = ''] = /^\/api\/v2\/usersite\/([^/]+)\/cardtokens$/.exec(path) ?? [];
    if (user !== '' && apikey === privateKey)
      return { status: 200, answer: { tokens: kept.get(user) ?? [] } };
    if (path.endsWith('/refunds') && apikey === privateKey)
      return { status: 201, answer: { id, status: 'approved' } };
    return { status: 401, answer: {} };
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { origin } = request.headers;
      const allowed = {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'apikey, content-type',
      };
      if (request.method === 'OPTIONS') return void response.writeHead(204, allowed).end();
      const text = Buffer.concat(chunks).toString();
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      const [path, apikey] = [request.url ?? '', request.headers['apikey']];
      if (isSilent) return void request.socket.destroy();
      const { status, answer, gave } = answerTo(path, apikey, body);
      asked.push({ path, apikey, origin, body, gave });
      response
        .writeHead(status, { ...allowed, 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/api/v2`,
    publicKey,
    privateKey,
    asked,
    keepSilent: (value) => (isSilent = value),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function storedCard(card: Record<string, unknown>): object {
  const number = String(card['card_number']);
  return {
    token: randomUUID(),
    bin: number.slice(0, 6),
    last_four_digits: number.slice(-4),
    expiration_month: card['card_expiration_month'],
    expiration_year: card['card_expiration_year'],
    expired: false,
  };
}
