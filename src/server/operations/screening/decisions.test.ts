import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { STAFF_ROLES, ROLE_PERMISSIONS } from '../../../contract/staff/permissions.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { confirmationOf, payout, signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { screenCountry } from './days.ts';

let product: TestProduct;
let compliance: StaffMember;
let head: StaffMember;
let audit: ReturnType<typeof auditedWrites>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  await screenCountry(product.deps, 'AR');
  [compliance, head] = [await signInAs(product, 'compliance'), await signInAs(product, 'head')];
  audit = auditedWrites(product);
});
afterAll(() => product.close());

interface Held {
  readonly person: Traveller;
  readonly customer: number;
  readonly loanId: string;
  readonly match: string;
}

/** Someone with a listed name confirms, and the payout is tried. */
async function held(): Promise<Held> {
  const { db } = product.deps;
  const person = await signUpAndVerify(product);
  await db
    .updateTable('customer')
    .set({ first_name: 'Jaled', last_name: 'Masri', birthdate: calendarDate('1975-03-14') })
    .where('email', '=', person.email)
    .execute();
  const answer = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const loanId: string = answer.body.result.id;
  const row = await db
    .selectFrom('screening_match as m')
    .innerJoin('loan as l', 'l.customer_id', 'm.customer_id')
    .select(['m.id', 'm.customer_id'])
    .where('l.public_id', '=', loanId)
    .executeTakeFirstOrThrow();
  await payout(product, loanId);
  return { person, customer: row.customer_id, loanId, match: String(row.id) };
}

const orderOf = ({ loanId }: Held) =>
  product.deps.db
    .selectFrom('payout as d')
    .innerJoin('loan as l', 'l.id', 'd.loan_id')
    .select(['d.state', 'd.waits_for'])
    .where('l.public_id', '=', loanId)
    .executeTakeFirstOrThrow();
const holdsOf = ({ customer }: Held) =>
  product.deps.db
    .selectFrom('customer_hold')
    .select(['reason', 'lifted_at'])
    .where('customer_id', '=', customer)
    .execute();
const seen = async (id: string, by = compliance) =>
  (await by.call('GET /api/staff/screening/{id}', { params: { id } })).body.result;
const decide = (what: 'same' | 'other', id: string, version: number, more: object = {}) => ({
  key: `POST /api/staff/screening/{id}/${what}` as const,
  options: {
    params: { id },
    version,
    body: {
      reason_code: what === 'same' ? 'data-agree' : 'namesake',
      reason: 'Comparado con el documento',
      ...more,
    },
  },
});

describe('a match', () => {
  test('lists both sides, and says which countries are covered', async () => {
    const one = await held();
    const { body } = await compliance.call('GET /api/staff/screening');
    expect(body.result.at(-1)).toMatchObject({
      id: one.match,
      person: 'Jaled Masri',
      listed: 'KHALED LISTADO AL-MASRI',
      reasons: ['name', 'birth'],
      state: 'waiting',
    });
    expect(body.lists).toEqual([
      expect.objectContaining({ country: 'AR', is_covered: true, entries: 4 }),
      { country: 'UY', is_covered: false, entries: 0, loaded_at: '', checked_at: '' },
    ]);
    expect(await seen(one.match)).toMatchObject({
      birthdate: '1975-03-14',
      document_number: one.person.documentNumber,
      loans: 1,
      entry: {
        id: 'person-6900001',
        births: ['1975-03-14'],
        names: [
          { text: 'KHALED LISTADO AL-MASRI', weak: false },
          { text: 'Jaled Listado Masri', weak: false },
          { text: 'El Egipcio', weak: true },
        ],
      },
    });
  });

  test('with another person lets the payout go on, once, and is not asked again', async () => {
    const one = await held();
    expect(await orderOf(one)).toEqual({ state: 'planned', waits_for: 'held' });
    const { version } = await seen(one.match);
    const { key, options } = decide('other', one.match, version);
    await audit.write(compliance, key, options);
    await payout(product, one.loanId);
    expect((await orderOf(one)).state).not.toBe('planned');
    expect(await holdsOf(one)).toEqual([]);
    await product.deps.db.deleteFrom('screened_customer').where('customer_id', '=', one.customer).execute();
    await screenCountry(product.deps, 'AR');
    const again = await compliance.call(key, options);
    expect(again).toMatchObject({ status: 409, body: { code: 'match_state' } });
    const { count } = await product.deps.db
      .selectFrom('screening_match')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('customer_id', '=', one.customer)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });

  test('with the same person holds for Compliance once another person approves', async () => {
    const one = await held();
    const { version } = await seen(one.match);
    const { key, options } = decide('same', one.match, version);
    const shown = async () => {
      const { result } = (await head.call('GET /api/staff/pay-outs', { query: { view: 'held' } })).body;
      return result.find(({ loan }: { loan: string }) => loan === one.loanId.slice(0, 8)).waits_for;
    };
    expect(await shown()).toBe('match');
    const asked = await audit.write(compliance, key, options);
    expect(asked.body).toMatchObject({ outcome: 'pending_approval' });
    const contrary = decide('other', one.match, version);
    expect((await compliance.call(contrary.key, contrary.options)).body.code).toBe('already_asked');
    expect(await holdsOf(one)).toEqual([]);
    const approve = (by: StaffMember) =>
      by.call('POST /api/staff/approvals/{id}/approve', { params: { id: asked.body.approval } });
    expect((await approve(compliance)).status).toBe(403);
    const done = await approve(head);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    expect(await holdsOf(one)).toEqual([{ reason: 'compliance', lifted_at: null }]);
    expect(await shown()).toBe('held');
    expect(await seen(one.match)).toMatchObject({ state: 'same', reason_code: 'data-agree' });
    await payout(product, one.loanId);
    expect(await orderOf(one)).toEqual({ state: 'planned', waits_for: 'held' });
  });

  test('is decided on the version that was seen, and by one of two at once', async () => {
    const one = await held();
    const { version } = await seen(one.match);
    const stale = decide('other', one.match, version + 1);
    expect((await compliance.call(stale.key, stale.options)).body.code).toBe('changed_meanwhile');
    const both = decide('other', one.match, version);
    const answers = await Promise.all([compliance, head].map((by) => by.call(both.key, both.options)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test.each(STAFF_ROLES)('is seen by %s only with the permission, in no list and no audit', async (role) => {
    const staff = await signInAs(product, role);
    const may = ROLE_PERMISSIONS[role].includes('holds.compliance');
    const text = async (key: 'GET /api/staff/audit' | 'GET /api/staff/worklist') => {
      const { status, body } = await staff.call(key);
      return status === 200 ? JSON.stringify(body) : '';
    };
    expect((await staff.call('GET /api/staff/screening')).status).toBe(may ? 200 : 403);
    expect((await text('GET /api/staff/audit')).includes('/screening/')).toBe(may);
    const decides = ROLE_PERMISSIONS[role].includes('screening.decide');
    expect((await text('GET /api/staff/worklist')).includes('"matches"')).toBe(decides);
  });

  test('leaves a row of the audit for every write', () => expect(audit.left('/screening')).toEqual([]));
});
