import type { BureauReport, CreditBureau } from './port.ts';

/**
 * Sandbox bureau: the report depends on the last digit of the document number (docs/product/offer.md#bureau).
 */
export function sandboxBureau(): CreditBureau {
  return {
    report: async ({ documentNumber }) => reportOfDigit(Number(documentNumber.at(-1))),
  };
}

function reportOfDigit(digit: number): BureauReport {
  const facts = { lastDigit: digit };
  switch (digit) {
    case 0:
      return { source: 'sandbox', standing: 'bad', facts };
    case 9:
      return { source: 'sandbox', standing: 'none', facts };
    default:
      return { source: 'sandbox', standing: 'good', grade: digit, facts };
  }
}
