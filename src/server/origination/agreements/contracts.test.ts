import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentText, legalDocument } from '../../../countries/papers/terms.ts';
import { packOf } from '../../../countries/index.ts';
import { numberBeforeNoun } from '../../../domain/amount-in-words.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { conformanceFaults } from '../../platform/pdf/testing/conformance.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { flatText, pdfText } from './testing/pdf-text.ts';
import { pageOf, type Page } from './testing/raw-page.ts';
import { writeDocket } from './write-docket.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const finish = 'POST /api/v3/finish-new';
const docket = 'GET /api/v3/loan-docket/{id}';

async function confirm(person: Traveller, membership = false): Promise<string> {
  const { body, status } = await person.call(finish, { body: confirmationOf(person, { membership }) });
  expect(status).toBe(200);
  return body.result.id;
}

/** The loan as its owner sees it, once its documents are written. */
async function withPapers(person: Traveller, id: string) {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const { body } = await person.call('GET /api/v3/loan-new/{id}', { params: { id } });
    if (body.result.files.loan_docket) return body.result;
    if (Date.now() > deadline) throw new Error('the papers were not written within 20 seconds');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const open = (person: Traveller, url: string): Promise<Page> =>
  pageOf(product.port, url, { country: person.country });

const idOf = async (publicId: string): Promise<number> =>
  (
    await product.deps.db
      .selectFrom('loan')
      .select('id')
      .where('public_id', '=', publicId)
      .executeTakeFirstOrThrow()
  ).id;

const filesOnDisk = async () =>
  (await readdir(join(product.dataDir, 'files'))).filter((name) => name.startsWith('contrato-'));

test.each([
  ['Łukasz Ñandú', 'Żółć Çağrı Ő', 'Łukasz Ñandú Żółć Çağrı Ő'],
  // Stored before forms refused characters that documents cannot print.
  ['Ne\u0301stor \u202eĐerić', '😀 שלום', 'Néstor Đerić ? ????'],
])('the contract of %j %j is with %j', async (first, last, printed) => {
  const person = await signUpAndVerify(product, 'AR');
  await product.deps.db
    .updateTable('customer')
    .set({ first_name: first, last_name: last })
    .where('email', '=', person.email)
    .execute();
  const loan = await withPapers(person, await confirm(person));
  const file = await open(person, loan.files.loan_docket.url);
  const text = flatText(file.bytes);
  // As a party to the contract, and in the note.
  expect(text.split(printed).length).toBeGreaterThan(2);
  expect(conformanceFaults(file.bytes)).toEqual([]);
  // No control characters are left, so that the text after the name on its line is complete.
  expect(text.split('').filter((letter) => letter < ' ')).toEqual([]);
});

describe.each([
  ['AR', 'bank-transfer', true, 'Artículo', '2850590940090418135201'],
  ['UY', 'red-pagos', false, 'Ley 17.250', 'Red pagos'],
] as const)('contract and promissory note, %s by %s', (country, delivery, membership, law, destination) => {
  let person: Traveller;
  let loan: Awaited<ReturnType<typeof withPapers>>;
  let file: Page;
  beforeAll(async () => {
    person = await signUpAndVerify(product, country, { delivery });
    loan = await withPapers(person, await confirm(person, membership));
    file = await open(person, loan.files.loan_docket.url);
  });

  test('is a tagged Spanish PDF that a browser opens by the signed address, with its digest', () => {
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(file.headers['content-disposition']).toMatch(/^inline/);
    expect(file.headers['cache-control']).toBe('no-store');
    const digest = createHash('sha256').update(file.bytes).digest('hex');
    expect(loan.files.loan_docket.sha256).toBe(digest);
    expect(file.headers['x-document-sha256']).toBe(digest);
    const raw = file.bytes.toString('latin1');
    expect(raw.startsWith('%PDF-1.7')).toBe(true);
    expect(conformanceFaults(file.bytes)).toEqual([]);
    expect(raw).toContain(`/Lang (${packOf(country).locale})`);
  });

  test('states every figure that the law asks for, as stored at confirmation', async () => {
    const text = flatText(file.bytes);
    const exact = (units: number) =>
      `$${new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2 }).format(units)}`;
    const percent = (rate: number) =>
      `${new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(rate * 100)}%`;
    for (const amount of [loan.amount, loan.amount_delivery, loan.payment, loan.final_amount])
      expect(text).toContain(exact(amount));
    for (const rate of [loan.tna, loan.tea, loan.cftna, loan.cftea]) expect(text).toContain(percent(rate));
    for (const { due_date_format, number } of loan.installments)
      expect(pdfText(file.bytes)).toContain(`${number}\n${due_date_format}\n`);
    expect(text).toContain('6, mensuales');
    expect(text).toContain('Francés, cuota constante, tasa fija');
    expect(text).toContain(destination);
    expect(text).toContain('Ana Pérez');
    expect(text.toLowerCase()).toContain(law.toLowerCase());
    expect(text.includes('se pactó con las condiciones de la membresía')).toBe(membership);
  });

  test('holds the whole terms and the whole note whose digests were accepted', async () => {
    const text = flatText(file.bytes);
    const { db } = product.deps;
    const { documents, at } = await db
      .selectFrom('acceptance')
      .select(['documents', 'at'])
      .where('loan_id', '=', await idOf(loan.id))
      .executeTakeFirstOrThrow();
    const accepted = documents as unknown as {
      name: string;
      version: string;
      sha256: string;
      text?: string;
    }[];
    const printed = [
      [
        'terminos',
        documentText(legalDocument(country, 'terminos', 'Wayni', product.deps.config.lenders[country])),
      ],
      ['pagare', accepted.find(({ name }) => name === 'pagare')?.text ?? ''],
    ] as const;
    for (const [name, words] of printed) {
      const digest = createHash('sha256').update(words).digest('hex');
      expect(accepted.find((document) => document.name === name)?.sha256).toBe(digest);
      for (const paragraph of words.split('\n\n')) expect(text).toContain(paragraph);
    }
    expect(accepted).toHaveLength(3);
    for (const { version, sha256 } of accepted) {
      expect(pdfText(file.bytes)).toContain(sha256);
      expect(text).toContain(version);
    }
    const inWords = numberBeforeNoun(loan.amount);
    expect(text).toContain(inWords);
    const [year, month, day] = at.toISOString().slice(0, 10).split('-');
    expect(text).toContain(`${day}-${month}-${year} ${at.toISOString().slice(11, 19)} UTC`);
    // A document uses a single date format.
    expect(text).not.toMatch(
      /\d{4}-\d\d-\d\d|\d de (enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre) de /,
    );
    expect(text).toContain('Aceptado el (hora local)');
  });

  test('the customer is notified by e-mail, with the page and the digest', async () => {
    const letter = await newestMessage(product, person.email, ({ subject }) => subject.includes('contrato'));
    expect(letter.text).toContain(loan.files.loan_docket.sha256);
    expect(letter.text).toContain(`/ver-prestamo-old/${loan.id}`);
  });
});

describe('access to it', () => {
  let owner: Traveller;
  let other: Traveller;
  let id: string;
  let url: string;
  beforeAll(async () => {
    [owner, other] = await Promise.all([signUpAndVerify(product), signUpAndVerify(product)]);
    id = await confirm(owner);
    url = (await withPapers(owner, id)).files.loan_docket.url;
  });

  test('the owner by token; no other caller, and none in the other country', async () => {
    const ask = (more: object) => product.call(docket, { params: { id }, ...more });
    expect((await ask({ token: owner.token })).status).toBe(200);
    for (const more of [{}, { token: other.token }, { token: owner.token, country: 'UY' as const }])
      expect(await ask(more)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('only the owner is given the address', async () => {
    for (const more of [{}, { token: other.token }]) {
      const { body } = await product.call('GET /api/v3/loan-new/{id}', { params: { id }, ...more });
      expect(body.result.files.loan_docket).toBeNull();
    }
    const list = await owner.call('GET /api/loan');
    expect(list.body.result[0].files.loan_docket.url).toContain(id);
  });

  test('an address that was forged, made for another loan or has ended is not found', async () => {
    const another = await withPapers(other, await confirm(other));
    const forged = [
      url.replace(/expires=\d+/, 'expires=9999999999999'),
      url.replace(/signature=./, 'signature=~'),
      url.replace(id, another.id),
    ];
    for (const address of forged) expect((await open(owner, address)).status).toBe(404);
    expect((await open(owner, url)).status).toBe(200);
    await product.advance(5 * 60_000);
    expect((await open(owner, url)).status).toBe(404);
  });

  test('every reading is recorded', async () => {
    const rows = await product.deps.db
      .selectFrom('event')
      .select('kind')
      .where('loan_id', '=', await idOf(id))
      .where('kind', '=', 'loan-docket-read')
      .execute();
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('once written it never changes', () => {
  test('a second run, a slow first run and a run that was killed before its row give one file and one e-mail', async () => {
    const person = await signUpAndVerify(product);
    const before = (await filesOnDisk()).length;
    const id = await confirm(person);
    const first = (await withPapers(person, id)).files.loan_docket.sha256;
    const loanId = await idOf(id);
    // State after a run was killed between storing the file and its row.
    await sql`alter table loan_docket disable trigger user`.execute(product.deps.db);
    await product.deps.db.deleteFrom('loan_docket').where('loan_id', '=', loanId).execute();
    await sql`alter table loan_docket enable trigger user`.execute(product.deps.db);
    await product.advance(3_600_000);
    await Promise.all([writeDocket(product.deps, loanId), writeDocket(product.deps, loanId)]);
    await writeDocket(product.deps, loanId);
    expect((await withPapers(person, id)).files.loan_docket.sha256).toBe(first);
    expect(await filesOnDisk()).toHaveLength(before + 1);
    const told = await product.deps.db
      .selectFrom('event')
      .select('id')
      .where('loan_id', '=', loanId)
      .where('kind', '=', 'loan-docket-written')
      .execute();
    // Once by the run whose row was deleted, once by later ones.
    expect(told).toHaveLength(2);
  });

  test('a run that is killed at typesetting is done again', async () => {
    const person = await signUpAndVerify(product);
    const id = await confirm(person);
    const dying = () => Promise.reject(new Error('killed'));
    const loanId = await idOf(id);
    await writeDocket(product.deps, loanId, dying).catch(() => undefined);
    expect((await withPapers(person, id)).files.loan_docket.url).toContain(id);
  });

  test('the database refuses to change or remove the row, and an altered file is not served', async () => {
    const person = await signUpAndVerify(product);
    const id = await confirm(person);
    const { url, sha256 } = (await withPapers(person, id)).files.loan_docket;
    const { db } = product.deps;
    await expect(db.updateTable('loan_docket').set({ bytes: 1 }).execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('loan_docket').execute()).rejects.toThrow(/append-only/);
    await expect(db.updateTable('legal_text').set({ words: '' }).execute()).rejects.toThrow(/append-only/);
    const path = join(product.dataDir, 'files', `contrato-${sha256}.pdf`);
    const stored = await readFile(path);
    for (const altered of [
      'otra cosa',
      Buffer.concat([stored.subarray(0, -1), Buffer.of(stored.at(-1)! ^ 1)]),
      stored.subarray(0, 20),
    ]) {
      await writeFile(path, altered);
      expect((await open(person, url)).status).toBe(503);
    }
  });
});
