import type { Updateable } from 'kysely';
import type { DB } from '../platform/database-types.ts';
import { asChecked } from './as-checked.ts';
import { known } from '../../countries/identifiers/checked.ts';
import { parseDni, cuitsOfDni } from '../../countries/identifiers/cuit.ts';
import type { DocumentNumber } from '../../countries/country.ts';
import { ENTRIES } from '../../countries/entries.ts';
import { banksOf } from '../../countries/lists.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import { parseDocument } from '../../countries/identifiers/document.ts';
import { packOf } from '../../countries/index.ts';
import type { CallKey } from '../../contract/contract.ts';
import type { CountryCode, DeliveryType } from '../../countries/country-pack.ts';
import { hashIn, messageOf, newestMessage } from './people.ts';
import { photo, photoForm } from './photos.ts';
import type { CallOptions, TestAnswer, TestProduct } from './product.ts';

/** A person taken from sign-up to the review screen by API calls alone. */
export interface Traveller {
  readonly country: CountryCode;
  readonly token: string;
  readonly email: string;
  readonly documentNumber: DocumentNumber;
  readonly leadHash: string;
  /** The `credit-ratings` answer. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly offer: any;
  readonly call: (key: CallKey, options?: CallOptions) => Promise<TestAnswer>;
}

export interface JourneyOptions {
  /** By default a good record with a high maximum, different each time. */
  readonly documentNumber?: string;
  /** How the money is delivered; default by bank transfer. */
  readonly delivery?: DeliveryType;
  /** Query of the landing address, as the browser keeps it. */
  readonly parameter?: string;
  /** Argentina only. Defaults to the sample account; for a referee, to one other than the referrer's. */
  readonly accountNumber?: string;
  /** Steps to skip, for tests of missing steps. */
  readonly without?: readonly JourneyStep[];
  /**
   * Uploads the photos and proves the phone by calls, for tests of these; otherwise only their marks are set, because
   * the calls cost more than the rest of the journey.
   */
  readonly isByCalls?: boolean;
}

export type JourneyStep = 'avatar' | 'front' | 'back' | 'address' | 'delivery' | 'bank' | 'phone';

let count = 0;

/** Signs up, registers and does every application step except the confirmation. */
export async function signUpAndVerify(
  product: TestProduct,
  country: CountryCode = 'AR',
  options: JourneyOptions = {},
): Promise<Traveller> {
  const documentNumber = asChecked<DocumentNumber>(options.documentNumber ?? goodDocument(country));
  const email = `viaje-${country.toLowerCase()}-${documentNumber}@example.com`;
  const leadHash = await signUp(product, country, {
    documentNumber,
    email,
    parameter: options.parameter ?? '',
  });
  const registered = await product.call('POST /api/v3/account', {
    country,
    body: { email, hash: leadHash, option: '', terms: 1 },
  });
  const token: string = expectOk(registered).body.result.token;
  const call: Traveller['call'] = (key, more = {}) => product.call(key, { country, token, ...more });
  const offer = expectOk(await call('GET /api/v1/clients/credit-ratings')).body.result;
  const traveller = { country, token, email, documentNumber, leadHash, offer, call };
  await verify(product, traveller, options);
  return traveller;
}

/** Document of a person with a good record, different each time. */
export function goodDocument(country: CountryCode): string {
  count += 1;
  return goodRecord(country, count);
}

/** Does the steps of the application. */
export async function verify(
  product: TestProduct,
  traveller: Traveller,
  options: JourneyOptions = {},
): Promise<void> {
  const left = new Set(options.without);
  for (const [step, take] of stepsOf(product, traveller, options)) if (!left.has(step)) await take();
}

/** Creates a lead by the sign-up call. @returns its hash */
export async function signUp(
  product: TestProduct,
  country: CountryCode,
  {
    documentNumber,
    email,
    parameter,
  }: { readonly documentNumber: string; readonly email: string; readonly parameter: string },
): Promise<string> {
  const answer = await product.call('POST /vendors-api/v1/leads', {
    country,
    body: {
      first_name: 'Ana',
      last_name: 'Pérez',
      email_address: email,
      document_number: documentNumber,
      birthdate: '1990-05-17',
      country_id: 858,
      phone: phoneOf(country, documentNumber),
      whatsapp_tc: true,
      parameter,
      ...(packOf(country).asksBankAtSignup ? { bank_code: packOf(country).usualBanks[0]?.code } : {}),
    },
  });
  return expectOk(answer).body.model.hash;
}

function stepsOf(
  product: TestProduct,
  { country, call, documentNumber, email }: Traveller,
  {
    isByCalls = false,
    delivery = 'bank-transfer',
    parameter = '',
    accountNumber = parameter === '' ? undefined : `cuenta.${documentNumber}`,
  }: JourneyOptions,
): readonly (readonly [JourneyStep, () => Promise<void>])[] {
  const send = (key: CallKey, options: CallOptions) => async () => void expectOk(await call(key, options));
  const uploadAvatar = async () =>
    void expectOk(await call('POST /api/v3/upload_avatar', { form: photoForm(await photo()) }));
  const upload = (type: string) => async () =>
    void expectOk(await call('POST /api/v3/upload', { form: photoForm(await photo(), { type }) }));
  const mark = (done: Updateable<DB['customer']>) => async () => {
    await product.deps.db
      .updateTable('customer')
      .set(done)
      .where('country', '=', country)
      .where('email', '=', email)
      .execute();
  };
  const needsChoice =
    packOf(country).applicationSteps.some(({ name }) => name === 'delivery') || delivery !== 'bank-transfer';
  return [
    ['avatar', isByCalls ? uploadAvatar : mark({ avatar_verified: 1 })],
    ['front', isByCalls ? upload('front_document') : mark({ front_document_verified: 1 })],
    ['back', isByCalls ? upload('back_document') : mark({ back_document_verified: 1 })],
    ['address', send('POST /api/v3/address', { body: addressOf(country) })],
    ...(needsChoice
      ? [['delivery', send('POST /api/v3/delivery-type', { body: { deliveryType: delivery } })] as const]
      : []),
    ...(delivery === 'bank-transfer'
      ? [
          [
            'bank',
            send('POST /api/bank-accounts', { body: accountOf(country, documentNumber, accountNumber) }),
          ] as const,
        ]
      : []),
    [
      'phone',
      isByCalls
        ? () => validatePhone(product, country, call, documentNumber)
        : mark({ contact_data_verified: 1, phone_proved_at: product.deps.clock.now() }),
    ],
  ];
}

function addressOf(country: CountryCode): object {
  const house = { province_id: '1', street: 'Corrientes', street_number: '1234', floor: '-', office: '-' };
  return { ...house, city_id: '515', zipcode: SERVER_ENTRIES[country].sample.zipcode };
}

function accountOf(country: CountryCode, documentNumber: string, accountNumber?: string): object {
  const { bankId, number } = SERVER_ENTRIES[country].sample.account;
  if (!packOf(country).hasLegalNumber)
    return { bankId, bankName: banksOf(country)[bankId], accountNumber: number };
  return {
    accountNumber: accountNumber ?? number,
    holderIdentityNumber: cuitsOfDni(known(parseDni(documentNumber)))[0] ?? '',
  };
}

async function validatePhone(
  product: TestProduct,
  country: CountryCode,
  call: Traveller['call'],
  documentNumber: string,
): Promise<void> {
  const cellphone = phoneOf(country, documentNumber);
  // The inbox matches eight digits or more, and some countries' numbers are shorter without their code.
  const recipient = `${ENTRIES[country].phone.e164Prefix}${cellphone}`;
  const message = await messageOf(product, recipient, async () => {
    expectOk(await call('POST /api/v3/sendcode', { body: { cellphone } }));
  });
  const code = /^\d{4}/.exec(message.text)?.[0] ?? '';
  expectOk(await call('POST /api/v3/checkcode', { body: { code } }));
}

/** Body of `finish-new` for the offer's maximum amount. */
export function confirmationOf(
  { offer }: Pick<Traveller, 'offer'>,
  choice: { readonly membership?: boolean; readonly instalments?: number; readonly more?: object } = {},
): object {
  const { membership = false, instalments = 6, more = {} } = choice;
  const variant = membership ? offer.max_option.membership : offer.max_option.no_membership;
  return {
    deliveryPoint: '',
    accountNumber: '',
    referrer: '',
    parameter: '',
    creditStructure: { selectedId: variant.id, maxId: variant.id, installmentsQuantity: instalments },
    isMembershipIncluded: membership,
    ...more,
  };
}

/**
 * Pays out a confirmed loan at once. A worker may be a step ahead, and then the step is refused;
 * origination/confirmation/confirm.test.ts covers the worker's own pace of three seconds.
 */
export async function payout(product: TestProduct, id: string): Promise<void> {
  for (const outcome of ['ok', 'ok'])
    await product.call('POST /sandbox/loans/{id}/advance', { params: { id }, body: { outcome } });
}

/** Polls until the loan has the state, for at most `seconds`. @returns the loan */
export async function loanInState(traveller: Traveller, id: string, state: string, seconds = 15) {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const { body } = expectOk(await traveller.call('GET /api/v3/loan-new/{id}', { params: { id } }));
    if (body.result.state_slug === state) return body.result;
    if (Date.now() > deadline) throw new Error(`the loan stays in ${body.result.state_slug}, not ${state}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Sets the first password by the link of the welcome message. */
export async function setPassword(
  product: TestProduct,
  { email, country }: Traveller,
  password: string,
): Promise<void> {
  const welcome = await newestMessage(product, email, ({ text }) => text.includes('/recupero-contrasena/'));
  const token = hashIn(welcome, 'recupero-contrasena');
  expectOk(
    await product.call('POST /api/recovery', {
      country,
      body: { token, email, password, password_confirmation: password },
    }),
  );
}

function expectOk(answer: TestAnswer): TestAnswer {
  if (answer.status !== 200)
    throw new Error(`the call was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Documents to which the bureau's stand-in, which checks the last digit, grants a high limit. */
function goodRecord(country: CountryCode, index: number): string {
  // A last digit may be a check digit.
  for (let number = 32_000_008 + index * 100; ; number += 1) {
    const parsed = parseDocument(country, String(number));
    if (parsed.ok && !/[09]$/.test(parsed.value)) return parsed.value;
  }
}

export function phoneOf(country: CountryCode, documentNumber: string): string {
  const tail = documentNumber.slice(-6);
  return (
    SERVER_ENTRIES[country].sample.phone.slice(0, packOf(country).maxLengthCellPhone - tail.length) + tail
  );
}
