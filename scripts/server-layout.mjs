/**
 * The groups of features of src/server, from the top down: a group may call those below it, never those above
 * (docs/architecture.md#where-things-are).
 */
export const GROUPS = [
  'operations',
  'rights',
  'partners',
  'sandbox',
  'origination',
  'servicing',
  'loans',
  'customers',
  'support',
  'staff',
  'content',
  'papers',
  'messages',
  'charges',
  'integrations',
  'platform',
  'migrations',
];

/** Groups that are one feature as a whole, with the folders in them. */
const WHOLE = ['integrations', 'platform', 'migrations'];
/** Folders in a group that is one feature otherwise. */
const INNER = /\/(?:testing|page)$/;

/**
 * Calls that still run upwards. The list only shrinks: scripts/check-imports.mjs refuses one that is not here, and an
 * entry that no call needs any more.
 */
export const UPWARD = [];

/**
 * The feature that a file of src/server belongs to, such as `servicing/debits` or `loans`.
 *
 * @returns undefined for a file directly in src/server, which wires everything together
 */
export function featureOf(path) {
  const parts = path.split('/');
  if (parts[1] !== 'server' || parts.length < 4) return undefined;
  if (WHOLE.includes(parts[2])) return parts[2];
  // Deeper folders belong to the feature.
  return parts.slice(2, -1).slice(0, 2).join('/').replace(INNER, '');
}
