import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayoutAnswer, PayoutRail } from '../integrations/payouts/port.ts';
import { loanBalance } from './ledger/service.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { claimRows } from '../platform/work/row-queue.ts';
import { payoutRows } from './payout-record.ts';
import type { StepDependencies } from './outgoing-orders/service.ts';
import { takeStep } from './service.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

const finish = 'POST /api/v3/finish-new';

async function customerOf({ email }: Traveller): Promise<number> {
  const { db } = product.deps;
  return (await db.selectFrom('customer').select('id').where('email', '=', email).executeTakeFirstOrThrow())
    .id;
}

async function confirmed(): Promise<{ person: Traveller; publicId: string; loanId: number }> {
  const person = await signUpAndVerify(product);
  const { body } = await person.call(finish, { body: confirmationOf(person) });
  const publicId: string = body.result.id;
  const { id } = await product.deps.db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow();
  return { person, publicId, loanId: id };
}

/** Evidence that the money moved exactly once and nothing was lost. */
async function outcomeOf(loanId: number) {
  const { db } = product.deps;
  const row = await db
    .selectFrom('loan')
    .innerJoin('payout', 'payout.loan_id', 'loan.id')
    .select(['loan.state', 'payout.state as payout', 'reference', 'amount'])
    .where('loan.id', '=', loanId)
    .executeTakeFirstOrThrow();
  const orders = await db
    .selectFrom('sandbox_payout')
    .selectAll()
    .where('reference', '=', row.reference)
    .execute();
  const kinds = await db
    .selectFrom('ledger_transaction')
    .select('kind')
    .where('loan_id', '=', loanId)
    .orderBy('id')
    .execute();
  const ledger = await loanBalance(db, loanId);
  return {
    ...row,
    orders,
    kinds: kinds.map(({ kind }) => kind),
    bank: ledger.get('bank') ?? 0,
    inTransit: ledger.get('disbursement-in-transit'),
  };
}

async function expectPaidOnce(loanId: number): Promise<void> {
  const outcome = await outcomeOf(loanId);
  expect(outcome).toMatchObject({
    state: 'approved',
    payout: 'confirmed',
    inTransit: 0,
    bank: -outcome.amount,
  });
  expect(outcome.orders).toHaveLength(1);
  expect(outcome.kinds).toEqual(['disbursement-requested', 'disbursement-confirmed']);
}

async function finishSteps(loanId: number, deps: StepDependencies = product.deps): Promise<void> {
  for (let step = 0; step < 5; step += 1) await takeStep(deps, loanId, true);
}

function runProgram(order: object): Promise<{ readonly signal: string | null; readonly output: string }> {
  const { databaseUrl, dataDir } = product;
  const program = join(import.meta.dirname, 'payout.test-program.ts');
  const child = spawn(process.execPath, [program, JSON.stringify({ databaseUrl, dataDir, ...order })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (_code, signal) => resolve({ signal, output })));
}

describe('a process killed', () => {
  test('before each statement of the confirmation leaves no half loan, and the next try makes one', async () => {
    const person = await signUpAndVerify(product);
    const order = {
      work: 'confirm',
      customerId: await customerOf(person),
      selectedId: person.offer.max_option.no_membership.id,
    };
    const left = () =>
      product.deps.db.selectFrom('loan').select('id').where('customer_id', '=', order.customerId).execute();
    let kills = 0;
    let statements = 0;
    for (let statement = 1; ; statement += 2) {
      const { signal, output } = await runProgram({ ...order, dieAt: `sql:${statement}` });
      if (signal === null) {
        statements = Number(output);
        break;
      }
      expect(signal).toBe('SIGKILL');
      expect(await left()).toEqual([]);
      kills += 1;
    }
    // The surviving process ran fewer statements than the kill position: all earlier ones were tried.
    expect(Math.floor((statements + 1) / 2)).toBe(kills);
    expect(kills).toBeGreaterThan(1);
    const loans = await left();
    expect(loans).toHaveLength(1);
    await finishSteps(loans[0]!.id);
    await expectPaidOnce(loans[0]!.id);
  }, 60_000);

  test.each([
    ['sql:2', 0],
    ['sql:1', 1],
    ['sql:3', 1],
    ['sql:5', 1],
    ['before-submit', 1],
    ['after-submit', 1],
    ['after-query', 2],
    ['sql:4', 2],
    ['sql:6', 2],
    ['sql:8', 2],
    ['sql:7', 2],
  ])(
    'at %s after %i steps of the payout pays once',
    async (dieAt, stepsBefore) => {
      const { loanId } = await confirmed();
      for (let step = 0; step < stepsBefore; step += 1) await takeStep(product.deps, loanId, true);
      expect((await runProgram({ work: 'step', loanId, dieAt })).signal).toBe('SIGKILL');
      await finishSteps(loanId);
      await expectPaidOnce(loanId);
    },
    20_000,
  );
});

/** A rail with scripted answers and a call count. */
function scriptedRail(answers: Partial<Record<'submit' | 'query', readonly (string | Error)[]>>) {
  const counts = { submit: 0, query: 0 };
  const next = (kind: 'submit' | 'query'): Promise<PayoutAnswer> => {
    const list = answers[kind] ?? ['in-progress'];
    const said = list[Math.min(counts[kind], list.length - 1)];
    counts[kind] += 1;
    if (said instanceof Error) return Promise.reject(said);
    return Promise.resolve({
      state: said as PayoutAnswer['state'],
      providerId: 'p',
      receiptCode: 'R-1',
      reason: '',
    });
  };
  const rail: PayoutRail = { name: 'scripted', submit: () => next('submit'), query: () => next('query') };
  const { deps } = product;
  return {
    counts,
    deps: { ...deps, ports: { ...deps.ports, payouts: { ...deps.ports.payouts, 'bank-transfer': rail } } },
  };
}

describe('a rail that does not say', () => {
  test.each([
    ['unknown', { submit: ['unknown'], query: ['unknown', 'unknown', 'in-progress', 'completed'] }],
    [
      'no answer to the order',
      { submit: [new Error('timed out')], query: ['unknown', 'in-progress', 'completed'] },
    ],
    [
      'no answer to questions',
      { submit: ['in-progress'], query: [new Error('cut off'), new Error('cut off'), 'completed'] },
    ],
  ])('%s: asked again, handed over once, paid once', async (_name, script) => {
    const { loanId } = await confirmed();
    const { counts, deps } = scriptedRail(script);
    for (let step = 0; step < 8; step += 1) await takeStep(deps, loanId, true);
    expect(counts.submit).toBe(1);
    expect(await outcomeOf(loanId)).toMatchObject({ state: 'approved', payout: 'confirmed' });
  });

  test('stays unknown for as long as the rail does, with the loan preapproved and the money in transit', async () => {
    const { loanId } = await confirmed();
    const { counts, deps } = scriptedRail({ submit: ['unknown'], query: ['unknown'] });
    for (let step = 0; step < 8; step += 1) await takeStep(deps, loanId, true);
    expect(counts).toEqual({ submit: 1, query: 6 });
    const outcome = await outcomeOf(loanId);
    expect(outcome).toMatchObject({
      state: 'preapproved',
      payout: 'unknown',
      inTransit: -outcome.amount,
      bank: 0,
    });
    // After about a day of queries staff are alerted, once.
    const { db } = product.deps;
    const alarms = async () =>
      (
        await db
          .selectFrom('event')
          .select('id')
          .where('loan_id', '=', loanId)
          .where('kind', '=', 'pay-out-needs-attention')
          .execute()
      ).length;
    await db.updateTable('payout').set({ tries: 98 }).where('loan_id', '=', loanId).execute();
    const raised = [];
    for (let step = 0; step < 3; step += 1) {
      await takeStep(deps, loanId, true);
      raised.push(await alarms());
    }
    expect(raised).toEqual([0, 1, 1]);
  });
});

describe('workers at the same time', () => {
  test('ten of them on one loan pay once', async () => {
    const { loanId } = await confirmed();
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => takeStep(product.deps, loanId, true)));
    await expectPaidOnce(loanId);
    expect((await outcomeOf(loanId)).orders).toMatchObject([{ submissions: 1 }]);
  });

  test('a step is claimed when it is due and by one worker only', async () => {
    const { loanId } = await confirmed();
    const { db } = product.deps;
    const claim = () => claimRows(db, payoutRows, sql`loan_id = ${loanId}`, 5);
    const claims = await Promise.all(Array.from({ length: 5 }, claim));
    expect(claims.flat()).toEqual([loanId]);
    await takeStep(product.deps, loanId);
    expect(await claim()).toEqual([]);
    await sql`update payout set due_at = now() where loan_id = ${loanId}`.execute(db);
    expect(await claim()).toEqual([loanId]);
  });

  test('one on hold is not claimed', async () => {
    const { loanId } = await confirmed();
    const { db } = product.deps;
    await db.updateTable('payout').set({ is_on_hold: true }).where('loan_id', '=', loanId).execute();
    expect(await claimRows(db, payoutRows, sql`loan_id = ${loanId}`, 5)).toEqual([]);
  });
});

test('the loan of a customer whose account was closed is canceled by the check, and nothing is sent', async () => {
  const { person, loanId } = await confirmed();
  const customerId = await customerOf(person);
  const change = { disabled_at: product.deps.clock.now() };
  await product.deps.db.updateTable('customer').set(change).where('id', '=', customerId).execute();
  await finishSteps(loanId);
  expect(await outcomeOf(loanId)).toMatchObject({ state: 'canceled', payout: 'failed', orders: [] });
});

describe('a payout that fails', () => {
  test('cancels the loan, reverses the ledger, tells the customer, and leaves the offer', async () => {
    const { person, publicId, loanId } = await confirmed();
    const { deps } = scriptedRail({ submit: ['in-progress'], query: ['failed'] });
    for (let step = 0; step < 4; step += 1) await takeStep(deps, loanId, true);
    const outcome = await outcomeOf(loanId);
    expect(outcome).toMatchObject({ state: 'canceled', payout: 'failed', inTransit: 0, bank: 0 });
    expect([...(await loanBalance(product.deps.db, loanId)).values()].every((amount) => amount === 0)).toBe(
      true,
    );
    const inbox = (await product.call('GET /sandbox/messages', { query: { to: person.email } })).body;
    expect(inbox[0].subject).toBe('No pudimos enviarte el dinero');
    const receipt = await person.call('GET /api/v3/transference-receipt/{id}', { params: { id: publicId } });
    expect(receipt.status).toBe(404);
    expect((await person.call(finish, { body: confirmationOf(person) })).status).toBe(200);
  });
});

test('the database refuses a payout of a loan without an acceptance, and a second one', async () => {
  const { db, clock } = product.deps;
  const { loanId } = await confirmed();
  const order = await db
    .selectFrom('payout')
    .selectAll()
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  await expect(
    db
      .insertInto('payout')
      .values({ ...order, reference: '1' })
      .execute(),
  ).rejects.toThrow('payout_pkey');
  const loan = await db.selectFrom('loan').selectAll().where('id', '=', loanId).executeTakeFirstOrThrow();
  const { id: _id, ...copy } = loan;
  const stranger = await db
    .insertInto('loan')
    .values({
      ...copy,
      terms: JSON.stringify(copy.terms),
      rates: JSON.stringify(copy.rates),
      original: JSON.stringify(copy.original),
      public_id: 'nobody-accepted-this',
      state: 'canceled',
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await expect(
    db
      .insertInto('payout')
      .values({ ...order, loan_id: stranger.id, reference: '2' })
      .execute(),
  ).rejects.toThrow('payout_loan_id_fkey');
});
