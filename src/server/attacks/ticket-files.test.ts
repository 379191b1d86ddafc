import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TICKET_FILES } from '../../contract/tickets.ts';
import { transaction } from '../platform/database.ts';
import { consoleUrl, signInAs } from '../staff/testing/console.ts';
import { sendFile } from '../staff/testing/evidence.ts';
import { lockTicket } from '../support/tickets/change.ts';
import { attachFile, cleanUpFile } from '../support/tickets/files.ts';
import { ticketsOf } from '../support/tickets/testing/tickets.ts';
import { signUpAndVerify, type Traveller } from '../testing/journey.ts';
import { bomb } from '../testing/photos.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';
import { idOf } from './testing/lone.ts';

/** Files of tickets against hostile senders, dishonest employees and bad luck. */

let product: TestProduct;
let steps: Awaited<ReturnType<typeof ticketsOf>>;
let person: Traveller;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  steps = await ticketsOf(product);
  person = await signUpAndVerify(product);
});
afterAll(() => product.close());

const pdf = Buffer.from('%PDF-1.7\ncomprobante\n%%EOF\n');
const atOnce = 12;

interface Sent {
  readonly bytes?: Buffer;
  readonly name?: string;
  readonly key?: string;
  readonly by?: Traveller;
}

function attach(id: string, { bytes = pdf, name = 'pago.pdf', key = randomUUID(), by = person }: Sent = {}) {
  const form = new FormData();
  form.append('name', name);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'archivo');
  return product.call('POST /api/v3/tickets/{id}/files', {
    country: by.country,
    token: by.token,
    params: { id },
    form,
    headers: { 'idempotency-key': key },
  });
}
const rowsOf = (id: string) =>
  product.deps.db.selectFrom('ticket_file').selectAll().where('ticket_id', '=', Number(id)).execute();
const opened = (url: string) => product.raw(url, { country: 'AR' });

describe('a name', () => {
  test.each([
    ['../../etc/passwd', 'passwd.pdf'],
    ['a\n/etc/passwd', 'passwd.pdf'],
    ['a\u2028C:\\Windows\\system.ini', 'system.pdf'],
    ['recibo\u202Efdp.exe', 'recibofdp.pdf'],
    ['x"; filename="virus.exe\r\nX-Evil: 1', 'x; filename=virus.exeX-Evil 1.pdf'],
    ['\u200B\u202E', 'archivo.pdf'],
    ['.pdf', 'archivo.pdf'],
    [`a${'😀'.repeat(140)}`, `a${'😀'.repeat(115)}.pdf`],
  ])('%j is shown without path, controls or direction', async (name, shown) => {
    const by = await signUpAndVerify(product);
    const { publicId } = await steps.filed('AR', by);
    const answer = await attach(publicId, { name, by });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { file } = answer.body.result.messages.at(-1);
    expect(file.name).toBe(shown);
    const { headers } = await opened(file.url);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="adjunto-\d+\.pdf"$/);
    expect(headers.get('x-evil')).toBeNull();
  });
});

test('a picture that unfolds beyond its limit is refused, and a page inside a PDF is never shown as one', async () => {
  const by = await signUpAndVerify(product);
  const { id, publicId } = await steps.filed('AR', by);
  const refused = await attach(publicId, { bytes: bomb(60_000), by });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.status).toBeLessThan(500);
  expect(await rowsOf(id)).toEqual([]);
  const page = Buffer.from('%PDF-1.7\n<html><script>alert(document.domain)</script></html>\n%%EOF');
  const { file } = (await attach(publicId, { bytes: page, by })).body.result.messages.at(-1);
  const { headers } = await opened(file.url);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-disposition')).toContain('attachment');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('cache-control')).toMatch(/no-store|private/);
});

test('the same key twelve times at once attaches one file', async () => {
  const by = await signUpAndVerify(product);
  const { id, publicId } = await steps.filed('AR', by);
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: atOnce }, () => attach(publicId, { key, by })));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
    [],
  );
  expect(await rowsOf(id)).toHaveLength(1);
  const params = { id };
  const query = { name: 'libre.pdf' };
  const send = { bytes: pdf, query, params, idempotencyKey: randomUUID() };
  await Promise.all(
    Array.from({ length: atOnce }, () =>
      sendFile(product, steps.agent, 'POST /api/staff/tickets/{id}/files', send),
    ),
  );
  expect(await rowsOf(id)).toHaveLength(2);
});

test('more files at once than a ticket takes leave exactly what it takes', async () => {
  const by = await signUpAndVerify(product);
  const { id, publicId } = await steps.filed('AR', by);
  const answers = await Promise.all(Array.from({ length: atOnce }, () => attach(publicId, { by })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(TICKET_FILES);
  expect(await rowsOf(id)).toHaveLength(TICKET_FILES);
});

test('a full disk refuses for now and leaves nothing; the same key works once there is room', async () => {
  const by = await signUpAndVerify(product);
  const { id, publicId } = await steps.filed('AR', by);
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const put = vi.spyOn(product.deps.ports.images, 'put').mockRejectedValue(full);
  const key = randomUUID();
  expect((await attach(publicId, { key, by })).status).toBe(503);
  expect(await rowsOf(id)).toEqual([]);
  put.mockRestore();
  expect((await attach(publicId, { key, by })).status).toBe(200);
  expect(await rowsOf(id)).toHaveLength(1);
});

test('a process that dies between the file and its row leaves a file that is removed', async () => {
  const by = await signUpAndVerify(product);
  const { id, publicId } = await steps.filed('AR', by);
  const { db, ports } = product.deps;
  const original = ports.images.put.bind(ports.images);
  let stored = '';
  const put = vi.spyOn(ports.images, 'put').mockImplementationOnce(async (key, bytes) => {
    await original(key, bytes);
    stored = key;
    throw new Error('killed');
  });
  expect((await attach(publicId, { by })).status).toBe(500);
  put.mockRestore();
  expect(await ports.images.get(stored)).toBeDefined();
  expect(await rowsOf(id)).toEqual([]);
  const { rows } = await sql<{ data: { storageKey: string } }>`
    select data from jobs.job where name = 'clean-up-ticket-file' and data->>'storageKey' = ${stored}`.execute(
    db,
  );
  expect(rows).toHaveLength(1);
  await cleanUpFile(product.deps, stored);
  expect(await ports.images.get(stored)).toBeUndefined();
});

describe('an employee', () => {
  test('attaches nothing to a ticket of their own, and reads neither its notes nor its files', async () => {
    const by = await signUpAndVerify(product);
    const { id, publicId } = await steps.filed('AR', by);
    const { file } = (await attach(publicId, { by })).body.result.messages.at(-1);
    const colleague = await signInAs(product, 'head');
    const note = { params: { id }, body: { text: 'Sospecha de fraude' } };
    expect((await colleague.call('POST /api/staff/tickets/{id}/notes', note)).status).toBe(200);
    const { agent } = steps;
    const own = (email: string) =>
      product.deps.db
        .updateTable('staff_member')
        .set({ own_email: email })
        .where('id', '=', Number(agent.id))
        .execute();
    await own(by.email.toLowerCase());
    const customer = await idOf(product, by);
    const answers = [
      await agent.call('GET /api/staff/tickets/{id}', { params: { id } }),
      await agent.call('POST /api/staff/tickets/{id}/notes', note),
      await agent.call('GET /api/staff/customers/{id}/ticket-files/{file}', {
        params: { id: customer, file: file.id },
      }),
      await sendFile(product, agent, 'POST /api/staff/tickets/{id}/files', {
        bytes: pdf,
        query: { name: 'libre deuda.pdf' },
        params: { id },
      }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'own_record'));
    expect(await rowsOf(id)).toHaveLength(1);
    await own('');
  });
});

describe('a customer who is erased meanwhile', () => {
  const erase = (by: Traveller) => by.call('POST /api/v3/own-data/erasure', { body: {} });

  test('leaves no file that was still on its way, nor one that the staff sends', async () => {
    const by = await signUpAndVerify(product);
    const { id, publicId } = await steps.filed('AR', by);
    const { images } = product.deps.ports;
    const original = images.put.bind(images);
    const put = vi.spyOn(images, 'put').mockImplementationOnce(async (key, bytes) => {
      await original(key, bytes);
      expect((await erase(by)).body.result.state).toBe('done');
    });
    const answer = await attach(publicId, { by });
    put.mockRestore();
    expect(answer.status).toBe(404);
    expect(await rowsOf(id)).toEqual([]);
    const sent = await sendFile(product, steps.agent, 'POST /api/staff/tickets/{id}/files', {
      bytes: pdf,
      query: { name: 'libre deuda.pdf' },
      params: { id },
    });
    expect(sent.body.code).toBe('ticket_unreachable');
    expect(await rowsOf(id)).toEqual([]);
  });

  test('leaves no file that was stored a moment before', async () => {
    const by = await signUpAndVerify(product);
    const { id, publicId } = await steps.filed('AR', by);
    const { deps } = product;
    let erasing: Promise<unknown> = Promise.resolve();
    await transaction(deps.db, async (tx) => {
      await lockTicket(tx, Number(id));
      const file = { publicId, storageKey: `ticket-${publicId}.pdf`, name: 'pago.pdf', bytes: 3 } as const;
      const more = { type: 'application/pdf', sha256: Buffer.from('x') } as const;
      await attachFile(tx, { ...file, ...more }, { ticketId: Number(id), country: 'AR', at: new Date() });
      erasing = erase(by);
      await vi.waitFor(async () => expect(await waitingForLocks(deps.db)).toBe(1));
    });
    await erasing;
    expect(await rowsOf(id)).toEqual([]);
  });
});
