import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_JOBS, WORK_QUEUES } from '../../../contract/staff/operation.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { transaction } from '../../platform/database.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { dailyJobs, jobKinds, rowQueues } from '../../worker.ts';

let product: TestProduct;
let treasury: StaffMember;
let head: StaffMember;
let audit: ReturnType<typeof auditedWrites>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  audit = auditedWrites(product);
}, 60_000);
afterAll(() => product.close());

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: 20_000 }).toBe(true);
}

const retries = { reason_code: 'cause-gone', reason: 'El proveedor volvió' };
const drops = { reason_code: 'not-needed', reason: 'Ya se arregló a mano' };
type Listed = Record<string, never> & { id: string; queue: string; version: number };

const failedList = async (query: Record<string, string> = {}, by = treasury): Promise<Listed[]> =>
  (await by.call('GET /api/staff/operation/failed', { query })).body.result;
const find = async (queue: string, id: string) =>
  (await failedList()).find((each) => each.queue === queue && each.id === id);

/** A job that was tried for the last time. */
async function failedJob(name: string, data: object, message: string): Promise<string> {
  const { db, jobs } = product.deps;
  // Far in the future: no worker takes it before it has failed.
  await transaction(db, (tx) => jobs.send(tx, name, data, { afterSeconds: 90_000 }));
  const { rows } = await sql<{ id: string }>`
    update jobs.job set state = 'failed', completed_on = clock_timestamp(), retry_count = retry_limit,
      output = jsonb_build_object('message', ${message}::text)
    where name = ${name} and state = 'created' and start_after > now() + interval '1 day' returning id
  `.execute(db);
  return rows[0]?.id ?? '';
}

async function failedMessage(country: CountryCode): Promise<string> {
  const one = await borrower(product, country);
  const { db } = product.deps;
  const { rows } = await sql<{ id: number }>`
    update message set state = 'failed', given_up_at = now(), due_at = null, tries = 15, sent_at = null,
      failure = 'Error: connect ETIMEDOUT'
    where id = (select max(m.id) from message m join customer c on c.id = m.customer_id
      where c.document_number = ${one.documentNumber} and m.body is not null) returning id
  `.execute(db);
  return String(rows[0]?.id ?? '');
}

test('the contract names every kind of work and of daily work', () => {
  const names = [
    ...jobKinds(product.deps).map(({ name }) => name),
    ...rowQueues.flatMap(({ name, columns }) => (columns.givenUpAt ? [name] : [])),
  ];
  expect(names.toSorted()).toEqual([...WORK_QUEUES].toSorted());
  expect(
    dailyJobs(product.deps)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...DAY_JOBS].toSorted());
});

describe('work that was given up', () => {
  test('is listed with its cause and without what a person has typed, retried once and done', async () => {
    const id = await failedJob(
      'send-link',
      {
        kind: 'email',
        country: 'AR',
        to: 'ana@correo.example',
        baseUrl: 'http://x',
        requestId: 'r1',
        redirectTo: '',
        address: '',
      },
      'Error: ana@correo.example was refused by 10.20.30.40',
    );
    const row = await find('send-link', id);
    expect(row).toMatchObject({ money: false, country: 'AR', cause: 'Error: [mail] was refused by #' });
    const data = JSON.parse(row!['data'] ?? '{}') as Record<string, string>;
    expect(data).toMatchObject({ kind: 'email', country: 'AR', to: '•••', address: '•••' });
    const asked = { params: { queue: 'send-link', id }, version: row!.version, body: retries };
    const key = { 'idempotency-key': 'same-retry-key-0001' };
    await audit.write(treasury, 'POST /api/staff/operation/failed/{queue}/{id}/retry', {
      ...asked,
      headers: key,
    });
    // The answer was lost: the same again is the same answer, and nothing happens twice.
    const repeated = await treasury.call('POST /api/staff/operation/failed/{queue}/{id}/retry', {
      ...asked,
      headers: key,
    });
    expect(repeated.body.messages).toEqual(['Se vuelve a intentar ahora.']);
    // Somebody else who still sees it is told who was faster.
    const late = await head.call('POST /api/staff/operation/failed/{queue}/{id}/drop', {
      ...asked,
      body: drops,
    });
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(/ya se ocupó de esta tarea/);
    const { db } = product.deps;
    await until(async () => {
      const { rows } = await sql<{
        state: string;
      }>`select state from jobs.job where id = ${id}::uuid`.execute(db);
      return rows[0]?.state === 'completed';
    });
    expect(await find('send-link', id)).toBeUndefined();
  });

  test('is dropped by one person where no money depends on it, by two where it does', async () => {
    const image = await failedJob('clean-up-image', { imageId: 'i1' }, 'Error: store is away');
    const seen = await find('clean-up-image', image);
    await audit.write(treasury, 'POST /api/staff/operation/failed/{queue}/{id}/drop', {
      params: { queue: 'clean-up-image', id: image },
      version: seen!.version,
      body: drops,
    });
    expect(await find('clean-up-image', image)).toBeUndefined();

    const id = await failedJob('wallet-notification', { paymentId: 'p-1' }, 'Error: provider is away');
    const row = await find('wallet-notification', id);
    expect(row).toMatchObject({ money: true, data: JSON.stringify({ paymentId: 'p-1' }) });
    const asked = { params: { queue: 'wallet-notification', id }, version: row!.version, body: drops };
    expect((await treasury.call('POST /api/staff/operation/failed/{queue}/{id}/drop', asked)).body.code).toBe(
      'two_people',
    );
    await treasury.call('POST /api/staff/step-up/sandbox');
    const waiting = await audit.write(
      treasury,
      'POST /api/staff/operation/failed/{queue}/{id}/drop-money',
      asked,
    );
    expect(waiting.body.outcome).toBe('pending_approval');
    expect(await find('wallet-notification', id)).toMatchObject({ dropped_by: expect.stringMatching(/./) });
    await head.call('POST /api/staff/step-up/sandbox');
    const approve = { params: { id: waiting.body.approval } };
    await audit.write(head, 'POST /api/staff/approvals/{id}/approve', approve);
    expect(await find('wallet-notification', id)).toBeUndefined();
  });

  test('is nobody else’s than of its country, also where its data names none', async () => {
    const { loanId } = await borrower(product, 'AR');
    const id = await failedJob('referral-reward', { loanId }, 'Error: no answer');
    const row = await find('referral-reward', id);
    expect(row).toMatchObject({ country: 'AR', money: true });
    const { db } = product.deps;
    const worksIn = (countries: string[]) =>
      db.updateTable('staff_member').set({ countries }).where('id', '=', Number(treasury.id)).execute();
    await worksIn(['UY']);
    expect(await find('referral-reward', id)).toBeUndefined();
    const asked = { params: { queue: 'referral-reward', id }, version: row!.version };
    const answers = [
      await treasury.call('POST /api/staff/operation/failed/{queue}/{id}/retry', { ...asked, body: retries }),
      await treasury.call('POST /api/staff/operation/failed/{queue}/{id}/drop-money', {
        ...asked,
        body: drops,
      }),
    ];
    await worksIn(['AR', 'UY']);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('is not tried again while a second person decides whether to drop it', async () => {
    const id = await failedJob('wallet-notification', { paymentId: 'p-2' }, 'Error: provider is away');
    const row = await find('wallet-notification', id);
    const asked = { params: { queue: 'wallet-notification', id }, version: row!.version };
    const waiting = await treasury.call('POST /api/staff/operation/failed/{queue}/{id}/drop-money', {
      ...asked,
      body: drops,
    });
    const retry = () =>
      head.call('POST /api/staff/operation/failed/{queue}/{id}/retry', { ...asked, body: retries });
    expect((await retry()).body.code).toBe('already_asked');
    await head.call('POST /api/staff/approvals/{id}/approve', { params: { id: waiting.body.approval } });
    expect(await retry()).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/ya se ocupó/) },
    });
  });

  test.each(['AR', 'UY'] as const)('a message in %s is sent after all', async (country) => {
    const id = await failedMessage(country);
    const row = await find('send-message', id);
    expect(row).toMatchObject({ country, cause: 'Error: connect ETIMEDOUT', tries: 15, money: false });
    expect(row!['customer']).not.toBe('');
    const { status } = await treasury.call('POST /api/staff/operation/failed/{queue}/{id}/retry', {
      params: { queue: 'send-message', id },
      version: row!.version,
      body: retries,
    });
    expect(status).toBe(200);
    const { db } = product.deps;
    await until(async () => {
      const message = db.selectFrom('message').select('state').where('id', '=', Number(id));
      return (await message.executeTakeFirstOrThrow()).state === 'sent';
    });
  });
});

test('an auditor looks and does nothing; a role taken away ends it', async () => {
  const auditor = await signInAs(product, 'auditor');
  expect((await failedList({}, auditor)).length).toBeGreaterThanOrEqual(0);
  const body = { country: 'AR', ...retries };
  const answer = await auditor.call('POST /api/staff/operation/days/{job}/run', {
    params: { job: 'credits' },
    body,
  });
  expect(answer.body.code).toBe('permission');
  const { db } = product.deps;
  await db
    .updateTable('staff_member')
    .set({ roles: ['agent'] })
    .where('id', '=', Number(treasury.id))
    .execute();
  expect((await treasury.call('GET /api/staff/operation')).body.code).toBe('permission');
  await db
    .updateTable('staff_member')
    .set({ roles: ['treasury'] })
    .where('id', '=', Number(treasury.id))
    .execute();
});

test('every write of these pages left its row of the audit', () => {
  expect(audit.left('/operation/failed')).toEqual([]);
});
