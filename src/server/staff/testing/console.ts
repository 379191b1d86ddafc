import { randomUUID } from 'node:crypto';
import type { CallKey } from '../../../contract/contract.ts';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import type { CallOptions, TestProduct } from '../../testing/product.ts';
import { sendRequest, type TestAnswer } from '../../testing/send-request.ts';

export const consoleUrl = 'http://consola.example';
const host = 'consola.example';

export interface StaffCallOptions extends Pick<CallOptions, 'params' | 'query' | 'body' | 'headers'> {
  readonly cookie?: string;
  /** Host other than the console's. */
  readonly host?: string;
  readonly version?: number;
}

/** Makes a call as the console's page does: its host and origin, and a new key. */
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
  return sendRequest({ port: product.port, path: path + query, method, headers }, body);
}

/** A signed-in employee. */
export interface StaffMember {
  readonly id: string;
  readonly cookie: string;
  call(key: CallKey, options?: StaffCallOptions): Promise<TestAnswer>;
}

/** Cookie of an answer, as the browser returns it. */
export const cookieOf = (answer: TestAnswer): string =>
  (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** Signs in the sandbox's employee of a role, with a new session. */
export async function signInAs(product: TestProduct, role: StaffRole): Promise<StaffMember> {
  const answer = await callConsole(product, 'POST /api/staff/sign-in/sandbox', { body: { as_role: role } });
  if (answer.status !== 200) throw new Error(`${role} could not sign in: ${JSON.stringify(answer.body)}`);
  return memberOf(product, answer);
}

/** Approves a request with its amount typed, as the page requires for large ones. */
export async function approveTyped(by: StaffMember, id: string): Promise<TestAnswer> {
  const { result = [] } = (await by.call('GET /api/staff/approvals', { query: { state: 'pending' } })).body;
  const { amount = null } = result.find((row: { id: string }) => row.id === id) ?? {};
  const body = amount === null ? {} : { amount };
  return by.call('POST /api/staff/approvals/{id}/approve', { params: { id }, body });
}

export function memberOf(product: TestProduct, answer: TestAnswer): StaffMember {
  const cookie = cookieOf(answer);
  return {
    id: answer.body.result.id,
    cookie,
    call: (key, options = {}) => callConsole(product, key, { cookie, ...options }),
  };
}
