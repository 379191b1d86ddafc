import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localDate } from '../../countries/local-time.ts';
import { contract } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { STAFF_ROWS, type StaffCall, type StaffEffect } from '../../contract/rows/staff-rows.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import { payoutTools } from '../loans/payout-desk/testing/orders.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { cash } from '../servicing/payments/testing/credit-tools.ts';
import { moneyTools, why } from '../servicing/payments/testing/money-tools.ts';
import { refundTools } from '../servicing/payments/testing/refund-tools.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../testing/product.ts';

/** One employee alone, a hundred times: the bound of each row holds (docs/access-staff.md). */

const hundred = 100;
const country = 'AR';
/** Its payouts can be stopped: nothing here needs them. */
const idle = 'UY';
const limit = SERVER_ENTRIES[country].fourEyesFrom;

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;
let orders: ReturnType<typeof payoutTools>;
let refunds: ReturnType<typeof refundTools>;
let agent: StaffMember;
let analyst: StaffMember;
let administrator: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  tools = await moneyTools(product);
  orders = payoutTools(product, tools.treasury);
  refunds = refundTools(product, tools.treasury, tools.head);
  [agent, analyst] = [await signInAs(product, 'agent'), await signInAs(product, 'analyst')];
  administrator = await signInAs(product, 'administrator');
});
// A hundred uses may outlast a step-up.
beforeEach(async () => {
  for (const each of [agent, analyst, administrator, tools.treasury, tools.head])
    await each.call('POST /api/staff/step-up/sandbox', { body: {} });
});
afterAll(() => product.close());

async function repeat(times: number, make: (time: number) => Promise<TestAnswer>): Promise<TestAnswer[]> {
  const answers = [];
  for (let time = 0; time < times; time += 1) answers.push(await make(time));
  return answers;
}
const outcomeOf = ({ status, body }: TestAnswer): string =>
  body.outcome ?? (status === 200 ? 'done' : body.code);
const countOf = (answers: readonly TestAnswer[], outcome: string): number =>
  answers.filter((answer) => outcomeOf(answer) === outcome).length;

const idOf = async ({ documentNumber }: Borrower): Promise<string> => {
  const { id } = await product.deps.db
    .selectFrom('customer')
    .select('id')
    .where('document_number', '=', documentNumber)
    .executeTakeFirstOrThrow();
  return String(id);
};

/** Money, loans, contacts, settings and access, as they are stored. */
async function stored(): Promise<object> {
  const { db } = product.deps;
  return {
    entries: await db
      .selectFrom('ledger_entry')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute(),
    payouts: await db
      .selectFrom('disbursement')
      .select(['reference', 'state'])
      .orderBy('reference')
      .execute(),
    refunds: await db.selectFrom('credit_refund').selectAll().execute(),
    loans: await db.selectFrom('loan').select(['id', 'state']).orderBy('id').execute(),
    contacts: await db
      .selectFrom('customer')
      .select(['id', 'email', 'cellphone', 'last_name'])
      .orderBy('id')
      .execute(),
    settings: await db.selectFrom('setting').selectAll().orderBy('name').execute(),
    people: await db.selectFrom('staff_member').select(['id', 'roles', 'countries']).orderBy('id').execute(),
  };
}

type Attempt = (time: number) => Promise<TestAnswer>;

async function manualPayment(): Promise<Attempt> {
  const one = await borrower(product, country, 3);
  const [file, { books }] = [await tools.evidence(country), await tools.target(one)];
  return (time) =>
    tools.treasury.call('POST /api/staff/money/payments', {
      version: books,
      body: {
        country,
        loan: String(one.loanId),
        source: cash[country],
        bank_reference: `CIEN-${time}`,
        amount: 10,
        paid_on: localDate(product.deps.clock.now(), 'AR'),
        file,
        ...why,
      },
    });
}

async function reversal(): Promise<Attempt> {
  const one = await borrower(product, country, 3);
  await one.payOff();
  const file = await tools.evidence(country);
  const { result } = (await tools.treasury.call('GET /api/staff/money/payments', { query: { country } }))
    .body;
  const paid = result.find(({ loan }: { loan: string }) => loan === String(one.loanId));
  return () =>
    tools.treasury.call('POST /api/staff/money/payments/{id}/reverse', {
      params: { id: paid.id },
      version: paid.books,
      body: { file, reason_code: 'charged-back', reason: 'El banco la rechazó' },
    });
}

async function returnToPayer(): Promise<Attempt> {
  const file = await tools.evidence(country);
  const waiting: string[] = [];
  for (let time = 0; time < hundred; time += 1) waiting.push(await tools.waitingMoney(country, 10));
  return (time) =>
    tools.treasury.call('POST /api/staff/money/unmatched/{id}/return', {
      params: { id: waiting[time] ?? '' },
      version: 1,
      body: { bank_reference: `VUELVE-${time}`, file, reason_code: 'not-ours', reason: 'No es de nadie' },
    });
}

async function refund(): Promise<Attempt> {
  const { one, account } = await refunds.withCredit(country);
  return () => refunds.ask(one, account, 1);
}

async function settlePayout(): Promise<Attempt> {
  const made = await orders.unknownOrder(country);
  const file = await orders.receiptOf(tools.treasury, country);
  const { version, answers } = await made.order();
  return () =>
    tools.treasury.call('POST /api/staff/pay-outs/{id}/settle', {
      params: { id: made.loanId },
      version,
      body: {
        outcome: 'not-paid',
        receipt_code: '',
        file,
        answer: answers[0].id,
        reason_code: 'statement',
        reason: 'Según el banco',
      },
    });
}

async function controlOf(): Promise<{ version: number }> {
  const { body } = await tools.treasury.call('GET /api/staff/pay-outs', { query: { country: idle } });
  return body.controls.find((each: { country: string }) => each.country === idle);
}

async function cap(): Promise<Attempt> {
  const { version } = await controlOf();
  return (time) =>
    tools.treasury.call('POST /api/staff/pay-outs/controls/{country}/cap', {
      params: { country: idle },
      version,
      body: { daily_cap: 1_000_000 + time, reason_code: 'funds', reason: 'Hay fondos' },
    });
}

async function resume(): Promise<Attempt> {
  const stopped = await tools.treasury.call('POST /api/staff/pay-outs/controls/{country}/stop', {
    params: { country: idle },
    version: (await controlOf()).version,
    body: { reason_code: 'provider', reason: 'No responde' },
  });
  expect(stopped.status).toBe(200);
  const { version } = await controlOf();
  return () =>
    tools.treasury.call('POST /api/staff/pay-outs/controls/{country}/resume', {
      params: { country: idle },
      version,
      body: { reason_code: 'solved', reason: 'Ya responde' },
    });
}

async function cancellation(what: 'accept' | 'refuse'): Promise<Attempt> {
  const one = await borrower(product, country, 3);
  const asked = await one.person.call('POST /api/v3/cancellation', {
    body: {
      cancellationReasonId: 5,
      cancellationReasonSlug: 'other',
      documentNumber: one.documentNumber,
      otherReason: 'Me arrepentí',
    },
  });
  expect(asked.status).toBe(200);
  const request = await product.deps.db
    .selectFrom('cancellation_request')
    .select(['id', 'version'])
    .where('loan_id', '=', one.loanId)
    .executeTakeFirstOrThrow();
  const reason =
    what === 'accept'
      ? { reason_code: 'entitled', reason: 'Lo pidió en término' }
      : { reason_code: 'not-entitled', reason: 'El plazo ya terminó' };
  return () =>
    agent.call(`POST /api/staff/requests/cancellation/{id}/${what}`, {
      params: { id: String(request.id) },
      version: request.version,
      body: reason,
    });
}

async function correction(what: 'name' | 'email' | 'phone'): Promise<Attempt> {
  const one = await borrower(product, country, 3);
  const params = { id: await idOf(one) };
  const { version } = (await agent.call('GET /api/staff/customers/{id}', { params })).body.result;
  return (time) =>
    agent.call(`POST /api/staff/customers/{id}/${what}`, {
      params,
      version,
      body: {
        ...(what === 'name' ? { first_name: 'Eva', last_name: 'Otra' } : {}),
        ...(what === 'email' ? { email: `ladron-${time}@example.org` } : {}),
        ...(what === 'phone' ? { cellphone: `11449988${10 + (time % 90)}` } : {}),
        reason_code: 'customer_asks',
        reason: 'Lo pidió',
      },
    });
}

async function setting(call: 'money' | 'guarded'): Promise<Attempt> {
  const [by, name, value] =
    call === 'money'
      ? ([analyst, 'payment-methods', 'bank-transfer'] as const)
      : ([administrator, 'whatsapp-support', '5491144998877'] as const);
  const { result } = (await by.call('GET /api/staff/settings', { query: { country } })).body;
  const { version } = result.find((each: { name: string }) => each.name === name);
  return () =>
    by.call(`POST /api/staff/${call}-settings/{country}/{name}`, {
      params: { country, name },
      version,
      body: { value, reason_code: 'business', reason: 'Lo decidió la dirección' },
    });
}

async function access(): Promise<Attempt> {
  const { result } = (await administrator.call('GET /api/staff/people')).body;
  const { version } = result.find((each: { id: string }) => each.id === agent.id);
  return () =>
    administrator.call('POST /api/staff/people/{id}/access', {
      params: { id: agent.id },
      version,
      body: { roles: ['head'], countries: ['AR', 'UY'], reason_code: 'joined', reason: 'Ahora es jefa' },
    });
}

/** Calls that do nothing until a second person approves. */
const ALONE_NOTHING = {
  'POST /api/staff/money/payments': manualPayment,
  'POST /api/staff/money/payments/{id}/reverse': reversal,
  'POST /api/staff/money/unmatched/{id}/return': returnToPayer,
  'POST /api/staff/money/credits/{id}/refund': refund,
  'POST /api/staff/pay-outs/{id}/settle': settlePayout,
  'POST /api/staff/pay-outs/controls/{country}/cap': cap,
  'POST /api/staff/pay-outs/controls/{country}/resume': resume,
  'POST /api/staff/requests/cancellation/{id}/accept': () => cancellation('accept'),
  'POST /api/staff/requests/cancellation/{id}/refuse': () => cancellation('refuse'),
  'POST /api/staff/customers/{id}/name': () => correction('name'),
  'POST /api/staff/customers/{id}/email': () => correction('email'),
  'POST /api/staff/customers/{id}/phone': () => correction('phone'),
  'POST /api/staff/money-settings/{country}/{name}': () => setting('money'),
  'POST /api/staff/guarded-settings/{country}/{name}': () => setting('guarded'),
  'POST /api/staff/people/{id}/access': access,
} as const satisfies Partial<Record<StaffCall, () => Promise<Attempt>>>;

/** Calls with a test of their own, and the frame's: `staff/actions/command.ts` freezes whatever names an approval. */
const ELSEWHERE: Partial<Record<StaffCall, string>> = {
  'POST /api/staff/money/files': 'attacks/treasury-alone.test.ts',
  'POST /api/staff/money/refunds/{id}/settle': 'servicing/payments/refunds/settled.test.ts',
  'POST /api/staff/money/memberships/{id}/waive': 'servicing/memberships/waived.test.ts',
  'POST /api/staff/operation/contradictions/{id}/waive': 'operations/loan-audit/audit.test.ts',
  'POST /api/staff/operation/order-contradictions/{id}/resolve': 'loans/payout-desk/paid-after-all.test.ts',
  'POST /api/staff/pay-outs/{id}/above-cap': 'loans/payout-desk/above-cap.test.ts',
  'POST /api/staff/requests/withdrawal/{id}/accept': 'rights/requests/requests.test.ts',
  'POST /api/staff/requests/erasure/{id}/accept': 'rights/requests/requests.test.ts',
};

describe('a hundred times', () => {
  test.each(Object.entries(ALONE_NOTHING) as [StaffCall, () => Promise<Attempt>][])(
    '%s does nothing',
    async (key, prepare) => {
      const attempt = await prepare();
      const before = await stored();
      const answers = await repeat(hundred, attempt);
      const { daily, approval }: Endpoint = contract[key];
      expect(approval).toBeDefined();
      const most = Math.min(hundred, daily?.everybody ?? hundred);
      expect(answers.map(outcomeOf)).toEqual([
        ...Array.from({ length: most }, () => 'pending_approval'),
        ...Array.from({ length: hundred - most }, () => 'daily_limit'),
      ]);
      expect(await stored()).toEqual(before);
    },
  );

  test('matches of one person stay below the limit', async () => {
    const [one, other] = [await borrower(product, country, 3), await borrower(product, country, 3)];
    const units = limit / 10 - 1;
    const answers = await repeat(hundred, async (time) => {
      const id = await tools.waitingMoney(country, units);
      const target = time % 2 === 0 ? one : other;
      const { version } = await tools.found(id);
      const { books } = await tools.target(target);
      return tools.treasury.call('POST /api/staff/money/unmatched/{id}/match', {
        params: { id },
        version,
        body: { loan: String(target.loanId), books, ...why },
      });
    });
    const alone = countOf(answers, 'done') * units;
    expect(alone).toBeGreaterThan(0);
    expect(alone).toBeLessThan(limit);
    expect(countOf(answers, 'done') + countOf(answers, 'pending_approval')).toBe(hundred);
  });

  test('releases of one person stay below the limit, together with matches', async () => {
    // Another person: the first one has matched up to the limit.
    const { head } = tools;
    const made = await orders.confirmed(country);
    const { amount } = await made.order();
    const answers = await repeat(hundred, async () => {
      const { version, is_on_hold: isOnHold } = await made.order();
      if (isOnHold !== true)
        await head.call('POST /api/staff/pay-outs/{id}/hold', {
          params: { id: made.loanId },
          version,
          body: { reason_code: 'account-doubt', reason: 'Miremos' },
        });
      return head.call('POST /api/staff/pay-outs/{id}/release', {
        params: { id: made.loanId },
        version: (await made.order()).version,
        body: { reason_code: 'checked', reason: 'Está bien' },
      });
    });
    expect(countOf(answers, 'done') * amount).toBeLessThan(limit);
    expect(countOf(answers, 'pending_approval')).toBeGreaterThan(0);
    expect(new Set(answers.map(outcomeOf))).toEqual(
      amount < limit ? new Set(['done', 'pending_approval']) : new Set(['pending_approval']),
    );
  });

  test('masked data are shown up to the daily limit, each a row of the audit', async () => {
    const params = { id: await idOf(await borrower(product, country, 3)) };
    const answers = await repeat(hundred + 1, () =>
      agent.call('POST /api/staff/customers/{id}/unmask', {
        params,
        body: { field: 'phone', reason_code: 'customer_asks', reason: 'Lo pidió' },
      }),
    );
    expect(answers.slice(-2).map(outcomeOf)).toEqual(['done', 'daily_limit']);
    expect(await auditOf('POST /api/staff/customers/{id}/unmask', agent)).toBe(hundred);
  });

  test('files of lists are taken up to the daily limit', async () => {
    const answers = await repeat(hundred, () =>
      tools.treasury.call('POST /api/staff/lists/{list}/export', { params: { list: 'envios' } }),
    );
    expect(countOf(answers, 'done')).toBeLessThanOrEqual(40);
  });

  test.each([
    ['GET /api/staff/customers/{id}', {}],
    ['GET /api/staff/customers/{id}/timeline', {}],
    ['POST /api/staff/search', { body: { text: '32000001' } }],
  ] as const)('%s leaves a row of the audit each time', async (key, options) => {
    const params = { id: await idOf(await borrower(product, country, 3)) };
    const before = await auditOf(key, agent);
    await repeat(hundred, () => agent.call(key, { params, ...options }));
    expect((await auditOf(key, agent)) - before).toBe(hundred);
  });
});

async function auditOf(action: StaffCall, { id }: StaffMember): Promise<number> {
  const rows = await product.deps.db
    .selectFrom('staff_audit')
    .select('id')
    .where('action', '=', action)
    .where('staff_id', '=', Number(id))
    .execute();
  return rows.length;
}

test('every call that moves money, forgives or changes a contact is tried a hundred times', () => {
  const tried = new Set<string>([
    ...Object.keys(ALONE_NOTHING),
    ...Object.keys(ELSEWHERE),
    'POST /api/staff/money/unmatched/{id}/match',
    'POST /api/staff/pay-outs/{id}/release',
  ]);
  const effects: readonly StaffEffect[] = ['books', 'out', 'forgives', 'contact'];
  const calls = (Object.keys(STAFF_ROWS) as StaffCall[]).filter((key) =>
    effects.includes(STAFF_ROWS[key].effect),
  );
  expect(calls.filter((key) => !tried.has(key))).toEqual([]);
});
