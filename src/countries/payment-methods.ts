import { BANKING_ENTRIES } from './banking-entries.ts';
import type { CountryCode } from './countries.ts';
import type { PaymentMethod } from './payment-method.ts';

/** Payment methods of a country, in display order. */
export function paymentMethodsOf(code: CountryCode): readonly PaymentMethod[] {
  return BANKING_ENTRIES[code].paymentMethods;
}

/** Days that a payment's amount stays valid: for instalments not yet due, and for overdue ones. */
export const PAYMENT_HOLDS_DAYS = { notYetDue: 10, overdue: 3 } as const;

export interface OfferedMethod {
  readonly slug: string;
  /** Maximum amount per payment, currency units; undefined for the method's own limit. */
  readonly most?: number;
}

/** Parses `rapipago:50000,bank-transfer`: methods in display order, each with an optional limit. */
export function readMethods(setting: string): OfferedMethod[] {
  return setting.split(',').flatMap((part) => {
    const [slug = '', most] = part.trim().split(':');
    if (slug === '') return [];
    return [
      most === undefined ? { slug } : { slug, most: /^\d{1,9}$/.test(most) ? Number(most) : Number.NaN },
    ];
  });
}
