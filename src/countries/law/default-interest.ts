import {
  type Decimal,
  multiply,
  parseRational,
  rational,
  type Rational,
  toDecimalText,
} from '../../domain/rate.ts';
import type { DefaultInterestLaw } from './country-law.ts';

/**
 * Ceiling of default rates derived from the ordinary ceiling, a TEA; cut to hundredths of a percent, as
 * ceilings are published.
 */
export function derivedDefaultCeiling(law: DefaultInterestLaw, ordinaryCeiling: Decimal): string {
  const { ordinaryOverMean, defaultOverMean } = law;
  const over = multiply(parseRational(defaultOverMean), inverse(parseRational(ordinaryOverMean)));
  return toDecimalText(multiply(parseRational(ordinaryCeiling), over), 4);
}

function inverse({ num, den }: Rational): Rational {
  return rational(den, num);
}
