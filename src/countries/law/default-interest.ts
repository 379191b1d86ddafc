import {
  type Decimal,
  multiply,
  parseRational,
  rational,
  type Rational,
  toDecimalText,
} from '../../domain/rate.ts';
import type { CountryCode } from '../countries.ts';

/** Legal limits of default interest in addition to the note's. */
export interface DefaultInterestLaw {
  /** Ceilings of ordinary and of default rates, each as a multiple of the central bank's mean. */
  readonly ordinaryOverMean: Decimal;
  readonly defaultOverMean: Decimal;
  /** Months after each due date with which default interest ends. */
  readonly endsAfterMonths: number;
  /** Authority, and what of it counsel has to confirm (docs/decisions/0124-uruguays-default-interest.md). */
  readonly rule: string;
  readonly unconfirmed: string;
}

export const DEFAULT_INTEREST_LAW: Readonly<Record<CountryCode, DefaultInterestLaw | null>> = {
  AR: null,
  UY: {
    ordinaryOverMean: '1.55',
    defaultOverMean: '1.80',
    endsAfterMonths: 24,
    rule: 'Ley 18.212: art. 11 (topes sobre la media del BCU, créditos menores a 2.000.000 UI) y art. 20 (créditos menores a 20.000 UI: la mora corre hasta 24 meses desde cada vencimiento, salvo demanda).',
    unconfirmed:
      'Both multiples of art. 11; that the ceiling in force at the agreement holds for the whole loan; that credit, not capital owed, is measured against 20,000 UI.',
  },
};

/**
 * The ceiling of default rates that follows from that of ordinary rates, a TEA; cut to hundredths of a percent, as
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
