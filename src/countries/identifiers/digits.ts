/** Sum of each digit times its weight; digits beyond the weights are ignored. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** Luhn check of card numbers (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** Spaces, dots, slashes and hyphens of any kind, as people and keyboards use them to group digits. */
const GROUPING = /[\s./()+\-\u2010-\u2015\u2212]/g;

/** Removes the separators between digit groups; any other character stays, so that a rule can refuse it. */
export function ungrouped(input: string): string {
  return input.replaceAll(GROUPING, '');
}
