import type { CountryCode } from '../../src/countries/country-pack.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { demoPerson } from '../../src/server/sandbox/demo/testing/demo-person.ts';
import { type DemoKind, demoPassword } from '../../src/server/sandbox/demo/people.ts';

/** Landing pages of demo customers (docs/demo.md), by what they show. */
export interface Landings {
  readonly pages: readonly (readonly [name: string, path: string])[];
  /** A loan awaiting its payout, with its owner's session. */
  readonly loan: { readonly path: string; readonly session: { token: string; expired: string } };
}

/** Calls a local product as a page of the country does. */
function asker(port: number, country: CountryCode) {
  const host = `${country.toLowerCase()}.localhost`;
  return async function ask<T>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    token?: string,
  ): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        'x-forwarded-host': host,
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

type Ask = ReturnType<typeof asker>;

async function signUp(ask: Ask, country: CountryCode): Promise<string> {
  const { model } = await ask<{ model: { hash: string } }>('POST', '/vendors-api/v1/leads', {
    first_name: 'Ana',
    last_name: 'Pérez',
    email_address: `pages@${country.toLowerCase()}.example.com`,
    birthdate: '1990-05-17',
    country_id: 858,
    whatsapp_tc: true,
    ...testCountry(country).visitor,
  });
  return model.hash;
}

interface Balance {
  readonly model: {
    readonly installments: readonly { id: string; number: number; amount: number; payed: boolean }[];
  };
}

/** Requests a coupon for the next instalment, paid in cash. */
async function askCoupon(ask: Ask, document: string): Promise<string> {
  const query = { document_type: 1, document_number: document };
  const { model } = await ask<Balance>('POST', '/api/v3/balance', query);
  const next = model.installments.find(({ payed }) => !payed);
  if (!next) throw new Error(`${document} owes nothing`);
  const methods = await ask<{ result: readonly { slug: string; on_line: boolean }[] }>(
    'GET',
    '/api/v3/cashin/payment/availables',
  );
  const cash = methods.result.find(({ slug, on_line }) => !on_line && slug !== 'bank-transfer');
  const { result } = await ask<{ result: { hash: string } }>('POST', '/api/v3/payment', {
    ...query,
    payment_method: cash?.slug,
    installments: [{ id: next.id, number: next.number }],
    total: next.amount,
  });
  return result.hash;
}

interface Certificate {
  readonly result: { readonly hash: string; readonly check_url: string };
}

async function issueCertificate(ask: Ask, document: string): Promise<Certificate['result']> {
  const { result } = await ask<Certificate>('POST', '/api/v3/debtfree', {
    document_type: 1,
    document_number: document,
  });
  return (await ask<Certificate>('GET', `/api/v3/debtfree/${result.hash}`)).result;
}

async function loanOnItsWay(ask: Ask, country: CountryCode) {
  const { result: session } = await ask<{ result: { token: string; expired: string } }>(
    'POST',
    '/api/v3/authenticate-new',
    { email: demoPerson(country, 'in-send').email, password: demoPassword },
  );
  const loans = await ask<{ result: readonly { id: string }[] }>(
    'GET',
    '/api/loan',
    undefined,
    session.token,
  );
  const id = loans.result[0]?.id ?? '';
  return { id, session: { token: session.token, expired: session.expired } };
}

/** Creates the data behind the pages, in the product on `port`. */
export async function makeLandings(port: number, country: CountryCode): Promise<Landings> {
  const ask = asker(port, country);
  const numberOf = (kind: DemoKind) => demoPerson(country, kind).documentNumber;
  const [offer, coupon, certificate, loan] = [
    await signUp(ask, country),
    await askCoupon(ask, numberOf('membership')),
    await issueCertificate(ask, numberOf('finished')),
    await loanOnItsWay(ask, country),
  ];
  return {
    pages: [
      ['Offer', `/vendors/${offer}`],
      ['Balance with a loan', `/balance/1/${numberOf('current')}`],
      ['Coupon', `/coupon/${coupon}`],
      ['Certificate', `/libre-deuda/${certificate.hash}`],
      ['Certificate, checked', new URL(certificate.check_url).pathname],
      ['Loan, by its link', `/finish/${loan.id}`],
    ],
    loan: { path: `/ver-prestamo/${loan.id}`, session: loan.session },
  };
}
