import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadDebtors, ownLine } from '../../origination/bureau-file/load.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { asChecked } from '../../testing/as-checked.ts';
import { newCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { debtorsOf } from './compare.ts';

let product: TestProduct;
let accounting: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  accounting = await signInAs(product, 'accounting');
});
afterAll(() => product.close());

const lender = '55001';
/** A whole line of the file, by the widths of its LEAME. */
function line(
  legalNumber: string,
  situation: number,
  thousands: string,
  { days = 0, refinanced = 0, from = lender } = {},
) {
  const amounts = [thousands, ...Array.from({ length: 10 }, () => ',0')]
    .map((each) => each.padStart(12))
    .join('');
  const head = `${from}20261011${legalNumber}000${String(situation).padStart(2)}`;
  return `${head}${amounts}00${refinanced}000${String(days).padStart(4)}`;
}

async function* linesOf(...lines: readonly string[]) {
  yield* lines;
}
const load = (...lines: readonly string[]) =>
  loadDebtors(product.deps.db, linesOf(...lines), product.deps.clock.now(), lender);

describe('a line of our own', () => {
  test('is read by its places', () => {
    expect(line('20267565393', 3, '1234,5')).toHaveLength(171);
    expect(ownLine(line('20267565393', 3, '1234,5', { days: 95, refinanced: 1 }))).toEqual({
      legalNumber: '20267565393',
      situation: 3,
      amount: 123_450_000,
      daysLate: 95,
      isRefinanced: true,
    });
    expect(ownLine(line('20267565393', 11, ',0')).situation).toBe(1);
  });

  test.each(['', 'hello', line('20267565393', 3, '1234,5').slice(0, 120), line('20267565393', 3, '12.345')])(
    'of another layout refuses the file: %s',
    (wrong) => expect(() => ownLine(wrong)).toThrow('another layout'),
  );

  test('is kept, those of others are not', async () => {
    await load(line('20267565393', 1, '10,0'), line('20267565393', 5, '99,0', { from: '00007' }));
    const rows = await product.deps.db
      .selectFrom('bureau_own_line')
      .select(['legal_number', 'amount'])
      .execute();
    expect(rows).toEqual([{ legal_number: '20267565393', amount: 1_000_000 }]);
  });
});

interface Frozen {
  readonly customer: number;
  readonly class: number;
  readonly principal: number;
  readonly interest?: number;
  readonly isWrittenOff?: boolean;
}

/** Closes a month with these loans, as month-end closes store it. */
async function close(month: string, loans: readonly Frozen[]): Promise<void> {
  const { db, clock } = product.deps;
  const now = clock.now();
  const { rows } = await sql<{ id: number }>`
    insert into closes (country, month, state, cut_at, data, prepared_by, prepared_at)
    values ('AR', ${month}, 'freezing', ${now}, '{}', ${Number(accounting.id)}, ${now}) returning id`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  for (const [index, loan] of loans.entries())
    await sql`
      insert into close_loans (close_id, loan_id, customer_id, principal, shortfall, written_off, interest_accrued,
        interest_due, default_interest, fees_due, days_late, class, provision, is_suspended, is_refinanced, is_sued,
        is_disputed, is_written_off)
      values (${id}, ${index + 1}, ${loan.customer}, ${loan.principal}, 0, 0, ${loan.interest ?? 0}, 0, 0, 0,
        ${loan.class * 30}, ${loan.class}, 0, false, false, false, false, ${loan.isWrittenOff ?? false})`.execute(
      db,
    );
  const other = await signInAs(product, 'head');
  await sql`
    update closes set state = 'closed', number = ${id}, totals = '{}', journal = '[]', balances = '{}',
      asked_by = ${Number(accounting.id)}, approved_by = ${Number(other.id)}, closed_at = ${now}
    where id = ${id}`.execute(db);
}

/** Tables of the closes in a database that has none. */
async function needCloses(): Promise<void> {
  const { db } = product.deps;
  await sql`
    create table if not exists closes (id bigint generated always as identity primary key, country text, month date,
      state text, number int, cut_at timestamptz, data jsonb, totals jsonb, journal jsonb, balances jsonb,
      prepared_by bigint, prepared_at timestamptz, asked_by bigint, approved_by bigint, closed_at timestamptz)`.execute(
    db,
  );
  await sql`
    create table if not exists close_loans (close_id bigint, loan_id bigint, customer_id bigint, principal bigint,
      shortfall bigint, written_off bigint, interest_accrued bigint, interest_due bigint, default_interest bigint,
      fees_due bigint, days_late int, class smallint, provision bigint, is_suspended boolean, is_refinanced boolean,
      is_sued boolean, is_disputed boolean, is_written_off boolean)`.execute(db);
}

describe('debtors of a close', () => {
  const people: number[] = [];
  const documents = ['30000001', '30000002', '30000003', '30000004', '30000005'];
  const cuil = (document: string) => `20${document}6`;
  beforeAll(async () => {
    await needCloses();
    for (const document of documents)
      people.push((await newCustomer(product, 'AR', { documentNumber: document })).id);
    await product.deps.db
      .updateTable('customer')
      .set({ document_number: asChecked('3000005') })
      .where('id', '=', people[4] ?? 0)
      .execute();
    const [a, b, c, d, e] = people as [number, number, number, number, number];
    await close('2026-10-01', [
      { customer: a, class: 1, principal: 50_000_000, interest: 2_000_000 },
      { customer: a, class: 3, principal: 10_000_000 },
      { customer: b, class: 2, principal: 30_000_000 },
      { customer: c, class: 1, principal: 20_000_000 },
      { customer: d, class: 5, principal: 90_000_000, isWrittenOff: true },
      { customer: e, class: 1, principal: 4_000_000 },
    ]);
  });

  test('are frozen once, by the worst class and sums', async () => {
    const listed = () => accounting.call('GET /api/staff/debtors', { query: { country: 'AR' } });
    expect((await listed()).body).toMatchObject({
      result: [],
      unlisted: [{ country: 'AR', month: '2026-10' }],
    });
    expect(await debtorsOf(product.deps, 'AR')).toMatchObject({ figures: 5 });
    expect(await debtorsOf(product.deps, 'AR')).toMatchObject({ figures: 0 });
    const { body } = await listed();
    expect(body).toMatchObject({ month: '2026-10', unlisted: [] });
    expect(body.result[0]).toMatchObject({
      customer: String(people[0]),
      class: 3,
      principal: 600_000,
      interest: 20_000,
      days_late: 90,
      loans: 2,
      written_off: 0,
    });
    expect(body.result[3]).toMatchObject({ class: 5, principal: 0, written_off: 1 });
  });

  test('are compared with our lines of the file of the same month', async () => {
    await load(
      // As we have it, to the thousand.
      line(cuil('30000001'), 3, '620,4'),
      line(cuil('30000002'), 4, '350,0'),
      line(cuil('03000005'), 1, '40,0'),
      // No debtor of ours.
      line('27444444440', 2, '15,0'),
    );
    expect(await debtorsOf(product.deps, 'AR')).toEqual({ figures: 0, differences: 3 });
    expect(await debtorsOf(product.deps, 'AR')).toEqual({ figures: 0, differences: 0 });
    const { body } = await accounting.call('GET /api/staff/debtors/differences');
    expect(body.compared).toMatchObject({ ours: 4, theirs: 4 });
    const found = body.result.map(({ customer, kinds }: { customer: string; kinds: string[] }) => [
      customer,
      kinds,
    ]);
    expect(new Map(found)).toEqual(
      new Map([
        [String(people[1]), ['class', 'amount']],
        [String(people[2]), ['not-theirs']],
        ['', ['not-ours']],
      ]),
    );
    expect(JSON.stringify(body)).not.toContain('27444444440');
  });

  test('are exported with their differences', async () => {
    const treasury = await signInAs(product, 'treasury');
    const answer = await treasury.call('POST /api/staff/lists/{list}/export', {
      params: { list: 'deudores-diferencias' },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(String(answer.body)).toContain('Está acá y no en el BCRA');
  });
});
