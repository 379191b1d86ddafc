import { BANKING_ENTRIES } from './banking-entries.ts';
import type { CountryCode } from './countries.ts';
import type { PaymentMethod } from './payment-method.ts';

/** Payment methods of a country, in display order. */
export function paymentMethodsOf(code: CountryCode): readonly PaymentMethod[] {
  return BANKING_ENTRIES[code].paymentMethods;
}

/** Validity of a payment's amount, days: for instalments not yet due, and for overdue ones. */
export const PAYMENT_HOLDS_DAYS = { notYetDue: 10, overdue: 3 } as const;

/** A method as the setting `payment-methods` offers it. */
export interface OfferedMethod {
  readonly slug: string;
  /** The most that is paid by it at once, currency units; undefined for what the method itself takes. */
  readonly most?: number;
}

/** Reads `rapipago:50000,bank-transfer`: the order shown, each with its limit where it has one. */
export function readMethods(setting: string): OfferedMethod[] {
  return setting.split(',').flatMap((part) => {
    const [slug = '', most] = part.trim().split(':');
    if (slug === '') return [];
    return [
      most === undefined ? { slug } : { slug, most: /^\d{1,9}$/.test(most) ? Number(most) : Number.NaN },
    ];
  });
}
