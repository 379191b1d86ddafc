import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { CallKey } from '../../../contract/contract.ts';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import type { CallOptions, TestAnswer, TestProduct } from '../../testing/product.ts';

export const consoleUrl = 'http://consola.example';
const host = 'consola.example';

export interface StaffCallOptions extends Pick<CallOptions, 'params' | 'query' | 'body' | 'headers'> {
  readonly cookie?: string;
  /** Another host than the console's. */
  readonly host?: string;
  readonly version?: number;
}

/** A call as the console's page makes it: its host, its origin, a key of its own. */
export function callConsole(
  product: TestProduct,
  key: CallKey,
  options: StaffCallOptions = {},
): Promise<TestAnswer> {
  const [method = '', pattern = ''] = key.split(' ');
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(options.params?.[name] ?? '0'),
  );
  const query = options.query ? `?${new URLSearchParams(options.query).toString()}` : '';
  const body = method === 'GET' ? undefined : JSON.stringify(options.body ?? {});
  const headers = {
    ...(body === undefined
      ? {}
      : {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          origin: consoleUrl,
        }),
    'idempotency-key': randomUUID(),
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
    ...(options.version === undefined ? {} : { 'if-match': `"${options.version}"` }),
    ...options.headers,
    host: options.host ?? host,
  };
  return new Promise((resolve, reject) => {
    const sent = http.request(
      { host: '127.0.0.1', port: product.port, path: path + query, method, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = response.headers['content-type']?.includes('json') === true;
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(
              Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
            ),
            body: isJson && text !== '' ? JSON.parse(text) : text,
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A signed-in person of the staff. */
export interface StaffMember {
  readonly id: string;
  readonly cookie: string;
  call(key: CallKey, options?: StaffCallOptions): Promise<TestAnswer>;
}

/** The cookie that an answer gave, as the browser sends it back. */
export const cookieOf = (answer: TestAnswer): string =>
  (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** The sandbox's person of a role, on a new session. */
export async function signInAs(product: TestProduct, role: StaffRole): Promise<StaffMember> {
  const answer = await callConsole(product, 'POST /api/staff/sign-in/sandbox', { body: { as_role: role } });
  if (answer.status !== 200) throw new Error(`${role} could not sign in: ${JSON.stringify(answer.body)}`);
  return memberOf(product, answer);
}

export function memberOf(product: TestProduct, answer: TestAnswer): StaffMember {
  const cookie = cookieOf(answer);
  return {
    id: answer.body.result.id,
    cookie,
    call: (key, options = {}) => callConsole(product, key, { cookie, ...options }),
  };
}
