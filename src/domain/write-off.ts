import type { CalendarDate } from './calendar-date.ts';
import { larger, smaller, subtract, ZERO, type Centavos } from './money.ts';

/** Decision of two people that a loan's capital is lost for the lender. The borrower owes it as before. */
export type WriteOff = {
  readonly on: CalendarDate;
  /** Capital owed when it was booked. */
  readonly amount: Centavos;
  /** Capital waived before it was booked. */
  readonly waived: Centavos;
};

/** Written-off capital in three parts, which add up to the amount. */
export type Recovery = {
  readonly open: Centavos;
  readonly recovered: Centavos;
  readonly waived: Centavos;
};

/**
 * Splits written-off capital (docs/product/collections.md#write-off). A payment taken back lowers the recovery
 * first; capital owed beyond the amount is an ordinary receivable.
 * @param now capital owed and capital waived of the loan today
 */
export function recoveryOf(
  { amount, waived }: WriteOff,
  now: { readonly owed: Centavos; readonly waived: Centavos },
): Recovery {
  const open = smaller(amount, now.owed);
  const waivedSince = smaller(subtract(amount, open), larger(ZERO, subtract(now.waived, waived)));
  return { open, waived: waivedSince, recovered: subtract(subtract(amount, open), waivedSince) };
}
