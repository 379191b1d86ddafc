import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../../countries/local-time.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { placeOf } from '../../origination/decision-rules/service.ts';
import { argentine, uruguayan, visitorOf, type Visitor } from '../../origination/leads/testing/visitor.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { decisionShift } from '../figures/service.ts';
import { figureDays } from '../figures/figures.ts';
import { replayDecisions } from './replay.ts';

let product: TestProduct;
let visitor: Visitor;
let audit: ReturnType<typeof auditedWrites>;
let staff: Record<'analyst' | 'head' | 'compliance', StaffMember>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  visitor = visitorOf(product);
  audit = auditedWrites(product);
  staff = {
    analyst: await signInAs(product, 'analyst'),
    head: await signInAs(product, 'head'),
    compliance: await signInAs(product, 'compliance'),
  };
});
afterAll(() => product.close());

const why = { reason_code: 'risk', reason: 'Muchos atrasos este mes' };
type Country = 'AR' | 'UY';

const todayIn = (country: Country) => localDate(product.deps.clock.now(), country);
const documentOf = (number: number, digit: number) => `3033${String(number).padStart(3, '0')}${digit}`;

const signUp = (document: string) =>
  visitor.hashOf({
    ...argentine,
    document_number: document,
    email_address: `reglas${document}@example.com`,
    phone: `115${document.slice(1)}`,
  });
const outcomeOf = async (hash: string) => (await visitor.offerOf(hash)).body.result;

async function versions(country: Country) {
  return (await staff.analyst.call('GET /api/staff/decision-rules', { query: { country } })).body;
}

/** Copies the version in force and edits its rules. @returns the draft as saved */
async function draftOf(country: Country, name: string, change: (rules: object[]) => object[]) {
  const inForce = (await versions(country)).result.find(
    ({ state }: { state: string }) => state === 'in_force',
  );
  const copied = await audit.write(staff.analyst, 'POST /api/staff/decision-rules/{id}/copy', {
    params: { id: inForce.id },
    body: { name },
  });
  const params = { id: copied.body.result.id };
  const draft = (await staff.analyst.call('GET /api/staff/decision-drafts/{id}', { params })).body.result;
  const saved = await audit.write(staff.analyst, 'POST /api/staff/decision-drafts/{id}/save', {
    params,
    version: draft.version,
    body: { rules: change(draft.rules) },
  });
  return saved.body.result;
}

const activate = (draft: { id: string; version: number }, body: object, by = staff.analyst) =>
  by.call('POST /api/staff/decision-drafts/{id}/activate', {
    params: { id: draft.id },
    version: draft.version,
    body: { ...why, share: 100, ...body },
  });
const approve = (id: string, by: StaffMember) =>
  by.call('POST /api/staff/approvals/{id}/approve', { params: { id } });

/** Refuses grades below 5; 4 is left to a person. */
const strict = {
  code: 'low-grade',
  when: [{ fact: 'grade', is: 'below', than: 5 }],
  result: 'refuse',
  margin: 1,
  reason: 'En la central de deudores figuran pagos atrasados.',
  correct: 'Pedile a la entidad que la informó que la corrija.',
};

describe('a version', () => {
  test('with faults is saved, and cannot be activated', async () => {
    const draft = await draftOf('UY', 'uy-mal', (rules) => [
      { ...strict, reason: '' },
      { ...strict, when: [{ fact: 'bureau', is: 'below', than: 3 }] },
      { ...strict, code: 'signups', when: [{ fact: 'document_signups', is: 'above', than: 3 }] },
      ...rules,
    ]);
    expect(draft.findings.map(({ rule, text }: { rule: number; text: string }) => [rule, text])).toEqual([
      [0, 'Falta lo que lee la persona.'],
      [1, 'Otra regla tiene este código.'],
      [1, 'Un dato que es una palabra sólo se compara con «es».'],
      [2, 'Un extraño puede provocar ese dato: la regla deja la solicitud a una persona, no la rechaza.'],
    ]);
    expect((await activate(draft, { valid_from: todayIn('UY') })).body.code).toBe('rules_faults');
    const params = { id: draft.id };
    const effect = await staff.analyst.call('GET /api/staff/decision-drafts/{id}/effect', { params });
    expect(effect.body.code).toBe('rules_faults');
    await audit.write(staff.analyst, 'POST /api/staff/decision-drafts/{id}/discard', {
      params,
      version: draft.version,
      body: { reason: 'Era una prueba' },
    });
  });

  test('shows its effect on last month before two people activate it, and decides from then on', async () => {
    const before = [];
    for (const digit of [3, 4, 8]) before.push(await signUp(documentOf(1, digit)));
    await visitor.hashOf(uruguayan, 'UY');
    const draft = await draftOf('AR', 'ar-estricta', (rules) => [
      ...rules.slice(0, 3),
      strict,
      ...rules.slice(3),
    ]);
    const params = { id: draft.id };
    const effect = await staff.analyst.call('GET /api/staff/decision-drafts/{id}/effect', { params });
    expect(effect.body).toMatchObject({ total: 3, compared: 3, changed: 2, next: '' });
    expect(effect.body.changes).toContainEqual({ from: 'accept bueno-3', to: 'refuse', count: 1 });
    expect(effect.body.changes).toContainEqual({ from: 'accept bueno-4', to: 'review', count: 1 });
    const asked = await audit.write(staff.head, 'POST /api/staff/decision-drafts/{id}/activate', {
      params,
      version: draft.version,
      body: { ...why, share: 100, valid_from: todayIn('AR') },
    });
    expect(asked.body.outcome).toBe('pending_approval');
    // One dishonest employee activates nothing alone.
    expect((await approve(asked.body.approval, staff.head)).body.code).toBe('own_request');
    expect((await approve(asked.body.approval, staff.analyst)).body.code).toBe('permission');
    expect((await outcomeOf(await signUp(documentOf(2, 3)))).max_amount).toBeGreaterThan(0);
    const [pending] = (
      await staff.compliance.call('GET /api/staff/approvals', { query: { state: 'pending' } })
    ).body.result;
    expect(JSON.parse(pending.after)).toMatchObject({ compared: 3, changed: 2 });
    expect((await approve(asked.body.approval, staff.compliance)).status).toBe(200);
    const refused = await outcomeOf(await signUp(documentOf(3, 3)));
    expect(refused).toMatchObject({
      max_amount: null,
      rejection: { consulted: true, waiting: false, reason: strict.reason, correct: strict.correct },
    });
    expect((await outcomeOf(await signUp(documentOf(3, 4)))).rejection).toMatchObject({ waiting: true });
    expect((await outcomeOf(await signUp(documentOf(3, 8)))).max_amount).toBeGreaterThan(0);
    // Earlier decisions keep their offers.
    expect((await outcomeOf(before[0] ?? '')).max_amount).toBeGreaterThan(0);
  });

  test('that changed while an application waits decides nothing about it, and the card says so', async () => {
    const hash = await signUp(documentOf(4, 4));
    const rows = (await staff.analyst.call('GET /api/staff/exceptions')).body.result;
    const draft = await draftOf('AR', 'ar-blanda', (rules) =>
      rules.filter((rule) => !('code' in rule && rule.code === 'low-grade')),
    );
    const asked = await activate(draft, { valid_from: todayIn('AR') });
    expect((await approve(asked.body.approval, staff.compliance)).status).toBe(200);
    expect((await outcomeOf(hash)).rejection.waiting).toBe(true);
    const params = { id: rows.at(-1).id };
    const card = (await staff.analyst.call('GET /api/staff/exceptions/{id}', { params })).body.result;
    expect(card).toMatchObject({ why: 'near-miss', rules: 'ar-estricta', newer_rules: 'ar-blanda' });
    expect((await outcomeOf(await signUp(documentOf(5, 4)))).max_amount).toBeGreaterThan(0);
  });

  test('for a share decides about the same people each time, and is compared in figures', async () => {
    const draft = await draftOf('AR', 'ar-prueba', (rules) => [strict, ...rules]);
    const asked = await activate(draft, { valid_from: todayIn('AR'), share: 50 });
    expect((await approve(asked.body.approval, staff.compliance)).status).toBe(200);
    const sides = { challenged: 0, others: 0 };
    for (let number = 100; number < 112; number += 1) {
      const document = documentOf(number, 3);
      const isChallenged = placeOf('AR', document) < 50;
      for (const hash of [await signUp(document), await signUp(document)])
        expect((await outcomeOf(hash)).max_amount === null).toBe(isChallenged);
      sides[isChallenged ? 'challenged' : 'others'] += 2;
    }
    expect(Math.min(...Object.values(sides))).toBeGreaterThan(0);
    const challenger = (await versions('AR')).result.find(
      ({ state }: { state: string }) => state === 'challenger',
    );
    const params = { id: challenger.id };
    const { result } = (await staff.analyst.call('GET /api/staff/decision-rules/{id}', { params })).body;
    expect(result.sides.find(({ share }: { share: number }) => share === 50)).toMatchObject({
      decisions: sides.challenged,
      accepted: 0,
      refused: sides.challenged,
    });
    const second = await draftOf('AR', 'ar-prueba-2', (rules) => [strict, ...rules]);
    expect((await activate(second, { valid_from: todayIn('AR'), share: 10 })).body.code).toBe(
      'rules_challenger',
    );
  });

  test('ends by two people, and no day is left without rules', async () => {
    const { result } = await versions('AR');
    const end = (id: string, day: string) =>
      staff.analyst.call('POST /api/staff/decision-rules/{id}/end', {
        params: { id },
        version: 1,
        body: { ends_on: day, ...why },
      });
    const of = (state: string) => result.find((row: { state: string }) => row.state === state).id;
    const first = (await versions('UY')).result[0];
    expect((await end(first.id, todayIn('UY'))).body.code).toBe('rules_only');
    expect((await end(of('challenger'), addDays(todayIn('AR'), -1))).body.code).toBe('rules_day');
    const asked = await audit.write(staff.analyst, 'POST /api/staff/decision-rules/{id}/end', {
      params: { id: of('challenger') },
      version: 1,
      body: { ends_on: todayIn('AR'), ...why },
    });
    expect((await approve(asked.body.approval, staff.compliance)).status).toBe(200);
    expect((await versions('AR')).result.map(({ state }: { state: string }) => state)).not.toContain(
      'challenger',
    );
    expect((await end(of('replaced'), todayIn('AR'))).body.code).toBe('rules_over');
  });
});

test('every decision of this file is made again from its facts, by its own version', async () => {
  const { replayed, different } = await replayDecisions(product.deps.db);
  expect(replayed).toBeGreaterThan(30);
  expect(different).toEqual([]);
});

test('the morning’s figures show approvals against the mean, and applicants who changed', async () => {
  const { db, clock } = product.deps;
  const { id: rulesId } = await db
    .selectFrom('decision_rules')
    .select('id')
    .where('country', '=', 'UY')
    .executeTakeFirstOrThrow();
  const add = (days: number, grade: number, approved: boolean) =>
    Array.from({ length: 40 }, () => ({
      country: 'UY' as const,
      inputs: '{}',
      rule: 'bureau-good',
      outcome: JSON.stringify({ approved }),
      rules_id: rulesId,
      facts: JSON.stringify({ age: 40, bureau: 'good', grade }),
      trace: '[]',
      at: new Date(clock.now().getTime() - days * 24 * 3_600_000),
    }));
  await db
    .insertInto('decision')
    .values([...add(20, 8, true), ...add(1, 2, false)])
    .execute();
  // Days that are over have their figures from the daily job.
  await figureDays({ db })[0]?.run({ country: 'UY', date: todayIn('UY') });
  const { body } = await staff.head.call('GET /api/staff/figures', { query: { country: 'UY' } });
  const alarming = body.decisions.drift.map((each: { fact: string; is_alarming: boolean }) => [
    each.fact,
    each.is_alarming,
  ]);
  expect(alarming).toEqual([
    ['age', false],
    ['bureau', false],
    ['grade', true],
  ]);
  const yesterday = body.decisions.rates.find(
    ({ day }: { day: string }) => day === addDays(todayIn('UY'), -1),
  );
  expect(yesterday).toMatchObject({ accepted: 0 });
  expect(yesterday.mean).toBe(1);
  const shift = await decisionShift(db, 'UY', product.deps.clock.now());
  expect(shift.drift).toEqual(body.decisions.drift);
  expect(shift.approvals).toBeLessThan(-0.8);
});

test('every write is in the audit', () => {
  expect(audit.left('/api/staff/decision-')).toEqual([]);
});
