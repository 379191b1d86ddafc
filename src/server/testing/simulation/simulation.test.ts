import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { templateName } from '../template.ts';
import { LoanModel } from './model/loan.ts';
import { openStage, type Stage } from './product/stage.ts';
import { runStream, streamOf, type Interference } from './run.ts';
import { shrink } from './shrink.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject('databaseUrl'), templateName);
});
afterAll(() => stage.close());
afterEach(() => void vi.restoreAllMocks());

test('300 random commands in both countries leave the product where the model says', async () => {
  const ran = await runStream(stage, streamOf('suite', 300, 8));
  expect(ran.failure?.error.message).toBeUndefined();
  expect(ran.steps).toBe(300);
});

test('the same seed gives the same commands, with the same outcome', async () => {
  expect(streamOf('one', 50, 4)).toEqual(streamOf('one', 50, 4));
  expect(streamOf('one', 50, 4)).not.toEqual(streamOf('other', 50, 4));
  const stream = streamOf('one', 30, 4);
  expect((await runStream(stage, stream)).outcomes).toEqual((await runStream(stage, stream)).outcomes);
});

test('a row that is changed behind the back of the product is found, by few commands', async () => {
  const interference: Interference = {
    async after({ product }) {
      await product.deps.db
        .updateTable('payment_request')
        .set({ state: 'rejected' })
        .where('state', '=', 'paid')
        .execute();
    },
  };
  const stream = streamOf('changed', 60, 2);
  const { failure } = await runStream(stage, stream, interference);
  expect(failure?.error.message).toMatch(/requests › .*the model says "paid", the product "rejected"/);
  if (!failure) return;
  const { stream: shortest } = await shrink(stage, stream, failure, { interference });
  // Confirmed, checked, paid out, asked for, paid.
  expect(shortest.commands).toHaveLength(5);
});

test('a rule of the model that is wrong is found', async () => {
  vi.spyOn(LoanModel.prototype, 'isTaken').mockReturnValue(false);
  const stream = streamOf('lapse', 100, 2);
  const { failure } = await runStream(stage, stream);
  expect(failure?.error.message).toMatch(/the model says .*, the product/);
});

test('a tax point that nobody booked is found by the close of its month', async () => {
  const kinds = ['confirm', 'payout', 'payout', 'payout', 'clock', 'clock', 'clock', 'clock'] as const;
  const commands = kinds.map((kind) => ({ kind, who: 0, pick: 257, share: 0.5 }));
  const interference: Interference = {
    async after({ product }, at) {
      if (at !== 4) return;
      await sql`insert into tax_points (country, loan_id, instalment, kind, base, tax, tax_date, booked_at)
        select country, id, 1, 'interest', 1000, 210, interest_from, ${product.deps.clock.now()} from loan limit 1`.execute(
        product.deps.db,
      );
    },
  };
  const stream = { customers: 2, commands };
  expect((await runStream(stage, stream)).failure?.error.message).toBeUndefined();
  const { failure } = await runStream(stage, stream, interference);
  expect(failure?.error.message).toMatch(
    /^the close of \w\w 2026-03: tax: the model says \d+, the product \d+$/,
  );
});
