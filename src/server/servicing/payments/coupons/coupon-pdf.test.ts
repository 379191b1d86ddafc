import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { flatText } from '../../../origination/agreements/testing/pdf-text.ts';
import { type Page, pageOf } from '../../../origination/agreements/testing/raw-page.ts';
import { conformanceFaults } from '../../../platform/pdf/testing/conformance.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { barcodeOf } from './coupon-sheet.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';

let product: TestProduct;
let ar: Borrower;
let uy: Borrower;
beforeAll(async () => {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const { buffer } = new Uint8Array(await readFile(wasm));
  prepareZXingModule({ overrides: { wasmBinary: buffer } });
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [ar, uy] = await Promise.all([borrower(product, 'AR', 6), borrower(product, 'UY', 6)]);
});
afterAll(() => product.close());

const couponOf = async ({ country }: Borrower, hash: string, token?: string) =>
  (
    await product.call('GET /api/v3/coupon/{hash}', {
      params: { hash },
      country,
      ...(token === undefined ? {} : { token }),
    })
  ).body.result;
const fetchPdf = ({ country }: Borrower, path: string): Promise<Page> =>
  pageOf(product.port, path, { country });
const ask = async (one: Borrower, number: number, method: string): Promise<string> =>
  (await one.ask([number], method)).body.result.hash;

/** Reads a symbol as a scanner does: black bars on white, four pixels a module. */
async function scanned(text: string): Promise<string[]> {
  const { modules, bars } = barcodeOf(text);
  const scale = 4;
  const rects = bars.map(
    ({ at, width }) =>
      `<rect x="${(10 + at - width / 2) * scale}" y="0" width="${width * scale}" height="80"/>`,
  );
  const size = `width="${(modules + 20) * scale}" height="80"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#fff"/>${rects.join('')}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return (await readBarcodes(new Uint8Array(png), { formats: ['Code128'] })).map((found) => found.text);
}

test.each(['999907673624261100000000001234500000000099', '00000000012345', '7'])(
  '%s is read back from its bars',
  async (text) => {
    expect(await scanned(text)).toEqual([text]);
  },
);

test.each([
  ['ar', 'pago-facil', 'Pago Fácil', 'DNI'],
  ['uy', 'abitab', 'Abitab', 'Cédula'],
] as const)(
  '%s: a coupon of %s is one page with all that the till needs',
  async (who, method, name, document) => {
    const one = who === 'ar' ? ar : uy;
    const hash = await ask(one, 1, method);
    const own = await couponOf(one, hash, one.person.token);
    const page = await fetchPdf(one, own.pdf_url);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('application/pdf');
    expect(page.headers['content-disposition']).toContain('attachment; filename="cupon-');
    expect(page.bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(conformanceFaults(page.bytes)).toEqual([]);
    const text = flatText(page.bytes);
    for (const words of [
      'Cupón de pago',
      `Después del ${own.due_date} no uses este comprobante`,
      name,
      own.barcode,
      `$${new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, useGrouping: 'always' }).format(own.amount)}`,
      `Pagalo hasta el ${own.due_date}`,
      'Ana Pérez',
      document,
      'Cuota 1',
      `Número de préstamo ${one.loanId}`,
    ])
      expect(text).toContain(words);
  },
);

test('a transfer names the account and the reference, and draws no code', async () => {
  const hash = await ask(uy, 2, 'bank-transfer');
  const own = await couponOf(uy, hash, uy.person.token);
  const { bytes } = await fetchPdf(uy, own.pdf_url);
  expect(conformanceFaults(bytes)).toEqual([]);
  const text = flatText(bytes);
  for (const words of ['Pago por transferencia', 'BROU', own.bank.account_number, own.reference, 'RUT'])
    expect(text).toContain(words);
});

test('the hash alone, or an altered or ended address, gives it without the name', async () => {
  const hash = await ask(ar, 2, 'rapipago');
  const { pdf_url: strangers } = await couponOf(ar, hash);
  expect(strangers).toBe(`/api/v3/coupon/${hash}/pdf`);
  const { pdf_url: own } = await couponOf(ar, hash, ar.person.token);
  const later = own.replace(/expires=\d+/, (pair: string) => `expires=${Number(pair.slice(8)) + 1}`);
  for (const path of [strangers, later]) {
    const text = flatText((await fetchPdf(ar, path)).bytes);
    expect(text).toContain('A*** P***');
    expect(text).not.toContain('Pérez');
    expect(text).not.toContain('Número de préstamo');
  }
  await product.advance(61 * 60_000);
  expect(flatText((await fetchPdf(ar, own)).bytes)).not.toContain('Pérez');
});

test('there is none of a card payment, of one that has ended, of another country, or more than 60 an hour', async () => {
  const card = await ask(ar, 3, 'debit-card');
  expect((await couponOf(ar, card)).pdf_url).toBe('');
  expect((await fetchPdf(ar, `/api/v3/coupon/${card}/pdf`)).status).toBe(404);
  const hash = await ask(ar, 4, 'pago-facil');
  const path = `/api/v3/coupon/${hash}/pdf`;
  expect((await fetchPdf(uy, path)).status).toBe(404);
  for (let time = 0; time < 60; time += 1) expect((await fetchPdf(ar, path)).status).toBe(200);
  expect((await fetchPdf(ar, path)).status).toBe(429);
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
  expect((await fetchPdf(ar, path)).status).toBe(409);
  expect((await couponOf(ar, hash)).pdf_url).toBe('');
});

test('the coupon says what it pays and what became of the money', async () => {
  const hash = await ask(uy, 3, 'red-pagos');
  expect(await couponOf(uy, hash)).toMatchObject({ kind: 'coupon', installments: [3], report: null });
  const { amount } = await couponOf(uy, hash);
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash }, body: { amount: 10 } });
  expect(amount).toBeGreaterThan(10);
  expect(await couponOf(uy, hash)).toMatchObject({
    state: 'paid',
    report: { outcome: 'partial', amount: 10 },
  });
  await product.call('POST /sandbox/payments/{hash}/reverse', { params: { hash } });
  expect(await couponOf(uy, hash)).toMatchObject({
    state: 'reversed',
    report: { outcome: 'reversed', amount: 10 },
  });
});
