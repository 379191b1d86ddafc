import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from './testing/product.ts';

/** docs/security.md#ledger: what is written once is neither changed nor deleted, nor emptied altogether. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

const writtenOnce = [
  'acceptance',
  'basic_plan',
  'basic_plan_row',
  'certificate_file',
  'collection_file',
  'collection_line',
  'country',
  'dated_value',
  'decision',
  'event',
  'holiday_change',
  'instalment',
  'ledger_entry',
  'ledger_sum',
  'ledger_transaction',
  'legal_text',
  'loan_docket',
  'loan_waiver',
  'membership',
  'membership_end',
  'membership_return',
  'payment',
  'payment_allocation',
  'payment_handling',
  'payment_reversal',
  'payout_batch',
  'payout_result',
  'payout_result_file',
  'plan_change',
  'price_list',
  'price_list_end',
  'referral_discount',
  'referral_reward',
  'schedule_version',
  'schedule_version_row',
  'seal',
  'setting_change',
  'staff_audit',
  'staff_file',
  'staff_money_move',
];

/** Bits of `pg_trigger.tgtype` (PostgreSQL, catalog/pg_trigger.h). */
const bits = { delete: 8, update: 16, truncate: 32 } as const;

test('every table that is written once refuses to be changed, deleted from and emptied', async () => {
  const { rows } = await sql<{ name: string; kinds: number }>`
    select r.relname as name, bit_or(t.tgtype)::int as kinds
    from pg_trigger t join pg_class r on r.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'refuse_change' and t.tgenabled <> 'D' and r.relnamespace = 'public'::regnamespace
    group by 1 order by 1
  `.execute(product.deps.db);
  expect(rows.map(({ name }) => name)).toEqual(writtenOnce);
  for (const { name, kinds } of rows)
    for (const [kind, bit] of Object.entries(bits))
      expect([name, kind, kinds & bit]).toEqual([name, kind, bit]);
});

test.each(writtenOnce)('%s cannot be emptied, with cascade neither', async (name) => {
  const truncate = sql`truncate ${sql.table(name)} cascade`.execute(product.deps.db);
  await expect(truncate).rejects.toThrow(/append-only/);
});
