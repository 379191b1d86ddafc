import { paths } from '../../contract/paths.ts';
import { byCountry, type CountryCode } from '../../countries/countries.ts';
import { packOf } from '../../countries/index.ts';
import { localDate } from '../../countries/local-time.ts';
import { PAYMENT_DISPLAYS, PAYMENT_METHODS, type PaymentDisplay } from '../../countries/payment-methods.ts';
import { REFERRAL } from '../../countries/promotions.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Config } from '../platform/config.ts';
import type { Queryable } from '../platform/database.ts';
import { prepared } from '../platform/statements.ts';
import { arePayOutsWaiting, payOutControl } from './pay-out-control.ts';

/** One environment setting: what it is for, and what it is until somebody changes it. */
export interface SettingDefinition {
  readonly describes: string;
  readonly default: string | Readonly<Record<CountryCode, string>>;
}

const supportPhone = byCountry((code) => SERVER_ENTRIES[code].settings.supportPhone);
/** Only a country of the programme has its dates and reward. */
const referral = (value: string, none: string) =>
  byCountry((code) => (REFERRAL.countries.includes(code) ? value : none));

/**
 * The environment settings (docs/product/shell.md#environment-settings): rows of the table `setting`, read on
 * every call, so a changed row is effective at once. Everything here is public. A switch is on with
 * '1', 'on', 'true' or 'si'. A WhatsApp contact is a phone number in digits or a whole address; empty
 * hides its button. Placeholders of messages: docs/product/shell.md#message-templates.
 */
export const SETTINGS = {
  channel: { describes: "How people are answered: 'whatsapp' or 'chat'.", default: 'whatsapp' },
  'chat-autostart': { describes: 'Switch: the chat opens by itself after 8 seconds.', default: 'off' },
  'chat-url': { describes: 'Address of the chat page; empty shows none.', default: '' },
  'whatsapp-out-of-office': { describes: 'Switch: hides chat and WhatsApp everywhere.', default: 'off' },
  'whatsapp-origination-out-of-office': {
    describes: 'Switch: hides chat and WhatsApp while somebody applies for a loan.',
    default: 'off',
  },
  'whatsapp-origination-lead': {
    describes: 'WhatsApp contact on the offer of a lead.',
    default: supportPhone,
  },
  'whatsapp-origination': { describes: 'WhatsApp contact while a customer applies.', default: supportPhone },
  'whatsapp-origination-loan-pending': {
    describes: 'WhatsApp contact while a loan is being checked or paid out.',
    default: supportPhone,
  },
  'whatsapp-onboarding-top': {
    describes:
      'Seconds until the WhatsApp button of the application appears; 0 disables it, no number means 120.',
    default: '120',
  },
  'whatsapp-support': { describes: 'WhatsApp contact of support.', default: supportPhone },
  'whatsapp-autogestion': { describes: 'WhatsApp contact of the self-service area.', default: supportPhone },
  'whatsapp-origination-lead-message': {
    describes: 'Message that the WhatsApp button of a lead prepares.',
    default:
      'Hola, soy {first_name}. Quiero continuar con mi préstamo de {option_amount}. Mi código es {hash}.',
  },
  'whatsapp-origination-message': {
    describes: 'Message that the WhatsApp button of the application prepares.',
    default: 'Hola, soy {first_name}, documento {document_number}. Estoy en {page_name} y necesito ayuda.',
  },
  'whatsapp-origination-loan-pending-message': {
    describes: 'Message about a loan on its way.',
    default: 'Hola, soy {client}. Consulto por mi préstamo {loan_id} de {amount}.',
  },
  'whatsapp-support-message': {
    describes: 'Message to support.',
    default: 'Hola, necesito ayuda con mi préstamo.',
  },
  'whatsapp-autogestion-message': {
    describes: 'Message from the self-service area.',
    default: 'Hola, soy {first_name}, documento {document_number}. Necesito ayuda con mi cuenta.',
  },
  'share-message': {
    describes: 'Message with which a customer invites somebody.',
    default: '¡Hola! Soy {first_name} y te invito a pedir tu préstamo online: {referral_link}',
  },
  'referral-from': {
    describes: 'First day of the referral programme, YYYY-MM-DD; empty: there is none.',
    default: referral(REFERRAL.from, ''),
  },
  'referral-to': {
    describes: 'Last day of the referral programme, YYYY-MM-DD.',
    default: referral(REFERRAL.to, ''),
  },
  'referral-reward': {
    describes: 'Reward of the referrer and of the referee each, currency units.',
    default: byCountry((code) =>
      REFERRAL.countries.includes(code) ? String(packOf(code).amounts.referralReward) : '0',
    ),
  },
  'whatsapp-open-force-error-count': {
    describes: 'Rejected bank accounts or cards after which a help panel opens.',
    default: '1',
  },
  'contact-form': { describes: 'Address of a contact form; empty uses the suggestions dialog.', default: '' },
  'landing-page-url': {
    describes: "The product's landing site; empty or '/' where there is none, then nothing leads to it.",
    default: '/',
  },
  'recovery-url': { describes: 'Page that recovers a password.', default: paths.login({ reset: '1' }) },
  'self-service-url': {
    describes: 'Self-service site; {document_number} is replaced.',
    default: `${paths.balance('')}{document_number}`,
  },
  'renewal-url': {
    describes: 'Where customers who finished a loan ask for the next.',
    default: paths.offer(),
  },
  'help-url': {
    describes: 'Help centre; the default is none: the help panel takes its place.',
    default: `${paths.signup()}#ayuda`,
  },
  'credit-report-url': {
    describes: 'Where people see their own credit report; empty shows no link.',
    default: byCountry((code) => packOf(code).creditReport.link.defaultUrl),
  },
  'selfie-help-url': {
    describes: 'How to take the selfie with the document; empty shows a dialog with a drawing.',
    default: '',
  },
  'regulator-url': { describes: "The regulator's page for users.", default: linkOf('regulator-url') },
  'consumer-defence-url': { describes: 'Consumer defence.', default: linkOf('consumer-defence-url') },
  'data-protection-url': { describes: 'Data protection authority.', default: linkOf('data-protection-url') },
  'membership-price': {
    describes: 'Price of the membership, currency units.',
    default: byCountry((code) => String(packOf(code).membership.price)),
  },
  'zero-rate-advance-limit': {
    describes: 'Largest advance at zero rate for members, currency units.',
    default: byCountry((code) => String(SERVER_ENTRIES[code].settings.zeroRateAdvanceLimit)),
  },
  'loan-withdrawal': {
    describes: 'Switch: the withdrawal button also on the balance page (it is always in the footer).',
    default: 'on',
  },
  'payment-methods': {
    describes: 'Payment methods offered, by slug in the order shown, comma-separated; empty offers none.',
    default: byCountry(methodSlugs),
  },
  'payment-video-url': {
    describes:
      "The payment dialog's video: a file of this site plays there, any other address opens in a new tab; empty plays ours.",
    default: '',
  },
  ...paymentDisplaySettings(),
  'delay-notice': {
    describes:
      "The notice that credits take days: 'balance' on the balance only, on everywhere, off nowhere.",
    default: 'balance',
  },
} as const satisfies Record<string, SettingDefinition>;

export type SettingName = keyof typeof SETTINGS;

function methodSlugs(country: CountryCode): string {
  return PAYMENT_METHODS[country]
    .filter(({ isOptional }) => isOptional !== true)
    .map(({ slug }) => slug)
    .join(',');
}

type PaymentDisplaySetting = `payment-display-${PaymentDisplay}`;

/**
 * The display switches of the payment dialog; each counts for all methods that have such a part
 * (docs/product/payments.md#methods).
 */
function paymentDisplaySettings(): Record<PaymentDisplaySetting, SettingDefinition> {
  const entries = PAYMENT_DISPLAYS.map((part): [PaymentDisplaySetting, SettingDefinition] => [
    `payment-display-${part}`,
    { describes: `Switch: the payment dialog shows '${part}' of the methods that have it.`, default: 'on' },
  ]);
  return Object.fromEntries(entries) as Record<PaymentDisplaySetting, SettingDefinition>;
}

/** The address that the country's footer has for a link until it is set otherwise. */
function linkOf(settingKey: string): Readonly<Record<CountryCode, string>> {
  return byCountry(
    (code) => packOf(code).footer.links.find((link) => link.settingKey === settingKey)?.defaultUrl ?? '',
  );
}

/** What every setting of a country is until it is changed. */
export function defaultSettings(country: CountryCode): Readonly<Record<SettingName, string>> {
  const entries = Object.entries<SettingDefinition>(SETTINGS).map(([name, { default: value }]) => [
    name,
    typeof value === 'string' ? value : value[country],
  ]);
  return Object.fromEntries(entries) as Record<SettingName, string>;
}

const valueOf = prepared((db, country: CountryCode, name: SettingName) =>
  db.selectFrom('setting').select('value').where('country', '=', country).where('name', '=', name),
);

/** A setting of a country, as it is now. */
export async function readSetting(db: Queryable, country: CountryCode, name: SettingName): Promise<string> {
  const [row] = await valueOf.run(db, country, name);
  return row?.value ?? defaultSettings(country)[name];
}

/** Several settings of a country, as they are now, in one question. */
export async function readSettingsOf<Name extends SettingName>(
  db: Queryable,
  country: CountryCode,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const rows = await db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('country', '=', country)
    .where('name', 'in', names)
    .execute();
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const defaults = defaultSettings(country);
  const entries = names.map((name) => [name, stored.get(name) ?? defaults[name]]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** All settings of a country as they are now, and the public part of the process's configuration. */
export async function readSettings(
  { db, config, clock }: Pick<Dependencies, 'db' | 'config' | 'clock'>,
  country: CountryCode,
): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('country', '=', country)
    .execute();
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  const now = clock.now();
  const isWaiting = arePayOutsWaiting(await payOutControl(db, country), country, now);
  return {
    ...defaultSettings(country),
    ...stored,
    ...publicConfig(config),
    // Promotions and arrival dates follow the business clock, not the clock of a visitor's device.
    today: localDate(now, country),
    now: now.toISOString(),
    // No day is promised while what is confirmed now has to wait.
    'pay-outs': isWaiting ? 'waiting' : 'on',
  };
}

/** What the browser must know of the configuration; never a secret. */
function publicConfig(config: Config): Record<string, string> {
  const tokenises = !config.SANDBOX && config.PAYWAY_PUBLIC_KEY !== undefined;
  return {
    brand: config.BRAND,
    sandbox: config.SANDBOX ? 'on' : 'off',
    'google-client-id': config.GOOGLE_CLIENT_ID ?? '',
    'facebook-app-id': config.FACEBOOK_APP_ID ?? '',
    'chatwoot-base-url': config.CHATWOOT_BASE_URL ?? '',
    'chatwoot-website-token': config.CHATWOOT_WEBSITE_TOKEN ?? '',
    'card-gateway-url': tokenises ? config.PAYWAY_BASE_URL : '',
    'card-gateway-public-key': tokenises ? (config.PAYWAY_PUBLIC_KEY ?? '') : '',
  };
}
