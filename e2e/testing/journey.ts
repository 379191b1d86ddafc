import { packOf, countryOfHost } from '../../src/countries/index.ts';
import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { cuitsOfDni, type Cuit, parseDni } from '../../src/countries/identifiers/cuit.ts';
import { parseDocument } from '../../src/countries/identifiers/document.ts';
import { cbuNumbered } from '../../src/countries/ar/testing/cbu-numbered.ts';
import { mobileOf, testCountry } from '../../src/countries/testing/test-country.ts';
import { type Answer, api, type ApiOptions } from './api.ts';

/** A person who has signed up and holds an offer, with random data, so that tests share nothing. */
export interface TestLead {
  readonly country: CountryCode;
  readonly hash: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly document: string;
  readonly email: string;
  /** National number, as typed. */
  readonly phone: string;
  /** CUIL of the document; '' in Uruguay. */
  readonly cuit: string;
}

/** A lead with an account and a session. */
export interface TestAccount extends TestLead {
  readonly token: string;
  /** Expiry of the token. */
  readonly expired: string;
}

/** Makes a call that must succeed, and returns its body. */
export async function done(call: string, options: ApiOptions): Promise<Answer['body']> {
  const { status, body } = await api(call, options);
  if (status >= 300) throw new Error(`${call} answered ${status}: ${JSON.stringify(body).slice(0, 400)}`);
  return body;
}

/**
 * Signs a person up. The document's last digit decides the sandbox bureau's answer (docs/product/offer.md#bureau).
 * @param lastDigit 0 is rejected, 9 has no record; 3 to 8, by default, get an offer
 * @param document of an existing person
 */
export async function createLead(
  country: CountryCode = 'AR',
  { lastDigit = randomInt(3, 9), document: given }: { lastDigit?: number; document?: string } = {},
): Promise<TestLead> {
  const document = given ?? newDocument(country, lastDigit);
  const person = {
    country,
    firstName: 'Ana',
    lastName: 'Prueba',
    document,
    email: `ana.${document}.${randomInt(1e9)}@example.com`,
    phone: newPhone(country),
    cuit: newCuit(country, document),
  };
  const { model } = await done('POST /vendors-api/v1/leads', {
    country,
    body: {
      first_name: person.firstName,
      last_name: person.lastName,
      email_address: person.email,
      document_number: document,
      birthdate: '1990-04-23',
      country_id: 858,
      phone: person.phone,
      whatsapp_tc: true,
      bank_code: testCountry(country).banks.atSignup,
    },
  });
  return { ...person, hash: model.hash };
}

/** Signs a person up and creates the account, with no application steps done. */
export async function createAccount(
  country: CountryCode = 'AR',
  options: { lastDigit?: number } = {},
): Promise<TestAccount> {
  const lead = await createLead(country, options);
  const { token, expired } = await done('POST /api/v3/account', {
    country,
    body: { email: lead.email, hash: lead.hash, option: 0, terms: true },
  });
  return { ...lead, token, expired };
}

/** Application steps, by the calls that the screens make. */
export const applyBy = {
  photos: async (account: TestAccount): Promise<void> => {
    await upload('POST /api/v3/upload_avatar', account);
    await upload('POST /api/v3/upload', account, { type: 'front_document' });
    await upload('POST /api/v3/upload', account, { type: 'back_document' });
  },
  address: ({ country, token }: TestAccount): Promise<void> =>
    done('POST /api/v3/address', {
      country,
      token,
      body: {
        country_id: 858,
        province_id: 1,
        city_id: 515,
        street: 'Rivadavia',
        street_number: '1234',
        floor: '2',
        office: 'B',
        zipcode: packOf(country).hasPostalCode ? '1425' : '',
      },
    }),
  bankAccount: ({ country, token, cuit }: TestAccount): Promise<void> =>
    done('POST /api/bank-accounts', {
      country,
      token,
      body: testCountry(country).account(cuit, randomInt(1e12)),
    }),
  delivery: ({ country, token }: TestAccount, deliveryType: 'bank-transfer' | 'red-pagos'): Promise<void> =>
    done('POST /api/v3/delivery-type', { country, token, body: { deliveryType } }),
  card: ({ country, token }: TestAccount): Promise<void> =>
    done('POST /api/v3/card-validation', {
      country,
      token,
      body: { card_type: 'debit', number: visa, holder: 'ANA PRUEBA', expiration_date: '1239', cvv: '123' },
    }),
  phone: async ({ country, token, phone }: TestAccount): Promise<void> => {
    await done('POST /api/v3/sendcode', { country, token, body: { cellphone: phone } });
    await done('POST /api/v3/checkcode', { country, token, body: { code: await phoneCode(phone) } });
  },
};

/** Completes every application step except the review. */
export async function completeApplication(
  account: TestAccount,
  delivery: 'bank-transfer' | 'red-pagos' = 'bank-transfer',
): Promise<void> {
  await applyBy.photos(account);
  await applyBy.address(account);
  const isAsked = packOf(account.country).applicationSteps.some(({ name }) => name === 'delivery');
  if (isAsked) await applyBy.delivery(account, delivery);
  if (delivery === 'bank-transfer') await applyBy.bankAccount(account);
  await applyBy.phone(account);
}

/** Confirms the loan of a complete application, with its longest plan. @returns the loan's id */
export async function confirmLoan(
  { country, token }: TestAccount,
  { membership = false }: { membership?: boolean } = {},
): Promise<string> {
  const { result } = await done('GET /api/v1/clients/credit-ratings', { country, token });
  const variant = result.max_option[membership ? 'membership' : 'no_membership'];
  // Plans with membership are listed from the most instalments down.
  const plan = variant.plans.at(membership ? 0 : -1);
  const confirmed = await done('POST /api/v3/finish-new', {
    country,
    token,
    body: {
      creditStructure: {
        selectedId: plan.id,
        maxId: variant.id,
        installmentsQuantity: plan.installmentsQuantity,
      },
      isMembershipIncluded: membership,
    },
  });
  return confirmed.result.id;
}

/** Code of the newest SMS to a phone; waits as long as a message may take. */
export async function phoneCode(phone: string): Promise<string> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const { body } = await api(`GET /sandbox/messages?to=${phone}`);
    const messages: { channel: string; text: string }[] = Array.isArray(body) ? body : [];
    const code = /\b(\d{4})\b/.exec(messages.find(({ channel }) => channel === 'sms')?.text ?? '')?.[1];
    if (code) return code;
    if (Date.now() > deadline) throw new Error(`no code for ${phone}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Stores a plan of the account's own offer in the page, as the offer screen does; call before `goto`. */
export async function chooseProposal(
  page: Page,
  { country, token }: Pick<TestAccount, 'country' | 'token'>,
  { membership = false }: { membership?: boolean } = {},
): Promise<void> {
  const { result } = await done('GET /api/v1/clients/credit-ratings', { country, token });
  const { membership: withIt, no_membership: without } = result.max_option;
  const stored = {
    'cuota.proposal': JSON.stringify((membership ? withIt : without).plans.at(-1)),
    'cuota.proposal.membership': JSON.stringify(withIt.plans.at(-1)),
    'cuota.proposal.no_membership': JSON.stringify(without.plans.at(-1)),
    'cuota.membership': membership ? '1' : '0',
  };
  await page.addInitScript((values) => {
    if (sessionStorage.getItem('e2e.proposal')) return;
    sessionStorage.setItem('e2e.proposal', '1');
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, stored);
}

/** Overrides the server's environment settings in the page, not before `until` resolves; call before `goto`. */
export async function overrideSettings(
  page: Page,
  settings: Readonly<Record<string, string>>,
  until?: Promise<void>,
): Promise<void> {
  await page.route('**/api/v3/enviroments', async (route) => {
    await until;
    // Not the browser's own request: nothing else resolves ar.localhost.
    const country = countryOfHost(new URL(route.request().url()).hostname);
    const { model, ...rest } = await done('GET /api/v3/enviroments', { country });
    await route.fulfill({ json: { ...rest, model: { ...model, ...settings } } });
  });
}

/** A valid document with the given last digit. */
export function newDocument(country: CountryCode, lastDigit: number): string {
  for (;;) {
    const candidate = `${randomInt(2_000_000, 4_500_000)}${lastDigit}`;
    if (parseDocument(country, candidate).ok) return candidate;
  }
}

/** Random mobile number. */
export function newPhone(country: CountryCode): string {
  const free = 10 ** (packOf(country).maxLengthCellPhone - testCountry(country).mobileStart.length);
  return mobileOf(country, randomInt(free / 10, free));
}

/** CUIL of the document; '' in countries without one. */
export function newCuit(country: CountryCode, document: string): Cuit | '' {
  const dni = parseDni(document);
  return packOf(country).hasLegalNumber && dni.ok ? (cuitsOfDni(dni.value)[0] ?? '') : '';
}

/** A random, valid CBU. */
export const newCbu = (): string => cbuNumbered(randomInt(1e12));

/** Visa number with a correct check digit. */
export const visa = '4111111111111111';

/** The smallest photo that the application takes, 320 × 240 in one colour. */
export const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAUAAAADwAQAAAABZVoDGAAAAIElEQVR42u3BgQAAAADDoPlTH+ECVQEAAAAAAAAAAMA3JnAAAWMcpeUAAAAASUVORK5CYII=',
  'base64',
);

async function upload(call: string, { country, token }: TestAccount, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([photo], { type: 'image/png' }), 'foto.png');
  await done(call, { country, token, form });
}
