import type { CreditBureau } from './port.ts';

/**
 * For a country without a public bureau (Uruguay): there is no record, so everybody gets the smallest
 * segment.
 */
export function noBureau(): CreditBureau {
  return { report: async () => ({ source: 'none', standing: 'none', facts: {} }) };
}
