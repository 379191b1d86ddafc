/** Spaces, dots, slashes and hyphens of any kind, with which people and keyboards group digits. */
const GROUPING = /[\s./()+\-\u2010-\u2015\u2212]/g;

/** A number without the marks between its groups; any other character stays, so that a rule can refuse it. */
export function ungrouped(input: string): string {
  return input.replaceAll(GROUPING, '');
}
