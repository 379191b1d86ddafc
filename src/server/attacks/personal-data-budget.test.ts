import { afterAll, beforeAll, expect, test } from 'vitest';
import { flatText } from '../origination/agreements/testing/pdf-text.ts';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { addPerson } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** One employee's reads of customers add up over a day, across all calls. */

let product: TestProduct;
const budget = 6;
const listedBudget = 8;
beforeAll(async () => {
  product = await startProduct({
    settings: {
      CONSOLE_URL: consoleUrl,
      PERSONAL_DATA_DAY: String(budget),
      PERSONAL_DATA_LISTED_DAY: String(listedBudget),
    },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const peopleOf = (count: number) => Promise.all(Array.from({ length: count }, () => addPerson(product)));
const page = (by: StaffMember, id: number) =>
  by.call('GET /api/staff/customers/{id}', { params: { id: String(id) } });

test('pages, searches and shown fields use one budget, and it holds a hundred times', async () => {
  const agent = await signInAs(product, 'agent');
  await agent.call('POST /api/staff/step-up/sandbox', { body: {} });
  const people = await peopleOf(100);
  const answers: number[] = [];
  for (const [index, { id, documentNumber }] of people.entries()) {
    const ways = [
      () => page(agent, id),
      () => agent.call('POST /api/staff/search', { body: { text: documentNumber } }),
      () =>
        agent.call('POST /api/staff/customers/{id}/unmask', {
          params: { id: String(id) },
          body: { field: 'phone', reason_code: 'customer_asks', reason: 'Lo pidió' },
        }),
      () => agent.call('GET /api/staff/customers/{id}/timeline', { params: { id: String(id) } }),
    ];
    answers.push((await ways[index % ways.length]!()).status);
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(budget);
  expect(new Set(answers.slice(budget))).toEqual(new Set([429]));
  // Customers already opened stay readable.
  expect((await page(agent, people[0]!.id)).status).toBe(200);
  // An export of the same customers does not bypass it; the next day starts at zero.
  const compliance = await signInAs(product, 'compliance');
  const { body } = await compliance.call('GET /api/staff/data-views');
  expect(body.budget).toEqual({ opened: budget, listed: listedBudget });
  expect(body.result).toContainEqual(
    expect.objectContaining({ person_id: agent.id, opened: budget, refused: 100 - budget }),
  );
  await product.call('POST /sandbox/clock', { body: { advance: 'P1D' } });
  const rested = await signInAs(product, 'agent');
  expect((await page(rested, people[99]!.id)).status).toBe(200);
  const morning = (await (await signInAs(product, 'compliance')).call('GET /api/staff/data-views')).body
    .result;
  expect(morning).toContainEqual(expect.objectContaining({ person_id: agent.id, refused: 100 - budget }));
});

test('an export beyond the day’s remaining budget is refused whole and writes nothing', async () => {
  const head = await signInAs(product, 'head');
  await head.call('POST /api/staff/step-up/sandbox', { body: {} });
  const { db, clock } = product.deps;
  const people = await peopleOf(listedBudget + 1);
  for (const { id, country } of people)
    await db
      .insertInto('ticket')
      .values({
        public_id: `t-${id}`,
        country,
        customer_id: id,
        kind: 'reclamo',
        subject: 'x',
        content: '',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute();
  const file = () =>
    head.call('POST /api/staff/lists/{list}/export', { params: { list: 'tickets' }, body: {} });
  const rows = () =>
    db
      .selectFrom('staff_audit')
      .select('id')
      .where('action', '=', 'POST /api/staff/lists/{list}/export')
      .execute();
  expect((await file()).body.code).toBe('personal_data_budget');
  expect((await file()).body.code).toBe('personal_data_budget');
  expect(await rows()).toEqual([]);
  const { body } = await head.call('GET /api/staff/data-views');
  expect(body.result).toContainEqual(expect.objectContaining({ person_id: head.id, listed: 0, refused: 2 }));
});

test.each(['AR', 'UY'] as const)(
  '%s: the auditor gets a contract that hides what the masks hide',
  async (country) => {
    const one = await borrower(product, country);
    const { db } = product.deps;
    const person = await db
      .selectFrom('customer as c')
      .innerJoin('loan as l', 'l.customer_id', 'c.id')
      .innerJoin('payout as d', 'd.loan_id', 'l.id')
      .select(['c.id', 'c.email', 'c.document_number', 'c.last_name', 'd.destination'])
      .where('l.id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    await expect
      .poll(
        () =>
          db.selectFrom('loan_docket').select('loan_id').where('loan_id', '=', one.loanId).executeTakeFirst(),
        {
          timeout: 15_000,
        },
      )
      .toBeDefined();
    const read = async (role: 'auditor' | 'compliance') => {
      const reader = await signInAs(product, role);
      const params = { id: String(person.id), loan: String(one.loanId) };
      return reader.call('GET /api/staff/customers/{id}/loans/{loan}/agreement', { params });
    };
    const [masked, whole] = [await read('auditor'), await read('compliance')];
    expect([masked.status, whole.status]).toEqual([200, 200]);
    const [hidden, shown] = [masked, whole].map(({ bytes }) => flatText(bytes ?? Buffer.alloc(0))) as [
      string,
      string,
    ];
    const digits = (text: string) => text.replaceAll(/[^\dA-Za-z@]/g, '');
    for (const secret of [person.email, person.document_number, person.destination].filter(
      (each) => each !== '',
    )) {
      expect(digits(shown)).toContain(digits(secret));
      expect(digits(hidden)).not.toContain(digits(secret));
    }
    expect(digits(shown)).toContain('Corrientes1234');
    expect(digits(hidden)).not.toContain('Corrientes1234');
    expect(hidden).toContain(person.last_name);
    expect(masked.headers.get('x-document-sha256')).toBeNull();
  },
);

test('reads at once see no more than reads one after the other', async () => {
  const people = await peopleOf(30);
  const reads: ((by: StaffMember, one: (typeof people)[number]) => ReturnType<StaffMember['call']>)[] = [
    (by, { id }) => page(by, id),
    (by, { documentNumber }) => by.call('POST /api/staff/search', { body: { text: documentNumber } }),
  ];
  for (const read of reads) {
    await product.call('POST /sandbox/clock', { body: { advance: 'P1D' } });
    const agent = await signInAs(product, 'agent');
    const answers = await Promise.all(people.map((one) => read(agent, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(budget);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  }
});

test('names and parts of addresses lead to no more people than a day has, each masked and logged', async () => {
  const people = await peopleOf(30);
  const { db } = product.deps;
  for (const [index, { id }] of people.entries())
    await db
      .updateTable('customer')
      .set({ first_name: 'Xenia', last_name: `Quiroga${String.fromCodePoint(97 + index)}` })
      .where('id', '=', id)
      .execute();
  await product.call('POST /sandbox/clock', { body: { advance: 'P1D' } });
  const agent = await signInAs(product, 'agent');
  const seen = new Set<string>();
  let texts = 0;
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    const { status, body } = await agent.call('POST /api/staff/search', {
      body: { text: `xen quiroga${letter}` },
    });
    if (status !== 200) break;
    texts += 1;
    for (const hit of body.result) seen.add(hit.customer);
    for (const { documentNumber, email } of people) {
      expect(JSON.stringify(body)).not.toContain(documentNumber);
      expect(JSON.stringify(body)).not.toContain(email);
    }
  }
  expect([texts, seen.size]).toEqual([budget, budget]);
  const audited = await db
    .selectFrom('staff_audit')
    .select('after')
    .where('staff_id', '=', Number(agent.id))
    .where('action', '=', 'POST /api/staff/search')
    .execute();
  expect(JSON.stringify(audited)).not.toContain('quiroga');
});

test.each([
  '%%%%',
  '____',
  '\\',
  '´´´',
  'á̀̂'.repeat(60),
  'a '.repeat(100),
  'a@'.repeat(100),
  `${'a-'.repeat(99)}!`,
  '\u0000',
  '\ud800',
  '(a+)+$',
])('a search for %j is answered at once and finds nobody by accident', async (text) => {
  await product.call('POST /sandbox/clock', { body: { advance: 'P1D' } });
  const [agent, treasury] = [await signInAs(product, 'agent'), await signInAs(product, 'treasury')];
  const answers = [
    await agent.call('POST /api/staff/search', { body: { text } }),
    await treasury.call('POST /api/staff/money/loans/find', { body: { country: 'AR', text } }),
    await agent.call('GET /api/staff/tickets', { query: { text: text.slice(0, 100) } }),
  ];
  for (const { status, body } of answers) {
    expect([200, 422]).toContain(status);
    expect(body.result ?? []).toEqual([]);
  }
});
