import { isOn } from '../../../countries/switch-value.ts';
import type { OutputOf } from '../../../contract/contract.ts';
import { withBrand } from '../../../countries/branding.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import {
  PAYMENT_DISPLAYS,
  PAYMENT_METHODS,
  type PaymentDisplay,
  type PaymentMethod,
} from '../../../countries/payment-methods.ts';
import { readSetting, readSettingsOf } from '../../content/service.ts';
import { toUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { mostInBarcode } from './coupons/coupon-barcode.ts';

type MethodAnswer = OutputOf<'GET /api/v3/cashin/payment/availables'>['result'][number];
type Configured = Pick<Dependencies, 'config'>;
type Stored = Pick<Dependencies, 'db'>;

const displaySettings = PAYMENT_DISPLAYS.map((part) => `payment-display-${part}` as const);

/** The methods that a country offers now, in the order shown, with what of them is shown (settings). */
export async function methodAnswers(
  { config, db }: Configured & Stored,
  country: CountryCode,
): Promise<MethodAnswer[]> {
  const settings = await readSettingsOf(db, country, ['payment-methods', ...displaySettings]);
  const isShown = (part: PaymentDisplay) => isOn(settings[`payment-display-${part}`]);
  return offeredAmong(country, settings['payment-methods']).map((method) => ({
    slug: method.slug,
    name: method.name,
    info: method.info,
    css: `payment-${method.slug}`,
    logo: `/logos/${method.slug}.svg`,
    on_line: method.kind === 'card' || method.kind === 'wallet',
    extra: method.extra,
    url: method.url,
    bank: bankAnswer({ config }, method),
    max_amount: mostOf(method),
    display: method.display.filter(isShown),
  }));
}

/** A method of the country by slug, whether it is offered now or was when somebody chose it. */
export function methodOf(country: CountryCode, slug: string): PaymentMethod | undefined {
  return PAYMENT_METHODS[country].find((method) => method.slug === slug);
}

/** A method that can be chosen now. */
export async function offeredMethod(
  { db }: Stored,
  country: CountryCode,
  slug: string,
): Promise<PaymentMethod | undefined> {
  const offered = await readSetting(db, country, 'payment-methods');
  return offeredAmong(country, offered).find((method) => method.slug === slug);
}

/** Those of the setting, in its order; a slug that the country does not have is left out. */
function offeredAmong(country: CountryCode, setting: string): PaymentMethod[] {
  const slugs = new Set(setting.split(',').map((slug) => slug.trim()));
  return [...slugs].flatMap((slug) => methodOf(country, slug) ?? []);
}

function mostOf(method: PaymentMethod): number | null {
  const most = method.kind === 'coupon' ? mostInBarcode(method.barcode) : undefined;
  return most === undefined ? null : toUnits(most);
}

/** Where a transfer goes to; null for any other method. */
export function bankAnswer({ config }: Configured, method: PaymentMethod): MethodAnswer['bank'] {
  if (method.kind !== 'transfer') return null;
  const { account } = method;
  return {
    entity_name: account.entityName,
    account_number: account.accountNumber,
    cbu: account.cbu,
    account_holder: withBrand(account.holder, config.BRAND),
    legal_number: account.legalNumber,
  };
}
