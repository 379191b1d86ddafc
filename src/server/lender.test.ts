import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packOf } from '../countries/index.ts';
import { lenderIdentity, lenderNotice } from '../countries/lender.ts';
import { SERVER_ENTRIES } from '../countries/server-entries.ts';
import { docketOfLoan } from './origination/agreements/queries.ts';
import { writeDocket } from './origination/agreements/write-docket.ts';
import { openBody } from './messages/service.ts';
import type { Typesetter } from './papers/service.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from './testing/journey.ts';
import { lenderSettings } from './testing/lender.ts';
import { startProduct, type TestProduct } from './testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  // Nobody writes papers meanwhile: the tests do.
  product = await startProduct({ settings: { ...lenderSettings, ROLE: 'api' } });
});
afterAll(() => product.close());

describe.each([
  ['AR', 'Ciudad Autónoma de Buenos Aires', 'departamento'],
  ['UY', 'Montevideo, departamento de Montevideo', 'apartamento'],
] as const)('the lender of %s', (country, place, unitLabel) => {
  const pack = packOf(country);
  const lender = () => product.deps.config.lenders[country];
  const own = (name: string) => lenderSettings[`LENDER_${name}_${country}`] ?? '';
  const facts = {
    name: own('NAME'),
    taxNumber: own('TAX_NUMBER'),
    address: own('ADDRESS'),
    registration: own('REGISTRATION'),
    email: own('EMAIL'),
    phone: own('PHONE'),
  };
  const domicile = `Corrientes 1234, piso 4, ${unitLabel} B, ${place}`;
  let person: Traveller;
  let loanId: number;
  beforeAll(async () => {
    person = await signUpAndVerify(product, country);
    const home = { province_id: '1', city_id: '515', street: 'Corrientes', street_number: '1234' };
    const { zipcode } = SERVER_ENTRIES[country].sample;
    const body = { ...home, floor: '4', office: 'B', zipcode };
    expect((await person.call('POST /api/v3/address', { body })).status).toBe(200);
    const confirmed = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
    expect(confirmed.status).toBe(200);
    ({ id: loanId } = await product.deps.db
      .selectFrom('loan')
      .select('id')
      .where('public_id', '=', confirmed.body.result.id)
      .executeTakeFirstOrThrow());
  });

  const expectAll = (text: string, expected: readonly string[] = Object.values(facts)) => {
    for (const fact of expected) expect(text).toContain(fact);
  };

  /** What the contract of the loan prints, without storing it. */
  const printedContract = async (deps = product.deps): Promise<string> => {
    let printed = '';
    const look: Typesetter = (document) => {
      printed = JSON.stringify(document.blocks);
      return Promise.reject(new Error('only looked at'));
    };
    await expect(writeDocket(deps, loanId, look)).rejects.toThrow('only looked at');
    return printed;
  };

  test('is the one of the settings', () => {
    expect(lender()).toEqual(facts);
  });

  test('stands in the terms and is responsible in the privacy policy', async () => {
    for (const call of ['GET /api/v3/terms', 'GET /api/v3/policy'] as const) {
      const { content } = (await product.call(call, { country })).body.model.data;
      expectAll(content);
      expect(content).toContain(lenderIdentity(pack, lender()));
    }
  });

  test('reaches every page for its footer', async () => {
    const { model } = (await product.call('GET /api/v3/enviroments', { country })).body;
    const { name, taxNumber, address, registration, email, phone } = facts;
    expect(model).toMatchObject({
      'lender-name': name,
      'lender-tax-number': taxNumber,
      'lender-address': address,
      'lender-registration': registration,
      'lender-email': email,
      'lender-phone': phone,
    });
  });

  test('holds the account that transfers go to', async () => {
    const { body } = await product.call('GET /api/v3/cashin/payment/availables', { country });
    const transfer = body.result.find(({ slug }: { slug: string }) => slug === 'bank-transfer');
    expect(transfer.bank).toEqual({
      entity_name: own('BANK'),
      account_number: own('ACCOUNT'),
      cbu: own('CBU'),
      account_holder: facts.name,
      legal_number: facts.taxNumber,
    });
  });

  test('signs every letter, in text and HTML', async () => {
    const rows = await product.deps.db
      .selectFrom('message')
      .select('body')
      .where('recipient', '=', person.email)
      .where('channel', '=', 'email')
      .execute();
    expect(rows.length).toBeGreaterThan(1);
    for (const { body } of rows) {
      const { text, html } = openBody(product.deps.vault, body!);
      const notice = lenderNotice(pack, 'Wayni', lender());
      expect(text.endsWith(notice)).toBe(true);
      expect(html).toContain(notice);
    }
  });

  test('is owed by the note, which names the whole domicile and so the court', async () => {
    const { documents } = await product.deps.db
      .selectFrom('acceptance')
      .select('documents')
      .where('loan_id', '=', loanId)
      .executeTakeFirstOrThrow();
    const accepted = documents as unknown as { name: string; text?: string }[];
    const note = accepted.find(({ name }) => name === 'pagare')?.text ?? '';
    expect(note).toContain(`a ${lenderIdentity(pack, lender())}, o a su orden`);
    expect(note.split(domicile)).toHaveLength(3);
    expect(note).toMatch(new RegExp(`competentes los tribunales .*, sito en ${domicile}\\.`));
  });

  test('is a party of the contract, with the address of the borrower', async () => {
    expectAll(await printedContract(), [...Object.values(facts), domicile]);
  });

  test('stays that of the acceptance in a contract printed after the company has changed', async () => {
    const { config } = product.deps;
    const next = { ...lender(), name: 'Sucesora S.A.', address: 'Otra calle 1' };
    const lenders = { ...config.lenders, [country]: next };
    await product.deps.db.updateTable('address').set({ street: 'Calle Nueva' }).execute();
    const printed = await printedContract({ ...product.deps, config: { ...config, lenders } });
    expectAll(printed, [...Object.values(facts), domicile]);
    expect(printed).not.toMatch(/Sucesora|Otra calle|Calle Nueva/);
    expect(await docketOfLoan(product.deps.db, loanId)).toBeUndefined();
  });
});
