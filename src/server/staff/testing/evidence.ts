import { randomUUID } from 'node:crypto';
import type { CallKey } from '../../../contract/contract.ts';
import type { TestProduct } from '../../testing/product.ts';
import { sendRequest, type TestAnswer } from '../../testing/send-request.ts';
import { approveTyped, consoleUrl, type StaffMember } from './console.ts';

/** Uploads a file to a console call, as its page does. */
export async function sendFile(
  { port }: Pick<TestProduct, 'port'>,
  { cookie }: Pick<StaffMember, 'cookie'>,
  key: CallKey,
  {
    bytes,
    query,
    params = {},
    idempotencyKey,
  }: {
    bytes: Buffer;
    query: Record<string, string>;
    params?: Record<string, string>;
    idempotencyKey?: string;
  },
): Promise<TestAnswer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'archivo');
  const body = new Response(form);
  const type = body.headers.get('content-type') ?? '';
  const content = Buffer.from(await body.arrayBuffer());
  const [method = '', path = ''] = key.split(' ');
  const headers = {
    host: 'consola.example',
    origin: consoleUrl,
    cookie,
    'content-type': type,
    'content-length': String(content.length),
    'idempotency-key': idempotencyKey ?? randomUUID(),
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const address = `${filled}?${new URLSearchParams(query).toString()}`;
  return sendRequest({ port, path: address, method, headers }, content);
}

/** Uploads a settlement file and has a second person approve it. @returns the answer to the approval */
export async function sendSettlementFile(
  product: Pick<TestProduct, 'port'>,
  [uploader, approver]: readonly [StaffMember, StaffMember],
  file: { readonly network: string; readonly bytes: Buffer; readonly name?: string },
): Promise<TestAnswer> {
  const { network, bytes, name = 'rendicion.txt' } = file;
  const query = { network, name };
  const asked = await sendFile(product, uploader, 'POST /api/staff/money/files', { bytes, query });
  if (asked.body.outcome !== 'pending_approval') return asked;
  return approveTyped(approver, asked.body.approval);
}

/** Attaches a receipt and returns the answer with its number. */
export function attach(
  product: Pick<TestProduct, 'port'>,
  by: Pick<StaffMember, 'cookie'>,
  country: string,
  bytes = Buffer.from('%PDF-1.7 comprobante'),
  idempotencyKey?: string,
): Promise<TestAnswer> {
  const query = { country, name: 'comprobante.pdf' };
  const more = idempotencyKey === undefined ? {} : { idempotencyKey };
  return sendFile(product, by, 'POST /api/staff/files', { bytes, query, ...more });
}
