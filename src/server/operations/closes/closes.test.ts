import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CountryCode } from '../../../countries/countries.ts';
import { loanClassesOf } from '../../../countries/law/loan-classes.ts';
import { localDate } from '../../../countries/local-time.ts';
import {
  addDays,
  addMonthsAnchored,
  calendarDate,
  type CalendarDate,
} from '../../../domain/calendar-date.ts';
import { closeAmounts, provisionOf } from '../../../domain/month-close.ts';
import { centavos, ZERO } from '../../../domain/money.ts';
import { loanClass } from '../../../domain/standing/loan-class.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { receivePayment } from '../../loans/books/service.ts';
import { payoutTools } from '../../loans/payout-desk/testing/orders.ts';
import { loansById, loansKnownAt } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { startClose } from './commands.ts';
import { frameOf, freezeClose, freezeNext, lockClose, type StoredTotals } from './freeze.ts';
import { withoutTimes, xlsxBytes } from './files.ts';

const run = promisify(execFile);

let product: TestProduct;
let accounting: StaffMember;
let head: StaffMember;
let all: Borrower[];
let audit: ReturnType<typeof auditedWrites>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  audit = auditedWrites(product);
  all = [
    ...(await Promise.all(Array.from({ length: 5 }, () => borrower(product, 'AR', 4)))),
    ...(await Promise.all(Array.from({ length: 4 }, () => borrower(product, 'UY', 4)))),
  ];
});
afterAll(() => product.close());

const { min, max } = Math;
const signIn = async () => {
  accounting = await signInAs(product, 'accounting');
  head = await signInAs(product, 'head');
};
const now = () => product.deps.clock.now();
const today = (country: CountryCode) => localDate(now(), country);
const monthOf = (day: CalendarDate) => calendarDate(`${day.slice(0, 7)}-01`);

let references = 0;
async function pay({ loanId }: Borrower, amount: number, valueDate: CalendarDate, more: object = {}) {
  references += 1;
  const reference = `close-${references}`;
  await transaction(product.deps.db, (tx) =>
    receivePayment(tx, product.deps, {
      loanId,
      amount: centavos(amount),
      source: 'close-test',
      reference,
      valueDate,
      ...more,
    }),
  );
}

async function toDay(day: CalendarDate, hours = 3): Promise<void> {
  const ms = Date.parse(`${day}T00:00:00-03:00`) + hours * 3_600_000 - now().getTime();
  if (ms > 0) await product.advance(ms);
  await signIn();
}

const closed = async (id: number) =>
  product.deps.db.selectFrom('closes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const rowsOf = (id: number) =>
  product.deps.db
    .selectFrom('close_loans')
    .selectAll()
    .where('close_id', '=', id)
    .orderBy('loan_id')
    .execute();

/** Daily work that the moved clock skipped is no obstacle of these tests. */
const finishDays = () =>
  sql`update daily_run set finished_at = now() where finished_at is null`.execute(product.deps.db);

async function prepare(country: CountryCode, month: CalendarDate): Promise<number> {
  await finishDays();
  const params = { country, month: month.slice(0, 7) };
  const asked = await audit.write(accounting, 'POST /api/staff/closes/{country}/{month}/prepare', {
    params,
    body: {},
  });
  expect(asked.body).toMatchObject({ messages: [expect.stringContaining('preparando')] });
  const { id } = await product.deps.db
    .selectFrom('closes')
    .select('id')
    .where('country', '=', country)
    .where('month', '=', month)
    .executeTakeFirstOrThrow();
  await freezeClose(product.deps.db, id);
  return id;
}

const reason = { reason_code: 'month-end', reason: 'Fin de mes' };
async function close(id: number) {
  const { version } = await closed(id);
  const asked = await audit.write(accounting, 'POST /api/staff/closes/{id}/close', {
    params: { id: String(id) },
    version,
    body: reason,
  });
  expect(asked.body).toMatchObject({ outcome: 'pending_approval' });
  const { country, month } = await closed(id);
  const again = await accounting.call('POST /api/staff/closes/{country}/{month}/prepare', {
    params: { country, month: month.slice(0, 7) },
    body: {},
  });
  expect(again.body.code).toBe('already_asked');
  return head.call('POST /api/staff/approvals/{id}/approve', { params: { id: asked.body.approval } });
}

const payment = fc.record({
  day: fc.integer({ min: 1, max: 60 }),
  share: fc.oneof(
    fc.double({ min: 0.001, max: 0.1, noNaN: true }),
    fc.double({ min: 0.6, max: 2.5, noNaN: true }),
  ),
  chosen: fc.option(fc.subarray([1, 2, 3, 4], { minLength: 1 }), { nil: undefined }),
});

test.each(['0001-01', '1969-12', '9999-12'])(
  'a first month of %s is refused: every later one would wait for it',
  async (month) => {
    await signIn();
    await finishDays();
    const asked = await accounting.call('POST /api/staff/closes/{country}/{month}/prepare', {
      params: { country: 'UY', month },
      body: {},
    });
    expect([400, 404, 409]).toContain(asked.status);
    expect(
      await product.deps.db.selectFrom('closes').selectAll().where('country', '=', 'UY').execute(),
    ).toEqual([]);
  },
);

describe('a close', () => {
  let month: CalendarDate;
  const lastClose = () =>
    product.deps.db
      .selectFrom('closes')
      .select(['id', 'cut_at'])
      .where('country', '=', 'AR')
      .where('state', '=', 'closed')
      .orderBy('month', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();

  test('freezes each loan as its standing at the end of the month, known then', async () => {
    const start = today('AR');
    month = addMonthsAnchored(monthOf(start), 2, 1);
    const histories = fc.sample(fc.array(payment, { maxLength: 6 }), { numRuns: all.length, seed: 30 });
    const dated = histories
      .flatMap((payments, index) => payments.map((each) => ({ ...each, one: all[index]! })))
      .toSorted((a, b) => a.day - b.day);
    for (const { day, share, chosen, one } of dated) {
      await toDay(addDays(start, day));
      const [loan] = await loansById(product.deps.db, [one.loanId]);
      const amount = Math.ceil(share * (loan?.conditions.schedule.instalment ?? ZERO));
      await pay(one, amount, addDays(start, max(0, day - (day % 3))), chosen ? { instalments: chosen } : {});
    }
    await toDay(addDays(addMonthsAnchored(month, 1, 1), -1));
    const unsent = await payoutTools(product, accounting).confirmed('AR');
    await toDay(addMonthsAnchored(month, 1, 1));
    // Booked after the end of the month, with an earlier value date: the close does not know it.
    await pay(all[0]!, 5_000, addDays(month, 10));
    for (const country of ['AR', 'UY'] as const) {
      const id = await prepare(country, month);
      const stored = await closed(id);
      expect(stored.state).toBe('prepared');
      expect((stored.totals as unknown as StoredTotals).difference).toBe(0);
      const frame = frameOf((await transaction(product.deps.db, (tx) => lockClose(tx, id)))!);
      const frozen = await rowsOf(id);
      const rows = frozen.filter((row) => row.loan_id !== unsent.id);
      const left = frozen.filter((row) => row.loan_id === unsent.id);
      const { body } = await accounting.call('GET /api/staff/closes/{id}', { params: { id: String(id) } });
      expect(left).toHaveLength(country === 'AR' ? 1 : 0);
      expect(body.close.loans).toBe(frozen.length);
      expect(body.unsent).toEqual({ loans: left.length, principal: (left[0]?.principal ?? 0) / 100 });
      const ids = all.map(({ loanId }) => loanId);
      const loans = (await loansKnownAt(product.deps.db, ids, frame.cutAt)).filter(
        (loan) => loan.country === country,
      );
      const expected = loans.flatMap(({ id: loanId, conditions, payments }) => {
        const standing = loanStanding(conditions, payments, frame.day);
        const amounts = closeAmounts(standing);
        const facts = {
          daysLate: standing.daysLate,
          class: loanClass(conditions, payments, frame.day, loanClassesOf(country, frame.day)),
          isWrittenOff: false,
        };
        if (Object.values(amounts).every((each) => each === 0)) return [];
        return [
          {
            loan_id: loanId,
            principal: amounts.principal,
            shortfall: amounts.shortfall,
            interest_accrued: amounts.interestAccrued,
            interest_due: amounts.interestDue,
            default_interest: amounts.defaultInterest,
            fees_due: amounts.feesDue,
            days_late: facts.daysLate,
            class: facts.class,
            provision: provisionOf(amounts, facts, frame.rules),
          },
        ];
      });
      expect(
        rows.map((row) =>
          Object.fromEntries(Object.keys(expected[0]!).map((key) => [key, row[key as keyof typeof row]])),
        ),
      ).toEqual(expected);
      expect(rows.some((row) => row.interest_accrued > 0)).toBe(true);
      expect(min(...rows.map((row) => row.provision))).toBeGreaterThanOrEqual(0);
    }
  });

  test('is made once, run twice at once or killed in the middle', async () => {
    const { db } = product.deps;
    const { id } = await db
      .selectFrom('closes')
      .select('id')
      .where('country', '=', 'AR')
      .executeTakeFirstOrThrow();
    const before = { rows: await rowsOf(id), journal: (await closed(id)).journal };
    await transaction(db, (tx) => startClose(tx, product.deps, { country: 'AR', month, by: 1 }));
    // The first worker dies after two slices; each is whole or not there.
    expect(await freezeNext(db, id, 2)).toBe(true);
    expect(await freezeNext(db, id, 2)).toBe(true);
    expect((await rowsOf(id)).length).toBeLessThanOrEqual(before.rows.length);
    await Promise.all([freezeClose(db, id), freezeClose(db, id)]);
    expect({ rows: await rowsOf(id), journal: (await closed(id)).journal }).toEqual(before);
    await freezeClose(db, id);
    expect(await rowsOf(id)).toEqual(before.rows);
  });

  test('whose worker is killed between any two statements goes on after the last whole slice, and ends the same', async () => {
    const { db } = product.deps;
    const { id } = await db
      .selectFrom('closes')
      .select('id')
      .where('country', '=', 'AR')
      .executeTakeFirstOrThrow();
    const before = { rows: await rowsOf(id), journal: (await closed(id)).journal };
    await transaction(db, (tx) => startClose(tx, product.deps, { country: 'AR', month, by: 1 }));
    const left = [];
    // The first slice, the second after its rows are written, and the journal.
    for (const dieAt of [6, 16, 40]) {
      const program = join(import.meta.dirname, 'killed.test-program.ts');
      const order = JSON.stringify({ databaseUrl: product.databaseUrl, id, dieAt });
      const ended = await run(process.execPath, [program, order]).then(
        () => 'ended',
        ({ signal }: { signal: string }) => signal,
      );
      const { state, frozen_to: frozenTo } = await closed(id);
      left.push([ended, state, frozenTo]);
    }
    const [first, second] = left;
    expect([first?.slice(0, 2), second?.slice(0, 2)]).toEqual([
      ['SIGKILL', 'freezing'],
      ['SIGKILL', 'freezing'],
    ]);
    expect(Number(second?.[2])).toBeGreaterThan(Number(first?.[2]));
    await freezeClose(db, id);
    expect({ rows: await rowsOf(id), journal: (await closed(id)).journal }).toEqual(before);
  });

  test('needs two people who saw the same journal, and then never changes', async () => {
    const { db } = product.deps;
    const { id, version } = await db
      .selectFrom('closes')
      .select(['id', 'version'])
      .where('country', '=', 'AR')
      .executeTakeFirstOrThrow();
    const params = { id: String(id) };
    const stale = await accounting.call('POST /api/staff/closes/{id}/close', {
      params,
      version: version - 1,
      body: reason,
    });
    expect(stale.body.code).toBe('changed_meanwhile');
    const open = await accounting.call('POST /api/staff/closes/{id}/export', {
      params,
      query: { file: 'journal', format: 'csv' },
      body: {},
    });
    expect(open.body.code).toBe('close_state');
    expect((await close(id)).status).toBe(200);
    expect(await closed(id)).toMatchObject({ state: 'closed', number: 1 });
    const again = await accounting.call('POST /api/staff/closes/{country}/{month}/prepare', {
      params: { country: 'AR', month: month.slice(0, 7) },
      body: {},
    });
    expect(again.body).toMatchObject({
      code: 'close_blocked',
      message: 'Este mes ya se cerró.',
    });
    await expect(sql`update closes set version = 9 where id = ${id}`.execute(db)).rejects.toThrow(
      /cannot be changed/,
    );
    await expect(sql`delete from close_loans where close_id = ${id}`.execute(db)).rejects.toThrow(/frozen/);
  });

  test('gives the same bytes again', async () => {
    const { id } = await product.deps.db
      .selectFrom('closes')
      .select('id')
      .where('country', '=', 'AR')
      .executeTakeFirstOrThrow();
    const digests = async () => {
      const found = [];
      for (const file of ['journal', 'loans'] as const)
        for (const format of ['csv', 'xlsx'] as const) {
          const { headers } = await audit.write(accounting, 'POST /api/staff/closes/{id}/export', {
            params: { id: String(id) },
            query: { file, format },
            body: {},
          });
          const digest = headers.get('x-document-sha256');
          expect(digest).toMatch(/^[\da-f]{64}$/);
          found.push([file, format, digest]);
        }
      return found;
    };
    const first = await digests();
    // An xlsx file is a ZIP archive, whose times have steps of two seconds.
    const stepOf = () => Math.floor(Date.now() / 2_000);
    const made = stepOf();
    await vi.waitUntil(() => stepOf() > made, { timeout: 5_000 });
    expect(await digests()).toEqual(first);
  });

  test('of each month of a year has what was booked in it, its tax is the sum of its points, and it adds up to the ledger', async () => {
    const { db } = product.deps;
    const own = all.slice(0, 5);
    const months = fc.sample(
      fc.array(
        fc.record({
          who: fc.nat(own.length - 1),
          day: fc.integer({ min: 2, max: 27 }),
          share: fc.double({ min: 0.001, max: 1.5, noNaN: true }),
          late: fc.nat(9),
        }),
        { maxLength: 3 },
      ),
      { numRuns: 11, seed: 31 },
    );
    let [next, cut, came] = [month, (await lastClose()).cut_at, 5_000];
    for (const [count, payments] of months.entries()) {
      next = addMonthsAnchored(next, 1, 1);
      // The first of these months has the payment that came after the cut of the one before.
      for (const { who, day, share, late } of count === 0 ? [] : payments.toSorted((a, b) => a.day - b.day)) {
        await toDay(addDays(next, day));
        const [loan] = await loansById(db, [own[who]!.loanId]);
        const amount = Math.ceil(share * (loan?.conditions.schedule.instalment ?? ZERO));
        await pay(own[who]!, amount, addDays(next, max(0, day - late)));
        came += amount;
      }
      await toDay(addMonthsAnchored(next, 1, 1));
      const id = await prepare('AR', next);
      const {
        journal,
        totals,
        balances,
        cut_at: cutAt,
      } = (await closed(id)) as unknown as {
        journal: { account: string; amount: number; entry: string }[];
        totals: StoredTotals;
        balances: Record<string, number>;
        cut_at: Date;
      };
      const booked = (account: string) =>
        journal.filter((line) => line.account === account).reduce((sum, { amount }) => sum + amount, 0);
      expect(totals.difference).toBe(0);
      for (const entry of new Set(journal.map((line) => line.entry)))
        expect(
          journal.filter((line) => line.entry === entry).reduce((sum, { amount }) => sum + amount, 0),
        ).toBe(0);
      expect([next, booked('collections')]).toEqual([next, came]);
      const { rows: points } = await sql<{ tax: number }>`
        select coalesce(sum(tax), 0)::bigint as tax from tax_points
        where country = 'AR' and booked_at >= ${cut} and booked_at < ${cutAt}`.execute(db);
      expect([next, 0 - booked('tax-payable')]).toEqual([next, points[0]?.tax]);
      expect(balances['accrued-interest'] ?? 0).toBe(totals.journal.interest);
      expect(0 - (balances.provision ?? 0)).toBe(totals.journal.provision);
      const { rows } = await sql<{ account: string; amount: number }>`
        select e.account, sum(e.amount)::bigint as amount from ledger_transaction t
          join ledger_entry e on e.transaction_id = t.id
        where t.country = 'AR' and t.at < ${cutAt} group by 1`.execute(db);
      for (const { account, amount } of rows)
        expect([account, balances[account] ?? 0]).toEqual([account, amount]);
      expect((await close(id)).status).toBe(200);
      expect((await closed(id)).number).toBe(count + 2);
      [cut, came] = [cutAt, 0];
    }
  }, 180_000);
});

describe('what stands in the way', () => {
  const ofCountry = async (country: CountryCode) =>
    (await accounting.call('GET /api/staff/closes', { query: { country } })).body.months[0].obstacles.map(
      ({ kind }: { kind: string }) => kind,
    );

  test('is listed, and refuses the preparation', async () => {
    const { db } = product.deps;
    expect(await ofCountry('AR')).toContain('not-over');
    const { id: loan } = await db
      .selectFrom('loan')
      .select('id')
      .where('country', '=', 'UY')
      .limit(1)
      .executeTakeFirstOrThrow();
    await sql`insert into loan_contradiction (country, loan_id, kind, subject, expected, found, day, found_at, seen_at)
      values ('UY', ${loan}, 'account', 'bank', 1, 2, '2026-01-01', now(), now())`.execute(db);
    expect(await ofCountry('UY')).toContain('contradictions');
    const lines = (await accounting.call('GET /api/staff/worklist')).body.result;
    expect(lines.find((each: { line: string }) => each.line === 'close-blocked')).toMatchObject({
      group: 'wrong',
      country: 'UY',
    });
    const params = { country: 'UY', month: '2020-01' };
    const asked = await accounting.call('POST /api/staff/closes/{country}/{month}/prepare', {
      params,
      body: {},
    });
    expect(asked.body.code).toBe('close_blocked');
  });

  test('outside the sandbox, data that nobody confirmed', async () => {
    const { obstaclesOf } = await import('./obstacles.ts');
    const found = await obstaclesOf(
      product.deps.db,
      { clock: product.deps.clock, config: { ...product.deps.config, SANDBOX: false } },
      'UY',
      calendarDate('2026-01-01'),
    );
    expect(found.find(({ kind }) => kind === 'unconfirmed')?.message).toBe(
      'Falta que dos personas confirmen: Previsiones por clase, Suspensión de intereses, Plan de cuentas.',
    );
  });
});

test('a spreadsheet is the same archive in another process', async () => {
  const sheet = {
    name: 'Diario',
    rows: [
      ['Cuenta', 'Debe'],
      ['1.3.01.01', 12.5],
    ],
  };
  const program = `import { xlsxBytes } from ${JSON.stringify(join(import.meta.dirname, 'files.ts'))};
    process.stdout.write((await xlsxBytes(${JSON.stringify(sheet)})).toString('base64'));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe((await xlsxBytes(sheet)).toString('base64'));
  expect(() => withoutTimes(Buffer.alloc(64, 'no archive'))).toThrow(/out of range|no archive/);
});

test('every write of closes was seen to leave its row of the audit', () => {
  expect(audit.left('/closes/')).toEqual([]);
});
