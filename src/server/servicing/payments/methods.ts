import { isOn } from '../../../countries/switch-value.ts';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import {
  PAYMENT_DISPLAYS,
  type PaymentDisplay,
  type PaymentMethod,
} from '../../../countries/payment-method.ts';
import { paymentMethodsOf, readMethods } from '../../../countries/payment-methods.ts';
import { readSetting, readSettingsOf } from '../../content/service.ts';
import { fromUnits, smaller, toUnits, ZERO, type Centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { mostInBarcode } from './coupons/coupon-barcode.ts';

type MethodAnswer = OutputOf<'GET /api/v3/cashin/payment/availables'>['result'][number];
type Configured = Pick<Dependencies, 'config'>;
type Stored = Pick<Dependencies, 'db'>;

const displaySettings = PAYMENT_DISPLAYS.map((part) => `payment-display-${part}` as const);

/** Payment methods that a country offers now, in display order, with their displayed data (settings). */
export async function methodAnswers(
  { config, db }: Configured & Stored,
  country: CountryCode,
): Promise<MethodAnswer[]> {
  const settings = await readSettingsOf(db, country, ['payment-methods', ...displaySettings]);
  const isShown = (part: PaymentDisplay) => isOn(settings[`payment-display-${part}`]);
  return offeredAmong(country, settings['payment-methods']).map(({ method, most }) => ({
    slug: method.slug,
    name: method.name,
    info: method.info,
    css: `payment-${method.slug}`,
    logo: `/logos/${method.slug}.svg`,
    on_line: method.kind === 'card' || method.kind === 'wallet',
    extra: method.extra,
    url: method.url,
    bank: bankAnswer({ config }, country, method),
    max_amount: most === undefined ? null : toUnits(most),
    display: method.display.filter(isShown),
  }));
}

/** Payment method of the country by slug, including methods no longer offered. */
export function methodOf(country: CountryCode, slug: string): PaymentMethod | undefined {
  return paymentMethodsOf(country).find((method) => method.slug === slug);
}

/** Payment method offered now, with its maximum per payment; undefined for no maximum. */
export interface ChosenMethod {
  readonly method: PaymentMethod;
  readonly most: Centavos | undefined;
}

export async function offeredMethod(
  { db }: Stored,
  country: CountryCode,
  slug: string,
): Promise<ChosenMethod | undefined> {
  const offered = await readSetting(db, country, 'payment-methods');
  return offeredAmong(country, offered).find(({ method }) => method.slug === slug);
}

/** Methods in the setting's order; slugs unknown to the country are skipped. */
function offeredAmong(country: CountryCode, setting: string): ChosenMethod[] {
  const offered = new Map(readMethods(setting).map((each) => [each.slug, each]));
  return [...offered.values()].flatMap(({ slug, most }) => {
    const method = methodOf(country, slug);
    return method ? [{ method, most: leastOf(mostOf(method), most) }] : [];
  });
}

function mostOf(method: PaymentMethod): Centavos | undefined {
  return method.kind === 'coupon' ? mostInBarcode(method.barcode) : undefined;
}

/**
 * Smaller of both limits, centavos. A setting's limit is in currency units; an unreadable one allows nothing.
 */
function leastOf(own: Centavos | undefined, set: number | undefined): Centavos | undefined {
  if (set === undefined) return own;
  const limit = Number.isNaN(set) ? ZERO : fromUnits(set);
  return own === undefined ? limit : smaller(own, limit);
}

/** Bank account for a transfer; null for other methods. */
export function bankAnswer(
  { config }: Configured,
  country: CountryCode,
  method: PaymentMethod,
): MethodAnswer['bank'] {
  if (method.kind !== 'transfer') return null;
  const { name, taxNumber } = config.lenders[country];
  const { bank, accountNumber, cbu } = config.collectionAccounts[country];
  return {
    entity_name: bank,
    account_number: accountNumber,
    cbu,
    account_holder: name,
    legal_number: taxNumber,
  };
}
