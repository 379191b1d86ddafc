import type { OutputOf } from '../../contract/contract.ts';
import { withBrand } from '../../countries/branding.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../countries/payment-methods.ts';
import type { Dependencies } from '../dependencies.ts';

type MethodAnswer = OutputOf<'GET /api/v3/cashin/payment/availables'>['result'][number];
type Configured = Pick<Dependencies, 'config'>;

/** The methods of a country in the order shown. */
export function methodAnswers({ config }: Configured, country: CountryCode): MethodAnswer[] {
  return PAYMENT_METHODS[country].map((method) => ({
    slug: method.slug,
    name: method.name,
    info: method.info,
    css: `payment-${method.slug}`,
    logo: `/logos/${method.slug}.svg`,
    on_line: method.kind === 'card' || method.kind === 'wallet',
    extra: method.extra,
    url: method.url,
    bank: bankAnswer({ config }, method),
    display: [...method.display],
  }));
}

export function methodOf(country: CountryCode, slug: string): PaymentMethod | undefined {
  return PAYMENT_METHODS[country].find((method) => method.slug === slug);
}

/** Where a transfer goes to; null for any other method. */
export function bankAnswer({ config }: Configured, { account }: PaymentMethod): MethodAnswer['bank'] {
  if (account === undefined) return null;
  return {
    entity_name: account.entityName,
    account_number: account.accountNumber,
    cbu: account.cbu,
    account_holder: withBrand(account.holder, config.BRAND),
    legal_number: account.legalNumber,
  };
}
