import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { testCountry } from '../../../countries/testing/test-country.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { parseConfig } from '../../platform/config.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { example } from '../testing/example.ts';
import { localProvider, type GivenAnswer, type LocalProvider } from '../testing/local-provider.ts';
import { arcaInvoicing } from './arca.ts';
import { cfeInvoicing } from './cfe.ts';
import type { FiscalDocument, Invoicing } from './port.ts';
import { makeCertificate, verified } from './sandbox-arca.ts';
import { loginRequest, signedRequest, ticketOf } from './wsaa.ts';

let product: TestProduct;
let certificate: Awaited<ReturnType<typeof makeCertificate>>;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  certificate = await makeCertificate();
});
afterAll(() => product.close());

const xml = (name: string): GivenAnswer => ({
  status: name.includes('fault') ? 500 : 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: readFileSync(join(import.meta.dirname, 'examples', `${name}.xml`), 'utf8'),
});

const providers: LocalProvider[] = [];
afterEach(async () => {
  providers.splice(0).forEach((one) => one.close());
  await product.call('POST /sandbox/providers/{name}', {
    params: { name: 'invoicing' },
    body: { mode: 'ok' },
  });
  await forgetTicket();
});

async function forgetTicket(): Promise<void> {
  const { db } = product.deps;
  await db
    .updateTable('invoicing_ticket')
    .set({ ticket: null, expires_at: null, login_until: null })
    .execute();
  await sql`delete from sandbox where name = 'invoicing-ticket'`.execute(db);
}

/** ARCA that answers with these examples, by call. */
async function arca(answers: Readonly<Record<string, string>>) {
  const provider = await localProvider(({ headers, path }) => {
    if (path.endsWith('LoginCms')) return xml(answers['login'] ?? 'login-answer');
    const call = /FEV1\/(\w+)"/.exec(String(headers['soapaction']))?.[1] ?? '';
    return xml(answers[call] ?? '');
  });
  providers.push(provider);
  const clock = { now: () => new Date('2026-11-27T13:00:00Z') };
  const { db, vault } = product.deps;
  const wsaaUrl = `${provider.url}/ws/services/LoginCms`;
  const settings = {
    wsaaUrl,
    wsfeUrl: `${provider.url}/wsfev1/service.asmx`,
    cuit: '30999999907',
    pointOfSale: 3,
  };
  return { provider, issuer: arcaInvoicing({ ...settings, ...certificate, db, vault, clock }) };
}

const document: FiscalDocument = {
  kind: 'invoice',
  pointOfSale: 3,
  number: 41,
  issuedOn: calendarDate('2026-11-25'),
  taxDate: calendarDate('2026-11-20'),
  net: centavos(1_000_041),
  tax: centavos(210_009),
  customer: { kind: 'document', number: '28123456', name: 'Ana' },
  corrects: [],
};
const note: FiscalDocument = {
  ...document,
  kind: 'credit-note',
  corrects: [{ pointOfSale: 3, number: 40, issuedOn: calendarDate('2026-11-10') }],
};

const soapHeaders = { 'content-type': 'text/xml; charset=utf-8' };
const lastAnswer = (number: string, before = '') =>
  `<?xml version="1.0"?>${before}<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
  <FECompUltimoAutorizadoResponse xmlns="http://ar.gov.afip.dif.FEV1/"><FECompUltimoAutorizadoResult><PtoVta>3</PtoVta>
  <CbteTipo>6</CbteTipo><CbteNro>${number}</CbteNro></FECompUltimoAutorizadoResult></FECompUltimoAutorizadoResponse>
  </soap:Body></soap:Envelope>`;
const hostile = (entity: string) =>
  lastAnswer(
    entity,
    `<!DOCTYPE a [<!ENTITY o "4"><!ENTITY lol "${'&o;'.repeat(8)}"><!ENTITY file SYSTEM "file:///etc/hostname">]>`,
  );

/** Elements with text, in the order of the message. */
const leaves = (body: string) =>
  Array.from(body.matchAll(/<\w+:(\w+)>([^<]*)<\/\w+:\1>/g), ([, name, text]) => [name, text]);

describe('ARCA by its documents', () => {
  test('a request has the elements of the manual, in their order, with exact amounts', async () => {
    const { issuer, provider } = await arca({ FECAESolicitar: 'solicit-accepted' });
    await issuer.send(note);
    const sent = provider.received.at(-1);
    const expected = example('invoicing', 'solicit-request');
    const found = leaves(sent?.body ?? '');
    expect(found.slice(0, 3)).toEqual([
      ['Token', 'PD94bWwgdG9rZW4='],
      ['Sign', 'c2lnbg=='],
      ['Cuit', '30999999907'],
    ]);
    expect(Object.fromEntries(found.slice(3, 6))).toEqual(expected['FeCabReq']);
    expect(found.slice(6)).toEqual(expected['FECAEDetRequest']);
    expect(sent?.headers['soapaction']).toBe('"http://ar.gov.afip.dif.FEV1/FECAESolicitar"');
    expect(sent?.headers['content-type']).toBe('text/xml; charset=utf-8');
  });

  test('accepted, refused, found, unknown', async () => {
    const accepted = await arca({ FECAESolicitar: 'solicit-accepted', FECompConsultar: 'consult-found' });
    const answer = { state: 'authorised', code: '76477123456789', codeUntil: '2026-12-07' };
    expect(await accepted.issuer.send(document)).toMatchObject(answer);
    expect(await accepted.issuer.query(document)).toMatchObject(answer);
    expect(await accepted.issuer.query({ ...document, net: centavos(1) })).toEqual({ state: 'taken' });
    const refused = await arca({ FECAESolicitar: 'solicit-refused', FECompConsultar: 'consult-unknown' });
    const faults = [{ code: '10015', message: 'El campo DocNro no es válido' }];
    expect(await refused.issuer.send(document)).toEqual({ state: 'refused', faults });
    expect(await refused.issuer.query(document)).toEqual({ state: 'not-found' });
  });

  test('the QR code is an address with the document as JSON', async () => {
    const { issuer } = await arca({ FECAESolicitar: 'solicit-accepted' });
    const answer = await issuer.send(document);
    const url = new URL(answer.state === 'authorised' ? answer.checkUrl : '');
    expect(url.origin + url.pathname).toBe('https://www.afip.gob.ar/fe/qr/');
    expect(JSON.parse(Buffer.from(url.searchParams.get('p') ?? '', 'base64').toString())).toEqual({
      ver: 1,
      fecha: '2026-11-25',
      cuit: 30999999907,
      ptoVta: 3,
      tipoCmp: 6,
      nroCmp: 41,
      importe: 12100.5,
      moneda: 'PES',
      ctz: 1,
      tipoDocRec: 96,
      nroDocRec: 28123456,
      tipoCodAut: 'E',
      codAut: 76477123456789,
    });
  });

  test('the login is signed and shared, and a second ticket is not given', async () => {
    const { issuer, provider } = await arca({ FECompConsultar: 'consult-found' });
    await Promise.all(Array.from({ length: 5 }, () => issuer.query(document)));
    const logins = provider.received.filter(({ path }) => path.endsWith('LoginCms'));
    expect(logins).toHaveLength(1);
    const [[, signed]] = leaves(logins[0]?.body ?? '') as [[string, string]];
    const request = await verified(signed);
    expect(request).toContain('<service>wsfe</service>');
    expect(request).toContain('<generationTime>2026-11-27T12:50:00Z</generationTime>');
    expect(await verified(signed.replace('A', 'B'))).toBeUndefined();
    const row = await product.deps.db.selectFrom('invoicing_ticket').selectAll().executeTakeFirstOrThrow();
    expect(row.ticket?.includes('PD94')).toBe(false);
    await forgetTicket();
    const busy = await arca({ login: 'login-fault' });
    await expect(busy.issuer.query(document)).rejects.toThrow('coe.alreadyAuthenticated');
    await forgetTicket();
  });

  test.each([
    ['entities that unfold', hostile('&lol;'), /SOAP: /],
    ['a file of ours', hostile('&file;'), /SOAP: /],
    ['an answer without end', lastAnswer('1'.repeat(3 * 1024 * 1024)), /SOAP: .*maxContentLength/],
    ['an empty number, which is not zero', lastAnswer(''), /no clear answer/],
    ['a number that is none', lastAnswer('0x29'), /no clear answer/],
  ])('%s: no number, and nothing that was not asked for', async (_what, body, why) => {
    const provider = await localProvider(({ path }) =>
      path.endsWith('LoginCms') ? xml('login-answer') : { status: 200, headers: soapHeaders, body },
    );
    providers.push(provider);
    const { db, vault } = product.deps;
    const clock = { now: () => new Date('2026-11-27T13:00:00Z') };
    const issuer = arcaInvoicing({
      wsaaUrl: `${provider.url}/ws/services/LoginCms`,
      wsfeUrl: `${provider.url}/wsfev1/service.asmx`,
      cuit: '30999999907',
      pointOfSale: 3,
      ...certificate,
      db,
      vault,
      clock,
    });
    await expect(issuer.last('invoice')).rejects.toThrow(why);
  });

  test('a failure names no ticket', async () => {
    const { issuer, provider } = await arca({ FECompConsultar: 'consult-found' });
    await issuer.query(document);
    provider.close();
    const failed = await issuer.query(document).catch((error: unknown) => error);
    expect(String(failed)).toMatch(/SOAP: /);
    expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toContain('PD94');
  });
});

describe('the Uruguayan provider', () => {
  const answer = {
    customer: { number: document.customer.number },
    issued_on: document.issuedOn,
    total: '12100.50',
    code: '90210',
    code_until: '2026-12-07',
    check_url: 'https://www.efactura.dgi.gub.uy/consultaQR/cfe?1',
  };
  const asked = async (body: unknown) => {
    const provider = await localProvider(() => ({ status: 200, body }));
    providers.push(provider);
    return cfeInvoicing({ baseUrl: provider.url, token: 'secret', pointOfSale: 1 }).query(document);
  };

  test('is believed with an address that a borrower may be led to', async () => {
    expect(await asked(answer)).toMatchObject({ state: 'authorised', checkUrl: answer.check_url });
  });

  test.each([
    ['an address without TLS', { ...answer, check_url: 'http://www.efactura.dgi.gub.uy/' }],
    ['code for an address', { ...answer, check_url: 'javascript:alert(1)' }],
    ['a day that does not exist', { ...answer, code_until: '2026-02-30' }],
    ['no code', { ...answer, code: '' }],
    ['something else', '<html>'],
    ['an answer without end', `"${'x'.repeat(2 * 1024 * 1024)}"`],
  ])('is not believed with %s, and the document is asked for again', async (_what, body) => {
    expect(await asked(body).catch(() => 'asked again')).toBe('asked again');
  });
});

const setMode = (mode: string) =>
  product.call('POST /sandbox/providers/{name}', { params: { name: 'invoicing' }, body: { mode } });

describe.each(['AR', 'UY'] as const)('every issuer keeps the same promises: %s', (country: CountryCode) => {
  const issuer = (): Invoicing => product.deps.ports.invoicing(country)!;
  const today = () => localDate(product.deps.clock.now(), country);
  const next = async (more: Partial<FiscalDocument> = {}): Promise<FiscalDocument> => {
    const kind = more.kind ?? 'invoice';
    const number = (await issuer().last(kind)) + 1;
    const tax = centavos(Math.round(1_000_041 * testCountry(country).taxRate));
    return { ...document, pointOfSale: 1, number, issuedOn: today(), taxDate: today(), tax, ...more };
  };

  test('a number is given once, and asked for it says what it is', async () => {
    const one = await next();
    expect(await issuer().query(one)).toEqual({ state: 'not-found' });
    const first = await issuer().send(one);
    expect(first.state).toBe('authorised');
    expect(await issuer().send(one)).toEqual(first);
    expect(await issuer().query(one)).toEqual(first);
    const other = { ...one, customer: { ...one.customer, number: '28999999' } };
    expect(await issuer().send(other)).toEqual({ state: 'taken' });
    expect(await issuer().query(other)).toEqual({ state: 'taken' });
    const far = { ...one, number: one.number + 5 };
    expect(await issuer().send(far)).toEqual({ state: 'out-of-step', last: one.number });
    expect(await issuer().isUp()).toBe(true);
  });

  test('a credit note names its invoice', async () => {
    const one = await next();
    await issuer().send(one);
    const corrects = [{ pointOfSale: 1, number: one.number, issuedOn: one.issuedOn }];
    expect((await issuer().send(await next({ kind: 'credit-note', corrects }))).state).toBe('authorised');
  });

  test('an unknown person is refused, and the number stays free', async () => {
    const one = await next();
    const unknown = { ...one, customer: { ...one.customer, number: '28120000' } };
    expect(await issuer().send(unknown)).toMatchObject({
      state: 'refused',
      faults: [{ code: expect.any(String) }],
    });
    expect((await issuer().send(one)).state).toBe('authorised');
  });

  test('an answer lost before or after numbering is found out', async () => {
    await setMode('lose-answers');
    const answers: (string | undefined)[] = [];
    let lost = 0;
    for (let turn = 0; turn < 10; turn += 1) {
      await setMode('ok');
      const one = await next();
      await setMode('lose-answers');
      const answer = await issuer()
        .send(one)
        .catch(() => undefined);
      if (answer === undefined) lost += 1;
      answers.push((answer ?? (await issuer().query(one))).state);
    }
    expect(new Set(answers).difference(new Set(['authorised', 'not-found'])).size).toBe(0);
    expect(lost).toBeGreaterThan(1);
  });

  test('away, it says nothing', async () => {
    const one = await next();
    await setMode('away');
    await expect(issuer().send(one)).rejects.toThrow(/hang up|fetch failed|reset/);
    await setMode('ok');
    expect((await issuer().send(one)).state).toBe('authorised');
  });
});

describe('the stand-in of ARCA', () => {
  const issuer = () => product.deps.ports.invoicing('AR')!;

  test('expires tickets, and the next call logs in again', async () => {
    await setMode('expire-tickets');
    const before = await issuer().last('invoice');
    expect(await issuer().last('invoice')).toBe(before);
  });

  test.each([
    ['skewed-clock', 'xml.generationTime.invalid'],
    ['expired-certificate', 'cms.cert.expired'],
  ])('%s: no ticket', async (mode, fault) => {
    await setMode(mode);
    await expect(issuer().last('invoice')).rejects.toThrow(fault);
    await setMode('ok');
    expect(await issuer().last('invoice')).toBeGreaterThanOrEqual(0);
  });

  test('a lost ticket has to end first', async () => {
    await issuer().last('invoice');
    await product.deps.db.updateTable('invoicing_ticket').set({ ticket: null, expires_at: null }).execute();
    await expect(issuer().last('invoice')).rejects.toThrow('coe.alreadyAuthenticated');
    await product.advance(13 * 3_600_000);
    expect(await issuer().last('invoice')).toBeGreaterThanOrEqual(0);
  });
});

test('one login at a time, whose place is free after a minute', async () => {
  const { db, vault } = product.deps;
  let logins = 0;
  const provider = await localProvider(() => {
    logins += 1;
    return xml('login-answer');
  });
  providers.push(provider);
  const clock = { now: () => new Date('2026-11-27T13:00:00Z') };
  const settings = { url: provider.url, ...certificate, db, vault, clock };
  await db
    .updateTable('invoicing_ticket')
    .set({ login_until: sql<Date>`now() + interval '1 second'` })
    .execute();
  const tickets = await Promise.all(Array.from({ length: 8 }, () => ticketOf(settings)));
  expect(logins).toBe(1);
  expect(new Set(tickets.map(({ token }) => token)).size).toBe(1);
  expect(
    await verified(await signedRequest(loginRequest(clock.now()), certificate.certificate, certificate.key)),
  ).toContain('wsfe');
});

test('the settings are a certificate and its own key', async () => {
  const [own, other] = [await makeCertificate(), await makeCertificate()];
  const given = (pem: string, key: string) =>
    parseConfig({
      DATA_DIR: newFolder(),
      ARCA_CERTIFICATE: pem,
      ARCA_KEY: key,
      ARCA_POINT_OF_SALE: '3',
    });
  const { privateKey: curve } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  expect(given(own.certificate, own.key).ARCA_POINT_OF_SALE).toBe(3);
  for (const [pem, key] of [
    [own.certificate, other.key],
    [own.certificate, curve],
    [own.certificate, own.key.slice(0, 200)],
    [own.certificate.slice(0, 200), own.key],
  ] as const) {
    const failure = (): unknown => given(pem, key);
    expect(failure).toThrow(/ARCA_CERTIFICATE and ARCA_KEY are wrong/);
    expect(failure).not.toThrow(key.slice(60, 100));
  }
});
