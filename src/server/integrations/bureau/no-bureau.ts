import type { CreditBureau } from './port.ts';

/** For a country without a public bureau (Uruguay): nobody has a record, so everybody gets the smallest segment. */
export function noBureau(): CreditBureau {
  return { report: async () => ({ source: 'none', standing: 'none', facts: {} }) };
}
