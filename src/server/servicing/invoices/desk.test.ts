import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { testCountry } from '../../../countries/testing/test-country.ts';
import { moneyTools } from '../payments/testing/money-tools.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { invoiceDays } from './jobs.ts';
import { issueSeries } from './issue.ts';
import { writePoints } from './testing/points.ts';

/** Facturas in the console, and the borrower's own (docs/product/invoices.md). */

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;
const loans = new Map<CountryCode, Borrower>();
const countries = ['AR', 'UY'] as const;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  for (const country of countries) {
    loans.set(country, await borrower(product, country));
    await daysWork(country);
  }
  tools = await moneyTools(product);
}, 60_000);
afterAll(() => product.close());

const today = (country: CountryCode) => localDate(product.deps.clock.now(), country);
const daysWork = (country: CountryCode) =>
  invoiceDays(product.deps)[0]!.run({ country, date: today(country) });
const loanOf = (country: CountryCode) => loans.get(country)!;
const setMode = (mode: string) =>
  product.call('POST /sandbox/providers/{name}', { params: { name: 'invoicing' }, body: { mode } });

async function issue(country: CountryCode): Promise<void> {
  const rows = await product.deps.db
    .selectFrom('invoice_series')
    .select('id')
    .where('country', '=', country)
    .execute();
  for (const { id } of rows) await issueSeries(product.deps, id).catch(() => undefined);
}

async function taxed(country: CountryCode, instalment: number, base: number): Promise<void> {
  const { loanId } = loanOf(country);
  await writePoints(product.deps.db, country, [{ loanId, instalment, base, taxDate: today(country) }]);
}

const listed = async (query: Record<string, string>, by: StaffMember = tools.treasury) =>
  (await by.call('GET /api/staff/invoices', { query })).body.result;

describe.each(countries)('in %s', (country) => {
  /** Settles a refused document by two people. @returns its evidence */
  async function settle(
    { id, version }: { readonly id: string; readonly version: number },
    unsent = 'already_asked',
  ): Promise<string> {
    const file = await tools.evidence(country);
    const asked = await tools.treasury.call('POST /api/staff/invoices/{id}/settle', {
      params: { id },
      version,
      body: { file, reason_code: 'issued-elsewhere', reason: 'Se hizo en la página de la autoridad' },
    });
    expect(asked.body.outcome).toBe('pending_approval');
    const sent = await tools.treasury.call('POST /api/staff/invoices/{id}/send', {
      params: { id },
      version,
      body: { reason_code: 'document-corrected', reason: 'Ya está' },
    });
    expect(sent.body.code).toBe(unsent);
    expect((await tools.approve(tools.accounting, asked.body.approval)).status).toBe(200);
    return file;
  }

  test('the owner reads and downloads it, a stranger does not', async () => {
    await taxed(country, 1, 1_000_041);
    await taxed(country, 1, -1_000);
    await issue(country);
    await issue(country);
    const { publicId, person } = loanOf(country);
    const { body, status } = await person.call('GET /api/v3/loan/{id}/invoices', {
      params: { id: publicId },
    });
    expect(status).toBe(200);
    const [note, invoice] = body.result;
    expect([invoice.kind, note.kind]).toEqual(['invoice', 'credit-note']);
    expect(invoice).toMatchObject({
      title: testCountry(country).texts.invoiceTitle,
      number: '00001-00000001',
    });
    const file = await product.raw(invoice.pdf_url, { country });
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const again = await product.raw(invoice.pdf_url, { country });
    expect(again.body).toEqual(file.body);
    const [bare] = String(note.pdf_url).split('?');
    expect((await product.raw(bare ?? '', { country })).status).toBe(404);
    const stranger = await borrower(product, country);
    const params = { id: publicId, invoice: invoice.id };
    expect((await stranger.person.call('GET /api/v3/loan/{id}/invoices', { params })).status).toBe(404);
    expect(
      (await stranger.person.call('GET /api/v3/loan/{id}/invoices/{invoice}/pdf', { params })).status,
    ).toBe(404);
    const own = await person.call('GET /api/v3/own-data/file', {});
    expect(JSON.stringify(own.body)).toContain(invoice.code);
  });

  test('a refused one is corrected and sent again under the next number', async () => {
    await setMode('refuse');
    await taxed(country, 2, 5_000);
    await issue(country);
    const [row] = await listed({ view: 'refused', country });
    expect(row).toMatchObject({ number: '', faults: expect.stringMatching(/10015|E05/) });
    expect(row.document).toMatch(/^•••\d{3}$/);
    await setMode('ok');
    // The home page leads there, for who may send it again.
    const lineOf = async (by: StaffMember) =>
      (await by.call('GET /api/staff/worklist')).body.result.find(
        (each: { line: string; country: string }) =>
          each.line === 'invoices-refused' && each.country === country,
      );
    expect(await lineOf(tools.treasury)).toMatchObject({ group: 'mine', count: 1 });
    expect(await lineOf(await signInAs(product, 'analyst'))).toBeUndefined();
    const because = { reason_code: 'document-corrected', reason: 'Estaba mal escrito' };
    const send = (body: object, by = tools.treasury, version = row.version) =>
      by.call('POST /api/staff/invoices/{id}/send', {
        params: { id: row.id },
        version,
        body: { ...because, ...body },
      });
    expect((await send({}, await signInAs(product, 'analyst'))).status).toBe(403);
    expect((await send({ document_kind: 'document', document_number: '1' })).body.code).toBe(
      'invoice_document',
    );
    expect((await send({}, tools.treasury, row.version + 1)).body.code).toBe('changed_meanwhile');
    const { documentNumber } = loanOf(country);
    const sent = await send({ document_kind: 'document', document_number: documentNumber });
    expect(sent.status).toBe(200);
    expect((await send({}, tools.treasury, row.version + 1)).body.code).toBe('invoice_state');
    await issue(country);
    const [issued] = await listed({ view: 'authorised', country });
    expect(issued).toMatchObject({ id: row.id, state: 'authorised', faults: '' });
    expect(
      (await listed({ number: String(Number(issued.number.slice(-8))), country })).length,
    ).toBeGreaterThan(0);
  });

  test('two people settle one with evidence; nothing is sent', async () => {
    await setMode('refuse');
    await taxed(country, 3, 6_000);
    await issue(country);
    await setMode('ok');
    const [row] = await listed({ view: 'refused', country });
    const file = await settle(row);
    expect(await listed({ view: 'resolved', country })).toMatchObject([{ id: row.id, number: '', file }]);
    await issue(country);
    expect(await listed({ view: 'refused', country })).toEqual([]);
  });

  test('one that no authority takes cannot be sent: it would hold up its series', async () => {
    const { db } = product.deps;
    const { loanId } = await borrower(product, country);
    const day = today(country);
    // Base and tax of opposite signs, and a negative point with nothing to correct.
    await sql`insert into tax_points (country, loan_id, instalment, kind, base, tax, tax_date, booked_at)
      values (${country}, ${loanId}, 1, 'interest', -100, 300, ${day}::date, now())`.execute(db);
    const { loanId: other } = await borrower(product, country);
    await writePoints(db, country, [{ loanId: other, instalment: 1, base: -500, taxDate: day }]);
    await issue(country);
    const rows = await listed({ view: 'refused', country });
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      const sent = await tools.treasury.call('POST /api/staff/invoices/{id}/send', {
        params: { id: row.id },
        version: row.version,
        body: { reason_code: 'document-corrected', reason: 'A ver si pasa' },
      });
      expect(sent.body).toMatchObject({
        code: 'invoice_state',
        message: expect.stringContaining('Resolvelo'),
      });
      await settle(row, 'invoice_state');
    }
  });

  test('a note whose invoice people settled is left to them, and not sent without it', async () => {
    const { loanId } = await borrower(product, country);
    await setMode('refuse');
    const point = { loanId, instalment: 1, taxDate: today(country) };
    await writePoints(product.deps.db, country, [{ ...point, base: 9_000 }]);
    await writePoints(product.deps.db, country, [{ ...point, base: -2_000 }]);
    await issue(country);
    await setMode('ok');
    const [invoice, ...none] = await listed({ view: 'refused', country });
    expect(none).toEqual([]);
    await settle(invoice);
    await issue(country);
    const [note] = await listed({ view: 'refused', country });
    expect(note).toMatchObject({ kind: 'credit-note', faults: expect.stringContaining('ninguna factura') });
    await settle(note, 'invoice_state');
  });

  test('a stopped series is resumed', async () => {
    await setMode('refuse');
    for (const instalment of [4, 5, 6]) {
      const { loanId } = loanOf(country);
      await writePoints(product.deps.db, country, [
        { loanId, instalment, base: 7_000 + instalment, taxDate: today(country) },
      ]);
      await issue(country);
    }
    await setMode('ok');
    const series = async () =>
      (await tools.treasury.call('GET /api/staff/invoices/series', { query: { country } })).body.result[0];
    const stopped = await series();
    expect(stopped).toMatchObject({
      refused: expect.any(Number),
      stopped: expect.stringMatching(/^refusals/),
    });
    const resume = () =>
      tools.treasury.call('POST /api/staff/invoices/series/{id}/resume', {
        params: { id: stopped.id },
        version: stopped.version,
        body: { reason_code: 'cause-solved', reason: 'Era el padrón' },
      });
    expect((await resume()).status).toBe(200);
    expect((await resume()).body.code).toBe('invoice_state');
    expect((await series()).stopped).toBe('');
  });

  test('the day’s check finds amounts that differ', async () => {
    expect(await daysWork(country)).toMatchObject({ broken: 0 });
  });
});
