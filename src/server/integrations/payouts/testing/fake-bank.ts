import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromUnits } from '../../../../domain/money.ts';
import { example } from '../../testing/example.ts';
import type { PayoutOrder } from '../port.ts';

/** The customer's own number of the tax office. */
export const own = '27301112228';
let count = 0;

/** An order under a reference of its own. */
export function newOrder(more: Partial<PayoutOrder> = {}): PayoutOrder {
  count += 1;
  return {
    reference: String(100_000_000_000_000 + count),
    amount: fromUnits('150000.50'),
    currency: 'ARS',
    holder: 'Ana "La Primera"; Pérez',
    legalNumber: own,
    bankId: '285',
    destination: '2850590940090418135201',
    description: 'Prestamo Wayni',
    ...more,
  };
}

/**
 * A stand-in that speaks the bank's wire (docs/product/providers.md#bank-transfers) and keeps what it was
 * asked to pay.
 */
export interface FakeBank {
  readonly url: string;
  readonly transfers: Map<string, { status: string; request: Record<string, unknown> }>;
  logins: number;
  /** Whether an earlier login stays valid beside a later one, of another process. */
  keepsLogins: boolean;
  /** Answers a status instead of the next transfer's answer, after having taken it. */
  breakNext: boolean;
  /** Refuses the next transfer with this code. */
  refuseNext: string | undefined;
  close(): void;
}

export async function startBank(): Promise<FakeBank> {
  const transfers: FakeBank['transfers'] = new Map();
  const tokens = new Set<string>();
  const bank: FakeBank = {
    url: '',
    transfers,
    logins: 0,
    keepsLogins: false,
    breakNext: false,
    refuseNext: undefined,
    close: () => server.close(),
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      const answer = (status: number, content: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
      const path = request.url ?? '';
      if (path === '/v1/login/jwt') {
        if (body.username !== 'cuota' || body.password !== 'secreto') return answer(401, {});
        bank.logins += 1;
        const token = `token-${bank.logins}`;
        if (!bank.keepsLogins) tokens.clear();
        tokens.add(token);
        return answer(200, { token, expires_in: 3600 });
      }
      if (!tokens.has(request.headers.authorization?.replace('JWT ', '') ?? ''))
        return answer(401, { code: 'TX001' });
      const account = /^\/v1\/accounts\/(cbu|alias)\/(.+)$/.exec(path);
      if (account)
        return account[2]?.startsWith('9')
          ? answer(409, example('payouts', account[1] === 'cbu' ? 'bind-unknown-cbu' : 'bind-unknown-alias'))
          : answer(200, example('payouts', 'bind-account'));
      const base = '/v1/banks/322/accounts/20-1/owner/transaction-request-types/TRANSFER';
      if (request.method === 'POST' && path === `${base}/transaction-requests`) {
        const id = String(body.origin_id);
        if (!Array.isArray(body.emails)) return answer(409, example('payouts', 'bind-refused'));
        const earlier = transfers.get(id);
        if (earlier)
          return answer(200, {
            ...example('payouts', 'bind-duplicate'),
            id: `T-${id}`,
            status: earlier.status,
          });
        if (bank.refuseNext !== undefined) {
          const code = bank.refuseNext;
          bank.refuseNext = undefined;
          return answer(409, { ...example('payouts', 'bind-refused'), code });
        }
        transfers.set(id, { status: 'IN_PROGRESS', request: body });
        if (bank.breakNext) {
          bank.breakNext = false;
          return answer(502, {});
        }
        return answer(201, { ...example('payouts', 'bind-transfer'), id: `T-${id}`, status: 'IN_PROGRESS' });
      }
      const id = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : '';
      const found = transfers.get(id);
      return found
        ? answer(200, {
            ...example('payouts', 'bind-transfer'),
            id: `T-${id}`,
            status: found.status,
            transaction_ids: [`R-${id}`],
          })
        : answer(409, example('payouts', 'bind-unknown-transfer'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(bank, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
}
