import { afterAll, beforeAll, expect, test } from 'vitest';
import { asChecked } from '../../testing/as-checked.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import type { CountryCode } from '../../../countries/countries.ts';
import { cashIn, otherThan, testCountry } from '../../../countries/testing/test-country.ts';
import { COUNTRIES } from '../../../countries/countries.ts';
import { centavos } from '../../../domain/money.ts';
import { transaction } from '../../platform/database.ts';
import { todayOf } from '../../servicing/debits/testing/debtor.ts';
import { reportPayment } from '../../servicing/payments/reports/report.ts';
import { addTicket } from '../../sandbox/routes.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { signUp } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let agent: StaffMember;
const people = new Map<CountryCode, Borrower>();

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  agent = await signInAs(product, 'agent');
  for (const country of ['AR', 'UY'] as const) people.set(country, await borrower(product, country));
});
afterAll(() => product.close());

const search = async (text: string, by = agent) =>
  (await by.call('POST /api/staff/search', { body: { text } })).body;
const customerOf = (one: Borrower) =>
  product.deps.db
    .selectFrom('customer')
    .innerJoin('loan', 'loan.customer_id', 'customer.id')
    .select(['customer.id', 'customer.email', 'customer.cellphone', 'customer.document_number'])
    .where('loan.id', '=', one.loanId)
    .executeTakeFirstOrThrow();
const setCountries = (countries: string[]) =>
  product.deps.db.updateTable('staff_member').set({ countries }).where('id', '=', Number(agent.id)).execute();

test.each(['AR', 'UY'] as const)('%s: one box finds a person by all that names them', async (country) => {
  const one = people.get(country)!;
  const person = await customerOf(one);
  const id = String(person.id);
  const { db, clock } = product.deps;
  const paid = await one.ask([1], cashIn(country));
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  const { reference } = await db
    .selectFrom('payment_request')
    .select('reference')
    .where('loan_id', '=', one.loanId)
    .executeTakeFirstOrThrow();
  // Ends no other figure of these people.
  const digits = String(4407 + COUNTRIES.indexOf(country));
  await db
    .insertInto('card')
    .values({
      customer_id: person.id,
      gateway: 'sandbox',
      token: `t-${id}`,
      brand: 'visa',
      last_four: digits,
      holder: 'ANA',
      expires_month: 1,
      expires_year: 2030,
      created_at: clock.now(),
    })
    .execute();
  const kept = await db
    .selectFrom('bank_account')
    .select('account_number')
    .where('customer_id', '=', person.id)
    .executeTakeFirst();
  const account = String(kept?.account_number ?? '');
  const { reference: transfer } = await db
    .selectFrom('payout')
    .select('reference')
    .where('loan_id', '=', one.loanId)
    .executeTakeFirstOrThrow();
  const texts: [text: string, kind: string][] = [
    [person.document_number, 'document'],
    [person.email.toUpperCase(), 'email'],
    [person.cellphone, 'phone'],
    [`0${person.cellphone}`, 'phone'],
    [`${testCountry(country).phone.internationalPrefix} ${person.cellphone}`, 'phone'],
    [`#${one.loanId}`, 'loan'],
    [one.publicId, 'loan'],
    [`https://sitio.example/ver-prestamo/${one.publicId}`, 'loan'],
    [reference, 'payment'],
    [digits, 'card'],
    [person.email.slice(1, 12), 'email-part'],
    [transfer, 'transfer'],
    ...(account === ''
      ? []
      : [account, account.slice(-4)].map((text): [string, string] => [text, 'account'])),
  ];
  for (const [text, kind] of texts) {
    const { result } = await search(text);
    const hit = result.find((each: { customer: string }) => each.customer === id);
    expect(hit, text).toMatchObject({ kind, country });
    expect(hit.document).toBe(`•••${person.document_number.slice(-3)}`);
  }
});

test.each([
  ['AR', '27547230'],
  ['UY', '34126680'],
] as const)('%s: somebody refused at sign-up is found by document', async (country, document) => {
  await signUp(product, country, {
    documentNumber: document,
    email: `n.${document}@example.com`,
    parameter: '',
  });
  const { result, signups } = await search(document);
  expect(result).toEqual([]);
  expect(signups).toEqual([
    expect.objectContaining({
      country,
      document: `•••${document.slice(-3)}`,
      decision: expect.objectContaining({
        rule: 'bureau-bad',
        is_refusal: true,
        is_live: true,
        told: expect.stringMatching(/^En la central de deudores .* volvé a consultarnos\.$/),
      }),
    }),
  ]);
  expect(JSON.stringify(signups)).not.toContain(document);
  // A person who may not see the country, and the person themselves, learn nothing.
  await setCountries([otherThan(country)]);
  expect((await search(document)).signups).toEqual([]);
  await setCountries(['AR', 'UY']);
  const { db } = product.deps;
  const own = (value: string) =>
    db.updateTable('staff_member').set({ own_document: value }).where('id', '=', Number(agent.id)).execute();
  await own(document);
  expect((await search(document)).signups).toEqual([]);
  await own('');
});

test('somebody with an account is found as a customer only', async () => {
  const { document_number: document } = await customerOf(people.get('AR')!);
  expect(await search(document)).toMatchObject({ result: [{ kind: 'document' }], signups: [] });
});

test('a ticket is found by its number, with whom it is of', async () => {
  const { document_number: document } = await customerOf(people.get('AR')!);
  const ticket = await addTicket(product.deps, 'AR', {
    document_number: document,
    subject: 'No entiendo mi cuota',
    status: 'open',
  });
  const { result } = await search(ticket!);
  expect(result).toEqual([
    expect.objectContaining({ kind: 'ticket', ticket: expect.stringMatching(/^\d+$/) }),
  ]);
  expect((await search(`#${result[0].ticket}`)).result).toContainEqual(result[0]);
});

test('a ticket is found by the number that the customer reads, in any case', async () => {
  const id = await addTicket(product.deps, 'AR', {
    document_number: (await customerOf(people.get('AR')!)).document_number,
    subject: 'No me llegó el comprobante',
    status: 'open',
  });
  const number = id!.slice(0, 8);
  expect((await search(number.toUpperCase())).result).toContainEqual(
    expect.objectContaining({ kind: 'ticket', found: number }),
  );
});

test('a name is found by the beginnings of its words, in any order and without accents', async () => {
  const { id } = await customerOf(people.get('AR')!);
  await product.deps.db
    .updateTable('customer')
    .set({ first_name: 'María José', last_name: "Núñez-D'Angelo" })
    .where('id', '=', id)
    .execute();
  for (const text of ['Nuñez', 'nunez maria', 'ANGELO, José', 'mar ang', 'D’Angelo'])
    expect((await search(text)).result, text).toContainEqual(
      expect.objectContaining({ kind: 'name', customer: String(id), name: "María José Núñez-D'Angelo" }),
    );
  // No word begins with this text.
  expect((await search('ngelo maria')).result).toEqual([]);
});

test('the code of a withdrawal', async () => {
  const { id, document_number: document, email } = await customerOf(people.get('AR')!);
  const { db, clock } = product.deps;
  await db
    .insertInto('withdrawal')
    .values({
      code: 'ARR-0000004711',
      country: 'AR',
      kind: 'loan',
      document_number: document,
      email,
      customer_id: id,
      requested_at: clock.now(),
    })
    .execute();
  expect((await search('arr 0000004711')).result).toEqual([
    expect.objectContaining({ kind: 'withdrawal', customer: String(id), found: 'ARR-0000004711' }),
  ]);
});

test('unidentified money is found by the network’s number, with the right to read money', async () => {
  const { deps } = product;
  await transaction(deps.db, (tx) =>
    reportPayment(tx, deps, {
      country: 'AR',
      source: 'rapipago',
      reportId: 'RED-4711',
      reference: '',
      amount: centavos(10_000),
      currency: 'ARS',
      paidOn: todayOf(product, 'AR'),
      text: '',
    }),
  );
  expect((await search('RED-4711')).result).toEqual([]);
  const hits = (await search('RED-4711', await signInAs(product, 'treasury'))).result;
  expect(hits).toEqual([
    expect.objectContaining({ kind: 'unmatched', customer: '', report: expect.stringMatching(/^\d+$/) }),
  ]);
});

test('a person of another country than one’s own is not found', async () => {
  const { document_number: document, email } = await customerOf(people.get('UY')!);
  await setCountries(['AR']);
  for (const text of [document, email, `#${people.get('UY')!.loanId}`, people.get('UY')!.publicId])
    expect(
      (await search(text)).result.filter((hit: { country: string }) => hit.country !== 'AR'),
      text,
    ).toEqual([]);
  await setCountries(['AR', 'UY']);
  expect((await search(document)).result).toHaveLength(1);
});

test('other texts find nothing, and a list is bounded', async () => {
  for (const text of ['', 'Nadie Se-Llama Así', '%', "' or 1=1 --", '99999999999999', '\\'])
    expect(await search(text), text).toMatchObject({ result: [], more: false });
  const { db } = product.deps;
  const { id } = await customerOf(people.get('AR')!);
  const template = await db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { id: _id, version: _version, ...row } = template;
  await db
    .insertInto('customer')
    .values(
      Array.from({ length: 25 }, (_none, index) => ({
        ...row,
        hash: `same-phone-${index}`,
        email: `same-phone-${index}@example.com`,
        document_number: asChecked<DocumentNumber>(String(5_000_000 + index)),
        cellphone: asChecked<CellPhone>('1144440000'),
        // At most one holder has proved a number.
        phone_proved_at: null,
        referral_code: `same-phone-${index}`,
      })),
    )
    .execute();
  const many = await search('11 4444-0000');
  expect(many.result).toHaveLength(20);
  expect(many.more).toBe(true);
});

test('each search is in the audit, without its text', async () => {
  const { document_number: document, email } = await customerOf(people.get('AR')!);
  await search(document);
  await search(email);
  const rows = await product.deps.db
    .selectFrom('staff_audit')
    .selectAll()
    .where('action', '=', 'POST /api/staff/search')
    .where('staff_id', '=', Number(agent.id))
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(rows.map(({ after }) => after)).toEqual([
    { kinds: ['email'], text: expect.stringMatching(/^.•••@/), found: 1 },
    { kinds: expect.arrayContaining(['document']), text: `•••${document.slice(-3)}`, found: 1 },
  ]);
  expect(JSON.stringify(rows)).not.toContain(document);
  expect(JSON.stringify(rows)).not.toContain(email);
});
