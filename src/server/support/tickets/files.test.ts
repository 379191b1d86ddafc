import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TICKET_FILES } from '../../../contract/tickets.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { sendFile } from '../../staff/testing/evidence.ts';
import { signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { photoWithPlace } from '../../testing/photos.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { cleanUpFile, discardFiles } from './files.ts';
import { ticketsOf } from './testing/tickets.ts';

let product: TestProduct;
let steps: Awaited<ReturnType<typeof ticketsOf>>;
let person: Traveller;
let ticket: Awaited<ReturnType<typeof steps.filed>>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  steps = await ticketsOf(product);
  person = await signUpAndVerify(product);
  ticket = await steps.filed('AR', person);
});
afterAll(() => product.close());

const pdf = Buffer.from('%PDF-1.7\ncomprobante\n%%EOF\n');

const attach = (bytes: Buffer, name: string, by = person, id = ticket.publicId) => {
  const form = new FormData();
  form.append('name', name);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'archivo');
  return product.call('POST /api/v3/tickets/{id}/files', {
    country: by.country,
    token: by.token,
    params: { id },
    form,
  });
};
const opened = (url: string) => product.raw(url, { country: 'AR' });
const customerId = async () =>
  String(
    (
      await product.deps.db
        .selectFrom('customer')
        .select('id')
        .where('email', '=', person.email)
        .executeTakeFirstOrThrow()
    ).id,
  );

test('a photo is re-encoded without its location, encrypted, and read by both sides', async () => {
  const given = await photoWithPlace();
  const answer = await attach(given, 'C:\\fotos\\recibo "final".HEIC.png');
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { file } = answer.body.result.messages.at(-1);
  expect(file).toMatchObject({ name: 'recibo final.HEIC.jpg', type: 'image/jpeg' });
  const shown = await opened(file.url);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
  const bytes = shown.bytes!;
  expect(bytes.includes('CamaraSecreta')).toBe(false);
  const row = await product.deps.db
    .selectFrom('ticket_file')
    .selectAll()
    .where('public_id', '=', file.id)
    .executeTakeFirstOrThrow();
  expect(row.bytes).toBe(bytes.length);
  expect(await steps.seen(ticket.id)).toMatchObject({ awaits_answer: true });
  const agent = await signInAs(product, 'agent');
  const params = { id: await customerId(), file: file.id };
  const seen = await agent.call('GET /api/staff/customers/{id}/ticket-files/{file}', { params });
  expect(seen.status).toBe(200);
  const [audited] = await product.deps.db
    .selectFrom('staff_audit')
    .selectAll()
    .where('action', '=', 'GET /api/staff/customers/{id}/ticket-files/{file}')
    .execute();
  expect(audited).toMatchObject({ staff_id: Number(agent.id), customer_id: Number(params.id) });
  const other = await agent.call('GET /api/staff/customers/{id}/ticket-files/{file}', {
    params: { ...params, id: '999999' },
  });
  expect(other.status).toBe(404);
});

test('a PDF is downloaded as it came; neither its address nor another’s ticket opens to a stranger', async () => {
  const answer = await attach(pdf, 'pago.pdf');
  const { file } = answer.body.result.messages.at(-1);
  expect(file).toMatchObject({ name: 'pago.pdf', type: 'application/pdf', bytes: pdf.length });
  const shown = await opened(file.url);
  expect(shown.headers.get('content-disposition')).toMatch(/^attachment; filename="adjunto-\d+\.pdf"$/);
  expect(shown.bytes!.equals(pdf)).toBe(true);
  expect((await opened(file.url.replace(/signature=./, 'signature=~'))).status).toBe(404);
  expect((await opened(`/api/ticket-files/${file.id}?expires=9999999999999&signature=x`)).status).toBe(404);
  const stranger = await signUpAndVerify(product);
  expect((await attach(pdf, 'pago.pdf', stranger)).status).toBe(404);
  await product.advance(6 * 60_000);
  expect((await opened(file.url)).status).toBe(404);
});

test.each([
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a picture that is a program', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a PDF without an end', Buffer.from('%PDF-1.7 cortado')],
  ['a photo that is none', Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x01])],
])('%s is refused, and nothing is written', async (_what, bytes) => {
  const before = (await steps.seen(ticket.id)).messages.length;
  const answer = await attach(bytes, 'recibo.pdf');
  expect(answer.status).toBe(422);
  expect(answer.body.code).toBe('ticket_file_type');
  expect((await steps.seen(ticket.id)).messages).toHaveLength(before);
});

describe('the staff', () => {
  test('attaches files for the customer, but none for a person without an account', async () => {
    const { agent, filed, own } = steps;
    const send = (id: string, by = agent) =>
      sendFile(product, by, `POST /api/staff/tickets/${id}/files` as 'POST /api/staff/tickets/{id}/files', {
        bytes: pdf,
        query: { name: 'libre deuda.pdf' },
      });
    const answer = await send(ticket.id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const rows = await product.deps.db
      .selectFrom('staff_audit')
      .selectAll()
      .where('action', '=', 'POST /api/staff/tickets/{id}/files')
      .execute();
    expect(rows).toEqual([
      expect.objectContaining({
        staff_id: Number(agent.id),
        subject: `ticket:${ticket.id}`,
        after: { file: 'application/pdf', bytes: pdf.length },
      }),
    ]);
    const shown = (await own(person, ticket.publicId)).body.result;
    expect(shown.unread).toBe(true);
    expect(shown.messages.at(-1)).toMatchObject({ from: 'support', file: { name: 'libre deuda.pdf' } });
    expect((await opened(shown.messages.at(-1).file.url)).status).toBe(200);
    const strangers = await filed('AR');
    expect((await send(strangers.id)).body.code).toBe('ticket_unreachable');
    expect((await send(ticket.id, await signInAs(product, 'auditor'))).body.code).toBe('permission');
  });
});

test('each side attaches so many to a ticket', async () => {
  const own = await signUpAndVerify(product, 'UY');
  const { publicId } = await steps.filed('UY', own);
  for (let count = 0; count < TICKET_FILES; count += 1)
    expect((await attach(pdf, 'pago.pdf', own, publicId)).status).toBe(200);
  const over = await attach(pdf, 'pago.pdf', own, publicId);
  expect(over.status).toBe(409);
  expect(over.body.code).toBe('ticket_files');
});

test('a file without a row is removed, one with a row stays until its customer is erased', async () => {
  const { db, ports } = product.deps;
  const [kept] = await db.selectFrom('ticket_file').select(['storage_key', 'ticket_id']).limit(1).execute();
  await ports.images.put('ticket-orphan.pdf', pdf);
  await cleanUpFile(product.deps, 'ticket-orphan.pdf');
  await cleanUpFile(product.deps, kept!.storage_key);
  expect(await ports.images.get('ticket-orphan.pdf')).toBeUndefined();
  expect(await ports.images.get(kept!.storage_key)).toBeDefined();
  const id = Number(await customerId());
  await transaction(db, (tx) => discardFiles(tx, product.deps, id));
  const left = await db
    .selectFrom('ticket_file')
    .select('id')
    .where('ticket_id', '=', Number(ticket.id))
    .execute();
  expect(left).toEqual([]);
  await cleanUpFile(product.deps, kept!.storage_key);
  expect(await ports.images.get(kept!.storage_key)).toBeUndefined();
});
