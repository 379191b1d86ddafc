import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type CallKey } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { mayMake, permissionsOf } from '../../../contract/staff/permissions.ts';
import { listMessages } from '../../messages/service.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let agent: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  agent = await signInAs(product, 'agent');
});
afterAll(() => product.close());

const pageKey = 'GET /api/staff/customers/{id}';
const timelineKey = 'GET /api/staff/customers/{id}/timeline';
const why = { reason_code: 'customer_asks', reason: 'Lo pidió por teléfono' };

const idOf = async (one: Borrower) =>
  String(
    (
      await product.deps.db
        .selectFrom('loan')
        .select('customer_id')
        .where('id', '=', one.loanId)
        .executeTakeFirstOrThrow()
    ).customer_id,
  );
const rowOf = (id: string) =>
  product.deps.db.selectFrom('customer').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
const page = async (id: string) => (await agent.call(pageKey, { params: { id } })).body.result;
const audit = (id: string, action: string) =>
  product.deps.db
    .selectFrom('staff_audit')
    .selectAll()
    .where('customer_id', '=', Number(id))
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute();

describe.each(['AR', 'UY'] as const)('%s: the page', (country) => {
  let one: Borrower;
  let id: string;
  beforeAll(async () => {
    one = await borrower(product, country, 3, { isByCalls: true });
    id = await idOf(one);
  });

  test('shows who it is with nothing in clear that was not asked for, and its view is recorded', async () => {
    const row = await rowOf(id);
    const shown = await page(id);
    expect(shown).toMatchObject({ id, country, state: 'active', first_name: 'Ana', version: row.version });
    const text = JSON.stringify(shown);
    for (const secret of [row.document_number, row.cellphone, row.email, row.legal_number].filter(
      (each) => each !== '',
    ))
      expect(text.includes(secret), secret).toBe(false);
    for (const { account } of shown.accounts) expect(account).toMatch(/^•••.{4}$/);
    expect((await audit(id, pageKey))[0]).toMatchObject({ staff_id: Number(agent.id), country });
    const recent = await agent.call('GET /api/staff/recent-customers');
    expect(recent.body.result[0]).toMatchObject({ customer: id, document: shown.document });
  });

  test('has the figures of the borrower’s own pages, to the centavo', async () => {
    await product.advance(45 * 86_400_000);
    agent = await signInAs(product, 'agent');
    const balance = await one.balance();
    const { loans } = await page(id);
    expect(loans).toHaveLength(1);
    const [loan] = loans;
    expect(loan).toMatchObject({
      status: balance.status,
      due_today: balance.total,
      credit: balance.credit,
      shortfall: balance.shortfall,
      next_due_date: balance.next_due_date,
      next_payable_until: balance.next_payable_until,
    });
    const instalments = balance.installments as Record<string, unknown>[];
    expect(loan.instalments.map((each: object) => ({ ...each }))).toEqual(
      instalments.map((each) => ({
        number: each['number'],
        due_date: each['due_date_format'],
        payable_until: each['payable_until_format'],
        state: each['state_name'],
        amount: each['amount'],
        default_interest: each['interest_acum_amount'],
        paid: each['paid'],
        missing: each['missing'],
        days_late: each['days_late'],
        paid_on: each['pay_date_format'],
      })),
    );
    expect(balance.status).toBe('delayed');
    await product.advance(-45 * 86_400_000);
    agent = await signInAs(product, 'agent');
  });

  test('shows each masked thing for a reason, which is recorded without it', async () => {
    const row = await rowOf(id);
    const fields = {
      document: '',
      phone: row.cellphone,
      email: row.email,
      birthdate: '',
      address: '',
    };
    for (const [field, part] of Object.entries(fields)) {
      const answer = await agent.call('POST /api/staff/customers/{id}/unmask', {
        params: { id },
        body: { field, ...why },
      });
      expect([field, answer.status]).toEqual([field, 200]);
      expect(answer.body.value).not.toBe('');
      expect(answer.body.value).toContain(part);
      const [entry] = await audit(id, 'POST /api/staff/customers/{id}/unmask');
      expect(entry).toMatchObject({ after: { field }, ...why });
      expect(JSON.stringify(entry)).not.toContain(answer.body.value);
    }
    const { accounts } = await page(id);
    for (const { id: account } of accounts) {
      const answer = await agent.call('POST /api/staff/customers/{id}/unmask', {
        params: { id },
        body: { field: 'account', account, ...why },
      });
      expect(answer.body.value.length).toBeGreaterThan(4);
    }
    const stranger = { field: 'account', account: '999999', ...why };
    const none = await agent.call('POST /api/staff/customers/{id}/unmask', {
      params: { id },
      body: stranger,
    });
    expect(none.status).toBe(404);
    for (const body of [{ field: 'document' }, { field: 'document', ...why, reason: ' ' }])
      expect(
        (await agent.call('POST /api/staff/customers/{id}/unmask', { params: { id }, body })).status,
      ).toBe(422);
  });

  test('shows photos and the agreement, each view recorded, and of nobody else', async () => {
    const { images, loans } = await page(id);
    expect(images.length).toBeGreaterThan(0);
    const key = 'GET /api/staff/customers/{id}/images/{image}';
    const image = images[0].id;
    const answer = await agent.call(key, { params: { id, image } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await audit(id, key)).toHaveLength(1);
    const other = await idOf(await borrower(product, country));
    expect((await agent.call(key, { params: { id: other, image } })).status).toBe(404);
    const agreement = 'GET /api/staff/customers/{id}/loans/{loan}/agreement';
    await expect
      .poll(async () => (await agent.call(agreement, { params: { id, loan: loans[0].id } })).status)
      .toBe(200);
    expect((await agent.call(agreement, { params: { id: other, loan: loans[0].id } })).status).toBe(404);
  });

  test('has everything that happened, newest first, page by page, once each', async () => {
    await agent.call('POST /api/staff/customers/{id}/notes', {
      params: { id },
      body: { text: 'Llamó hoy.' },
    });
    const seen: { id: string; at: string; source: string; text: string; by: string }[] = [];
    let before = '';
    do {
      const { body } = await agent.call(timelineKey, { params: { id }, query: before ? { before } : {} });
      seen.push(...body.result);
      before = body.next;
    } while (before);
    const ids = seen.map((each) => each.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(seen.map(({ at }) => at)).toEqual(
      seen
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(seen.map(({ source }) => source))).toEqual(new Set(['event', 'message', 'note', 'staff']));
    expect(seen.find(({ source }) => source === 'note')).toMatchObject({
      text: 'Llamó hoy.',
      by: 'Alicia Atención',
    });
    const messages = seen.filter(({ source }) => source === 'message');
    expect(messages.some(({ text }) => text.includes('Hola Ana'))).toBe(true);
    // No link that opens something, no code.
    for (const { text } of messages)
      expect(text).not.toMatch(/https?:\/\/[^/\s]+\/(?!…)|\b\d{4} es tu clave/);
    const only = await agent.call(timelineKey, { params: { id }, query: { source: 'message' } });
    expect(only.body.result.map((each: { id: string }) => each.id)).toEqual(
      messages.slice(0, 30).map((each) => each.id),
    );
    const counted = await product.deps.db
      .selectFrom('event')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('customer_id', '=', Number(id))
      .executeTakeFirstOrThrow();
    expect(seen.filter(({ source }) => source === 'event')).toHaveLength(Number(counted.count));
  });

  test('a link is shown before it is sent, goes by the existing message and is recorded', async () => {
    const { version } = await page(id);
    for (const [link, channel] of [
      ['login_sms', 'sms'],
      ['login_email', 'email'],
      ['payment', 'email'],
    ] as const) {
      const key = 'GET /api/staff/customers/{id}/links/{link}';
      const shown = (await agent.call(key, { params: { id, link } })).body.result;
      expect(shown).toMatchObject({ channel });
      expect(shown.to).toContain('•••');
      const sent = await agent.call('POST /api/staff/customers/{id}/links/{link}', {
        params: { id, link },
        version,
        body: why,
      });
      expect([link, sent.status]).toEqual([link, 200]);
      const { email, cellphone } = await rowOf(id);
      const message = await newestMessage(product, channel === 'sms' ? cellphone : email);
      expect(message.text.replaceAll(/(https?:\/\/[^/\s]+)\/\S*/g, '$1/…')).toBe(shown.text);
      const action = 'POST /api/staff/customers/{id}/links/{link}';
      expect((await audit(id, action))[0]).toMatchObject({ after: { link }, ...why });
    }
    const prove = (at: Date | null) =>
      product.deps.db
        .updateTable('customer')
        .set({ phone_proved_at: at })
        .where('id', '=', Number(id))
        .execute();
    await prove(null);
    const unproved = { params: { id, link: 'login_sms' }, version, body: why };
    expect((await agent.call('POST /api/staff/customers/{id}/links/{link}', unproved)).body.code).toBe(
      'phone_unproved',
    );
    await prove(product.deps.clock.now());
    const stale = { params: { id, link: 'payment' }, version: version + 7, body: why };
    const late = await agent.call('POST /api/staff/customers/{id}/links/{link}', stale);
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  });
});

describe('who may see whom', () => {
  const reads = [pageKey, timelineKey, 'GET /api/staff/customers/{id}/links/{link}'] as const;
  const writes = (Object.keys(contract) as CallKey[]).filter((key) =>
    key.startsWith('POST /api/staff/customers/'),
  );

  test('a customer of another country does not exist, for any call', async () => {
    const id = await idOf(await borrower(product, 'UY'));
    const { version } = await page(id);
    const { db } = product.deps;
    const set = (countries: string[]) =>
      db.updateTable('staff_member').set({ countries }).where('id', '=', Number(agent.id)).execute();
    await set(['AR']);
    const params = { id, link: 'login_sms', image: 'x', loan: '1' };
    for (const key of reads) expect([key, (await agent.call(key, { params })).status]).toEqual([key, 404]);
    const bodies: Record<string, object> = {
      unmask: { field: 'phone', ...why },
      notes: { text: 'Hola' },
      holds: { ...why, reason_code: 'fraud' },
      '{link}': why,
      end: why,
      name: { first_name: 'Eva', last_name: 'Paz', ...why },
      email: { email: 'eva@example.com', ...why },
      phone: { cellphone: '99123456', ...why },
    };
    const own = writes.filter((key) => mayMake(contract[key] as Endpoint, permissionsOf(['agent'])));
    for (const key of own) {
      const body = bodies[key.split('/').at(-1) ?? ''] ?? {};
      const answer = await agent.call(key, { params, version, body });
      expect([key, answer.status]).toEqual([key, 404]);
    }
    await set(['AR', 'UY']);
  });

  test('every write of the page is audited and names its reasons', () => {
    // A note, the result of a contact and an extended promise are their own reason.
    for (const key of writes.filter(
      (each) => !each.endsWith('/notes') && !/\/(collection|promises)\//.test(each),
    ))
      expect((contract[key] as Endpoint).reasons, key).toBeDefined();
  });
});

describe('a note', () => {
  test('is kept once for one key, and not of a closed account', async () => {
    const id = await idOf(await borrower(product, 'AR'));
    const options = {
      params: { id },
      body: { text: '  Pide que la llamen  ' },
      headers: { 'idempotency-key': `nota-${id}` },
    };
    const key = 'POST /api/staff/customers/{id}/notes';
    const answers = await Promise.all([agent.call(key, options), agent.call(key, options)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { db } = product.deps;
    const notes = await db
      .selectFrom('customer_note')
      .select('text')
      .where('customer_id', '=', Number(id))
      .execute();
    expect(notes).toEqual([{ text: 'Pide que la llamen' }]);
    await db.updateTable('customer').set({ disabled_at: new Date() }).where('id', '=', Number(id)).execute();
    const closed = await agent.call(key, { params: { id }, body: { text: 'Hola' } });
    expect(closed).toMatchObject({ status: 409, body: { code: 'customer_closed' } });
    expect(await listMessages(product.deps, 'nadie@example.com')).toEqual([]);
    expect((await page(id)).state).toBe('disabled');
  });
});
