import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffRole } from '../../../contract/staff/permissions.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { argentine, uruguayan, visitorOf, type Visitor } from '../../origination/leads/testing/visitor.ts';
import { transaction } from '../../platform/database.ts';
import { eraseContact } from '../../rights/anonymise.ts';
import { newCustomer } from '../../testing/new-customer.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { replayDecisions } from '../decision-rules/replay.ts';
import { exceptionDays } from './days.ts';

let product: TestProduct;
let visitor: Visitor;
let audit: ReturnType<typeof auditedWrites>;
let staff: Record<'analyst' | 'head' | 'compliance', StaffMember>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  visitor = visitorOf(product);
  audit = auditedWrites(product);
  const [analyst, head, compliance] = [await as('analyst'), await as('head'), await as('compliance')];
  staff = { analyst, head, compliance };
});
afterAll(() => product.close());

const as = (role: StaffRole) => signInAs(product, role);
const because = (reason_code: string) => ({ reason_code, reason: 'Lo vimos con la persona' });

/** Runs while the bureau does not answer. */
async function duringOutage<T>(work: () => Promise<T>): Promise<T> {
  const { ports } = product.deps;
  const { bureau } = ports;
  Object.assign(ports, { bureau: { report: () => Promise.reject(new Error('no answer')) } });
  try {
    return await work();
  } finally {
    Object.assign(ports, { bureau });
  }
}

let people = 0;
/** Signs up a new person. @returns the lead's hash */
async function applicant(country: CountryCode = 'AR', given: object = {}): Promise<string> {
  people += 1;
  const number = String(people).padStart(3, '0');
  const body =
    country === 'AR'
      ? {
          ...argentine,
          email_address: `excepcion${number}@example.com`,
          document_number: `3022${number}8`,
          phone: `1150000${number}`,
          ...given,
        }
      : { ...uruguayan, email_address: `excepcion${number}@example.com`, ...given };
  return visitor.hashOf(body, country);
}

const waiting = (country?: CountryCode, given?: object) => duringOutage(() => applicant(country, given));

async function listed(member: StaffMember, query: Record<string, string> = {}) {
  return (await member.call('GET /api/staff/exceptions', { query })).body.result;
}
async function newest(member = staff.analyst) {
  const rows = await listed(member);
  return (await member.call('GET /api/staff/exceptions/{id}', { params: { id: rows.at(-1).id } })).body
    .result;
}

/** Mails to an address, as the sandbox shows them. */
async function mailsTo(address: string): Promise<string[]> {
  const rows = await product.deps.db
    .selectFrom('message')
    .select('id')
    .where('recipient', '=', address)
    .execute();
  return rows.map(({ id }) => String(id));
}

describe('an outage of the bureau', () => {
  test.each(['AR', 'UY'] as const)('leads to a person in %s, who approves less', async (country) => {
    const hash = await waiting(country);
    const { body } = await visitor.offerOf(hash, country);
    expect(body.result).toMatchObject({
      max_amount: null,
      rejection: { waiting: true, consulted: false, reason: '', correct: '' },
    });
    const email = body.result.profile.email;
    const before = await mailsTo(email);
    const card = await newest();
    expect(card).toMatchObject({
      why: 'outage',
      state: 'waiting',
      country,
      newer_rules: '',
      neighbours: null,
    });
    expect(card.trace[0]).toMatchObject({ code: 'bureau-unavailable', values: [{ value: 'unavailable' }] });
    const approve = (amount: number) =>
      staff.analyst.call('POST /api/staff/exceptions/{id}/approve', {
        params: { id: card.id },
        version: card.version,
        body: { amount, ...because('small-risk') },
      });
    expect((await approve(card.lower_max + card.step)).body.code).toBe('exception_amount');
    expect((await approve(card.lower_max - 1)).body.code).toBe('exception_amount');
    await audit.write(staff.analyst, 'POST /api/staff/exceptions/{id}/approve', {
      params: { id: card.id },
      version: card.version,
      body: { amount: card.lower_max, ...because('small-risk') },
    });
    expect((await approve(card.lower_max)).body.code).toBe('changed_meanwhile');
    const after = (await visitor.offerOf(hash, country)).body.result;
    expect(after).toMatchObject({ max_amount: card.lower_max, rejection: null });
    expect((await mailsTo(email)).length).toBe(before.length + 1);
  });

  test('ends by itself when the person applies again and the bureau answers', async () => {
    const hash = await waiting();
    const lead = (await visitor.offerOf(hash)).body.result.profile;
    const card = await newest();
    await applicant('AR', {
      document_number: lead.document_number,
      email_address: lead.email,
      phone: lead.phone,
    });
    const seen = await staff.head.call('GET /api/staff/exceptions/{id}', { params: { id: card.id } });
    expect(seen.body.result).toMatchObject({ state: 'answered' });
    const late = await staff.analyst.call('POST /api/staff/exceptions/{id}/refuse', {
      params: { id: card.id },
      version: card.version,
      body: because('debts'),
    });
    expect(late.body.code).toBe('changed_meanwhile');
  });
});

test.each(['the bureau answers', 'the bureau is away'])(
  'a stranger who applies with the document ends nobody’s application: %s',
  async (bureau) => {
    const hash = await waiting();
    const lead = (await visitor.offerOf(hash)).body.result.profile;
    const card = await newest();
    const given = { document_number: lead.document_number };
    await (bureau === 'the bureau answers' ? applicant('AR', given) : waiting('AR', given));
    expect((await visitor.offerOf(hash)).body.result.rejection.waiting).toBe(true);
    const refuse = (id: string) =>
      staff.analyst.call('POST /api/staff/exceptions/{id}/refuse', {
        params: { id },
        version: card.version,
        body: because('debts'),
      });
    expect((await refuse(card.id)).status).toBe(200);
    // The stranger's own is left to a person too while the bureau is away.
    const left = (await listed(staff.analyst)).map(({ id }: { id: string }) => id);
    expect(left).toHaveLength(bureau === 'the bureau is away' ? 1 : 0);
    for (const id of left) await refuse(id);
  },
);

test('a refusal reads as a general reason and says nothing of the person who decided', async () => {
  const hash = await waiting();
  const card = await newest();
  await audit.write(staff.analyst, 'POST /api/staff/exceptions/{id}/refuse', {
    params: { id: card.id },
    version: card.version,
    body: because('debts'),
  });
  const { rejection } = (await visitor.offerOf(hash)).body.result;
  expect(rejection).toMatchObject({ waiting: false });
  expect(rejection.reason).toContain('no cumple las condiciones');
  expect(rejection.correct).toContain('Ayuda');
});

test('an override takes two people, and never passes the price list', async () => {
  const hash = await waiting();
  const card = await newest();
  const override = (amount: number, by = staff.analyst) =>
    by.call('POST /api/staff/exceptions/{id}/override', {
      params: { id: card.id },
      version: card.version,
      body: { amount, ...because('known-customer') },
    });
  expect((await override(card.override_max + card.step)).body.code).toBe('exception_amount');
  const asked = await audit.write(staff.head, 'POST /api/staff/exceptions/{id}/override', {
    params: { id: card.id },
    version: card.version,
    body: { amount: card.override_max, ...because('known-customer') },
  });
  expect(asked.body.outcome).toBe('pending_approval');
  expect((await visitor.offerOf(hash)).body.result.rejection.waiting).toBe(true);
  const [request] = (await staff.compliance.call('GET /api/staff/approvals', { query: {} })).body.result;
  expect(request.person).toBe(card.person);
  expect(JSON.parse(request.before).fired).toEqual([
    'Central de deudores: no respondió → Lo decide una persona',
  ]);
  // Nobody decides otherwise while it waits.
  const { version } = (
    await staff.analyst.call('GET /api/staff/exceptions/{id}', { params: { id: card.id } })
  ).body.result;
  const refused = await staff.analyst.call('POST /api/staff/exceptions/{id}/refuse', {
    params: { id: card.id },
    version,
    body: because('unclear'),
  });
  expect(refused.body.code).toBe('already_asked');
  const next = (await staff.analyst.call('POST /api/staff/exceptions/next', { body: { held: [] } })).body
    .result;
  expect(next?.id).not.toBe(card.id);
  if (next) await staff.analyst.call('POST /api/staff/exceptions/{id}/release', { params: { id: next.id } });
  const approve = (by: StaffMember) =>
    by.call('POST /api/staff/approvals/{id}/approve', { params: { id: asked.body.approval } });
  // One dishonest employee alone: neither who asked nor who may only ask.
  expect((await approve(staff.head)).body.code).toBe('own_request');
  expect((await approve(staff.analyst)).body.code).toBe('permission');
  expect((await approve(staff.compliance)).status).toBe(200);
  expect((await visitor.offerOf(hash)).body.result).toMatchObject({ max_amount: card.override_max });
  const seen = await staff.analyst.call('GET /api/staff/exceptions/{id}', { params: { id: card.id } });
  expect(seen.body.result).toMatchObject({ state: 'overridden' });
});

test('nobody sees or decides their own application, or that of somebody with their phone', async () => {
  const { db } = product.deps;
  const own = { own_document: '30228888', own_cellphone: '5491150777777', own_email: 'propia@example.com' };
  await db.updateTable('staff_member').set(own).where('id', '=', Number(staff.analyst.id)).execute();
  const close = [
    { document_number: '30228888' },
    { email_address: 'Propia@example.com' },
    { phone: '1150777777' },
  ];
  for (const given of close) {
    await waiting('AR', given);
    const card = await newest(staff.head);
    const ids = (await listed(staff.analyst)).map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(card.id);
    const read = await staff.analyst.call('GET /api/staff/exceptions/{id}', { params: { id: card.id } });
    expect(read.body.code).toBe('own_record');
    const next = await staff.analyst.call('POST /api/staff/exceptions/next', { body: { held: [] } });
    expect(next.body.result?.id).not.toBe(card.id);
    for (const what of ['approve', 'override'] as const) {
      const answer = await staff.analyst.call(`POST /api/staff/exceptions/{id}/${what}`, {
        params: { id: card.id },
        version: card.version,
        body: { amount: card.min_amount, ...because(what === 'approve' ? 'small-risk' : 'known-customer') },
      });
      expect(answer.body.code).toBe('own_record');
    }
    const refused = await staff.head.call('POST /api/staff/exceptions/{id}/refuse', {
      params: { id: card.id },
      version: card.version,
      body: because('unclear'),
    });
    expect(refused.status).toBe(200);
  }
  const nothing = { own_document: '', own_cellphone: '', own_email: '' };
  await db.updateTable('staff_member').set(nothing).where('id', '=', Number(staff.analyst.id)).execute();
});

test('two people get different applications, and one that nobody decides expires', async () => {
  await waiting();
  await waiting();
  const take = async (by: StaffMember) =>
    (await audit.write(by, 'POST /api/staff/exceptions/next', { body: { held: [] } })).body.result;
  const [mine, theirs] = [await take(staff.analyst), await take(staff.head)];
  expect(mine.id).not.toBe(theirs.id);
  const taken = await staff.analyst.call('POST /api/staff/exceptions/{id}/refuse', {
    params: { id: theirs.id },
    version: theirs.version,
    body: because('debts'),
  });
  expect(taken.body.code).toBe('exception_taken');
  await audit.write(staff.head, 'POST /api/staff/exceptions/{id}/release', { params: { id: theirs.id } });
  await product.advance(6 * 24 * 3_600_000);
  staff = { analyst: await as('analyst'), head: await as('head'), compliance: await as('compliance') };
  expect(await listed(staff.analyst)).toEqual([]);
  const [job] = exceptionDays(product.deps);
  const day = { country: 'AR', date: localDate(product.deps.clock.now(), 'AR') } as const;
  // Run twice, as after a kill: the second finds nothing.
  await job?.run(day);
  await job?.run(day);
  const decided = await listed(staff.analyst, { view: 'decided' });
  expect(decided.filter(({ state }: { state: string }) => state === 'expired')).toHaveLength(2);
});

test('nobody decides about a person who was erased meanwhile, and nobody is led to it', async () => {
  const { db } = product.deps;
  await waiting();
  const card = await newest();
  const { id } = await newCustomer(product, 'AR');
  await db
    .updateTable('credit_exception')
    .set({ customer_id: id })
    .where('id', '=', Number(card.id))
    .execute();
  await transaction(db, (tx) => eraseContact(tx, product.deps, id));
  expect((await listed(staff.analyst)).map((row: { id: string }) => row.id)).not.toContain(card.id);
  const next = await staff.analyst.call('POST /api/staff/exceptions/next', { body: { held: [] } });
  expect(next.body.result?.id).not.toBe(card.id);
  const approved = await staff.analyst.call('POST /api/staff/exceptions/{id}/approve', {
    params: { id: card.id },
    version: card.version,
    body: { amount: card.lower_max, ...because('small-risk') },
  });
  expect([404, 409]).toContain(approved.status);
  // A renewal asked for at sign-up may have brought an offer of its own.
  const offered = db
    .selectFrom('offer as o')
    .innerJoin('decision as d', 'd.id', 'o.decision_id')
    .select('o.id')
    .where('o.customer_id', '=', id)
    .where('d.rule', '=', 'manual-lower');
  expect(await offered.execute()).toEqual([]);
});

test('every decision is made again from its stored facts', async () => {
  const { replayed, different } = await replayDecisions(product.deps.db);
  expect(replayed).toBeGreaterThan(10);
  expect(different).toEqual([]);
});

test('every write is in the audit', () => {
  expect(audit.left('/api/staff/exceptions')).toEqual([]);
});
