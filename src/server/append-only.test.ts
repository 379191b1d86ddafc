import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmationOf, signUpAndVerify } from './testing/journey.ts';
import { startProduct, type TestProduct } from './testing/product.ts';

/** docs/security.md#ledger: what is written once is neither changed nor deleted, nor emptied altogether. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

const writtenOnce = [
  'agreed_row',
  'basic_plan',
  'basic_plan_row',
  'certificate_file',
  'collection_file',
  'collection_line',
  'confirmed_data',
  'contact',
  'country',
  'dated_value',
  'decision',
  'decision_rules',
  'decision_rules_end',
  'event',
  'hardship',
  'holiday_change',
  'instalment',
  'invoice_correction',
  'ledger_entry',
  'ledger_sum',
  'ledger_transaction',
  'legal_text',
  'loan_action',
  'loan_action_undone',
  'loan_docket',
  'loan_waiver',
  'loan_write_off',
  'loan_write_off_undone',
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
  'tax_points',
  'watch_list_entry',
];

/** Tables whose own rules say when a row may still change (operations/closes/closes.test.ts). */
const frozenLater = ['close_loans', 'closes'];

test('an acceptance loses only what names its person, and nothing else of it changes', async () => {
  const { db } = product.deps;
  const person = await signUpAndVerify(product);
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const of = sql`loan_id in (select id from loan where public_id = ${body.result.id})`;
  for (const change of [
    sql`update acceptance set at = at + interval '1 second' where ${of}`,
    sql`update acceptance set device = 'another' where ${of}`,
    sql`update acceptance set documents = '[]' where ${of}`,
    sql`update acceptance set documents = documents - 0 where ${of}`,
    sql`delete from acceptance where ${of}`,
    sql`truncate acceptance cascade`,
  ])
    await expect(change.execute(db)).rejects.toThrow(/append-only/);
  await sql`update acceptance set documents = acceptance_unnamed(documents), address = '', device = ''
    where ${of}`.execute(db);
  const { rows } = await sql<{ documents: object[] }>`select documents from acceptance where ${of}`.execute(
    db,
  );
  expect(rows[0]?.documents.map((each) => Object.keys(each).toSorted())).toEqual([
    ['name', 'sha256', 'version'],
    ['name', 'sha256', 'version'],
    ['name', 'sha256', 'version'],
  ]);
});

/** Bits of `pg_trigger.tgtype` (PostgreSQL, catalog/pg_trigger.h). */
const bits = { delete: 8, update: 16, truncate: 32 } as const;

test('every table that is written once refuses to be changed, deleted from and emptied', async () => {
  const { rows } = await sql<{ name: string; kinds: number }>`
    select r.relname as name, bit_or(t.tgtype)::int as kinds
    from pg_trigger t join pg_class r on r.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname in ('refuse_change', 'refuse_moved_due_date') and t.tgenabled <> 'D' and r.relnamespace = 'public'::regnamespace
    group by 1 order by 1
  `.execute(product.deps.db);
  const once = rows.filter(({ name }) => !frozenLater.includes(name));
  expect(once.map(({ name }) => name)).toEqual(writtenOnce);
  for (const { name, kinds } of once)
    for (const [kind, bit] of Object.entries(bits))
      expect([name, kind, kinds & bit]).toEqual([name, kind, bit]);
});

test.each([...writtenOnce, ...frozenLater])('%s cannot be emptied, with cascade neither', async (name) => {
  const truncate = sql`truncate ${sql.table(name)} cascade`.execute(product.deps.db);
  await expect(truncate).rejects.toThrow(/append-only/);
});
