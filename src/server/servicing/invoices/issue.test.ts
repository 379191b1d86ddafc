import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { testCountry } from '../../../countries/testing/test-country.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Invoicing } from '../../integrations/invoicing/port.ts';
import { receivePayment } from '../../loans/books/service.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { borrower } from '../payments/testing/borrower.ts';
import { ensureSeries, issueSeries } from './issue.ts';
import { collectInvoices } from './collect.ts';
import { checkIssued, writePoints } from './testing/points.ts';

/** Numbers of fiscal documents under bad luck (docs/product/invoices.md). */

let product: TestProduct;
const loans = new Map<CountryCode, readonly number[]>();
const providerOf = (country: CountryCode) => SERVER_ENTRIES[country].invoicing.provider;
const countries = ['AR', 'UY'] as const;

beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  for (const country of countries) {
    const made = [
      await borrower(product, country),
      await borrower(product, country),
      await borrower(product, country),
    ];
    loans.set(
      country,
      made.map(({ loanId }) => loanId),
    );
    await ensureSeries(product.deps, country);
  }
}, 60_000);
afterAll(() => product.close());

const setMode = (mode: string) =>
  product.call('POST /sandbox/providers/{name}', { params: { name: 'invoicing' }, body: { mode } });
const today = (country: CountryCode) => localDate(product.deps.clock.now(), country);
const loanOf = (country: CountryCode, index = 0) => loans.get(country)?.[index] ?? 0;

async function seriesIds(country: CountryCode): Promise<readonly number[]> {
  const rows = await product.deps.db
    .selectFrom('invoice_series')
    .select('id')
    .where('country', '=', country)
    .orderBy('kind', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** Runs both series once; a failing run waits for its retry, as a worker's does. */
async function run(country: CountryCode, deps: Dependencies = product.deps): Promise<void> {
  for (const id of await seriesIds(country)) await issueSeries(deps, id).catch(() => undefined);
}

/** Waits for everything to be issued, with the stand-in behaving. */
async function finish(country: CountryCode): Promise<void> {
  await setMode('ok');
  await run(country);
  await run(country);
}

const invoices = (country: CountryCode) =>
  product.deps.db.selectFrom('invoice').selectAll().where('country', '=', country).orderBy('id').execute();

/** Deterministic numbers between 0 and 1. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** A process that is killed at some call, before or after it reached the authority: nothing comes back. */
function killed(
  country: CountryCode,
  roll: () => number,
  odds: number,
): { deps: Dependencies; dead: Promise<void> } {
  const { promise: dead, resolve } = Promise.withResolvers<void>();
  const die = () => {
    resolve();
    return new Promise<never>(() => undefined);
  };
  const issuer = product.deps.ports.invoicing(country) as Invoicing;
  const fragile = new Proxy(issuer, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'send' && name !== 'query') return value;
      return async (...given: unknown[]) => {
        if (roll() < odds) return die();
        const answer: unknown = await Reflect.apply(value as () => Promise<unknown>, target, given);
        return roll() < odds ? die() : answer;
      };
    },
  });
  const ports = { ...product.deps.ports, invoicing: () => fragile };
  return { deps: { ...product.deps, ports }, dead };
}

test('three hundred points under lost answers, kills and two workers: no double, no gap, each once', async () => {
  const country = 'AR';
  const roll = dice(7);
  const day = today(country);
  const points = Array.from({ length: 300 }, (_none, index) => ({
    loanId: loanOf(country, index % 3),
    instalment: 1 + (index % 5),
    base: index % 10 === 9 ? -500 : 10_000 + index,
    taxDate: addDays(day, -(index % 50)),
  }));
  // Several bookings, some while others are issued.
  await writePoints(product.deps.db, country, points.slice(0, 200));
  await setMode('lose-answers');
  let kills = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    if (turn === 10) await writePoints(product.deps.db, country, points.slice(200));
    const one = killed(country, roll, 0.03);
    const count = () => (kills += 1);
    const other = turn % 3 === 0 ? run(country) : undefined;
    await Promise.race([run(country, one.deps), one.dead.then(count)]);
    await other;
  }
  await finish(country);
  const { faults, given } = await checkIssued(product.deps.db, country, providerOf(country));
  expect(faults).toEqual([]);
  expect(given).toBeGreaterThan(150);
  expect(kills).toBeGreaterThan(3);
  // A number follows the one before in date, too.
  const dates = (await invoices(country)).filter(({ kind }) => kind === 'invoice');
  const inOrder = dates
    .toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
    .map((each) => each.issued_on ?? '');
  expect(inOrder).toEqual(inOrder.toSorted());
}, 120_000);

describe.each(countries)('in %s', (country) => {
  test('a part payment, which reaches no tax, has a document that is issued', async () => {
    const { loanId } = await borrower(product, country);
    const report = {
      loanId,
      source: 'bank-transfer',
      reference: `part ${loanId}`,
      valueDate: today(country),
    };
    await transaction(product.deps.db, (tx) =>
      receivePayment(tx, product.deps, { ...report, amount: centavos(3_000) }),
    );
    await finish(country);
    const own = (await invoices(country)).filter((each) => each.loan_id === loanId);
    const tax = Math.round(3_000 * testCountry(country).taxRate);
    expect(own).toMatchObject([{ state: 'authorised', kind: 'invoice', net: 3_000, tax }]);
  });

  test('a note names the invoice that it corrects, and waits for it', async () => {
    const day = today(country);
    const point = { loanId: loanOf(country), instalment: 9, taxDate: day };
    await writePoints(product.deps.db, country, [{ ...point, base: 70_000 }]);
    await writePoints(product.deps.db, country, [{ ...point, base: -30_000 }]);
    const [, notes] = await seriesIds(country);
    await issueSeries(product.deps, notes ?? 0);
    const [invoice, note] = (await invoices(country)).slice(-2);
    expect([invoice?.kind, note?.kind]).toEqual(['invoice', 'credit-note']);
    expect(note).toMatchObject({ state: 'waiting', net: 30_000 });
    await finish(country);
    expect((await invoices(country)).at(-1)).toMatchObject({ state: 'authorised', issued_on: day });
    const corrected = await product.deps.db
      .selectFrom('invoice_correction')
      .select('invoice_id')
      .where('note_id', '=', note?.id ?? 0)
      .execute();
    expect(corrected).toEqual([{ invoice_id: invoice?.id }]);
  });

  test('refused, it burns no number and waits for a person; three of a kind stop the series', async () => {
    const day = today(country);
    await setMode('refuse');
    const before = await lastNumber(country);
    for (const instalment of [10, 11, 12]) {
      await writePoints(product.deps.db, country, [
        { loanId: loanOf(country), instalment, base: 5_000, taxDate: addDays(day, -instalment + 8) },
      ]);
    }
    await run(country);
    const refused = (await invoices(country)).filter(({ state }) => state === 'refused');
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({
      number: null,
      faults: [{ code: expect.stringMatching(/^(?:10015|E05)$/) }],
    });
    expect(await lastNumber(country)).toBe(before);
    const [id] = await seriesIds(country);
    const series = await product.deps.db
      .selectFrom('invoice_series')
      .select('stopped')
      .where('id', '=', id ?? 0)
      .executeTakeFirstOrThrow();
    expect(series.stopped).toMatch(/^refusals (?:10015|E05)$/);
    await product.deps.db
      .updateTable('invoice')
      .set({ state: 'waiting' })
      .where('state', '=', 'refused')
      .execute();
    await product.deps.db.updateTable('invoice_series').set({ stopped: '', refusals: 0 }).execute();
    await finish(country);
    expect(await lastNumber(country)).toBe(before + 3);
  });

  test('a day away: what waited is issued with its own date; after ten days with today’s and its service date', async () => {
    const day = today(country);
    await writePoints(product.deps.db, country, [
      { loanId: loanOf(country), instalment: 20, base: 9_000, taxDate: day },
    ]);
    await setMode('away');
    await run(country);
    const [waiting] = (await invoices(country)).slice(-1);
    expect(waiting).toMatchObject({ state: 'in-flight', issued_on: day });
    await product.advance(25 * 3_600_000);
    await finish(country);
    expect((await invoices(country)).at(-1)).toMatchObject({
      state: 'authorised',
      issued_on: day,
      number: waiting?.number,
    });
    await setMode('away');
    const later = today(country);
    await writePoints(product.deps.db, country, [
      { loanId: loanOf(country), instalment: 21, base: 9_000, taxDate: later },
    ]);
    await run(country);
    await product.advance(12 * 86_400_000);
    await finish(country);
    expect((await invoices(country)).at(-1)).toMatchObject({
      state: 'authorised',
      tax_date: later,
      issued_on: today(country),
    });
    expect((await checkIssued(product.deps.db, country, providerOf(country))).faults).toEqual([]);
  });

  test('a number that somebody else took stops the series', async () => {
    const [id = 0] = await seriesIds(country);
    const last = await lastNumber(country);
    const taken = { number: last + 1, code: '70000000000000', code_until: today(country) };
    const series = testCountry(country).invoiceSeries;
    const [row] = await product.deps.db
      .selectFrom('sandbox_invoice')
      .selectAll()
      .where('series', '=', series)
      .orderBy('number')
      .limit(1)
      .execute();
    await product.deps.db
      .insertInto('sandbox_invoice')
      .values({ provider: providerOf(country), series, ...taken, body: JSON.stringify(row?.body) })
      .execute();
    await writePoints(product.deps.db, country, [
      { loanId: loanOf(country), instalment: 30, base: 777_700, taxDate: today(country) },
    ]);
    await run(country);
    const { db } = product.deps;
    const stopped = await db
      .selectFrom('invoice_series')
      .select('stopped')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(stopped?.stopped).toBe('taken');
    expect((await invoices(country)).at(-1)?.state).toBe('in-flight');
  });
});

async function lastNumber(country: CountryCode): Promise<number> {
  const [id] = await seriesIds(country);
  const row = await product.deps.db
    .selectFrom('invoice_series')
    .select('last_number')
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow();
  return row.last_number ?? 0;
}

describe('the database itself', () => {
  test('refuses a gap, a second number in flight, a jump, a changed document and a second one of a point', async () => {
    const own = product.deps.db;
    const { rows } = await sql<{ id: number; series_id: number }>`
      select id, series_id from invoice where state = 'authorised' and country = 'AR' limit 1`.execute(own);
    const [one] = rows;
    await expect(sql`update invoice set net = net + 1 where id = ${one?.id}`.execute(own)).rejects.toThrow(
      'written once',
    );
    await expect(
      sql`update invoice_series set last_number = last_number + 1 where id = ${one?.series_id}`.execute(own),
    ).rejects.toThrow('does not go');
    await expect(
      sql`update invoice_point set invoice_id = ${one?.id} where invoice_id is not null`.execute(own),
    ).rejects.toThrow('is on a document');
    await expect(sql`delete from invoice where id = ${one?.id}`.execute(own)).rejects.toThrow('kept by law');
    const insert = (number: number) =>
      sql`insert into invoice (country, loan_id, customer_id, kind, tax_date, net, tax, document_kind, document_number,
          name, state, series_id, number, issued_on, created_at, changed_at)
        select country, loan_id, customer_id, kind, tax_date, net, tax, document_kind, document_number, name,
          'in-flight', series_id, ${number}, issued_on, now(), now() from invoice where id = ${one?.id}`.execute(
        own,
      );
    await expect(insert(90_000)).rejects.toThrow('leaves a gap');
    await expect(insert((await lastNumber('AR')) + 1)).rejects.toThrow('invoice_series_id_number_key');
  });
});

test('points of days before the first confirmed one are on no document', async () => {
  const { db } = product.deps;
  const day = today('AR');
  const terms = { taxRate: '0.21', backdatedDays: 10, since: day };
  const loanId = loanOf('AR');
  await writePoints(db, 'AR', [
    { loanId, instalment: 1, base: 41_000, taxDate: addDays(day, -1) },
    { loanId, instalment: 2, base: 42_000, taxDate: day },
  ]);
  await collectInvoices(product.deps, 'AR', terms);
  expect(await collectInvoices(product.deps, 'AR', terms)).toBe(0);
  const { rows } = await sql<{ base: number; has_document: boolean }>`
    select t.base, p.invoice_id is not null as has_document
    from tax_points t join invoice_point p on p.tax_point_id = t.id
    where t.loan_id = ${loanId} and t.base in (41000, 42000) order by t.base`.execute(db);
  expect(rows).toEqual([
    { base: 41_000, has_document: false },
    { base: 42_000, has_document: true },
  ]);
});
