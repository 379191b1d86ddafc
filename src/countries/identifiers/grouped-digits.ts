/** Spaces, dots, slashes and hyphens of any kind, as people and keyboards use them to group digits. */
const GROUPING = /[\s./()+\-\u2010-\u2015\u2212]/g;

/** Removes the separators between digit groups; any other character stays, so that a rule can refuse it. */
export function ungrouped(input: string): string {
  return input.replaceAll(GROUPING, '');
}
