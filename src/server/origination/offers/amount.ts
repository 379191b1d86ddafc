import { fromUnits, type Centavos } from '../../../domain/money.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';

/** Range of an offer in centavos, and its step in currency units. */
interface AmountRange {
  readonly minAmount: Centavos;
  readonly maxAmount: Centavos;
  readonly step: number;
}

/**
 * Parses the amount in a path or id, in whole currency units, and checks that the offer includes it
 * (docs/product/offer.md#amounts).
 */
export function offeredAmount(text: string, { minAmount, maxAmount, step }: AmountRange): Result<Centavos> {
  if (!/^-?\d{1,20}$/.test(text)) return fail('amount_step');
  const units = Number(text);
  if (units * 100 < minAmount) return fail('amount_too_low');
  if (units * 100 > maxAmount) return fail('amount_too_high');
  return units % step === 0 ? ok(fromUnits(units)) : fail('amount_step');
}
