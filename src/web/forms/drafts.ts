import { deviceStorage, tabStorage } from '../storage.ts';

const draftPrefix = 'cuota.draft.';
/** Storage key of drafts that an ended session left on the device. */
export const leftDraftsKey = 'cuota.drafts';

/** Storage key of a form's draft in this tab. */
export const draftKey = (name: string): string => `${draftPrefix}${name}`;

/** Draft name of one customer's form, so that the next one on the device does not find it; a visitor's without. */
export const draftOf = (name: string, profile: { readonly hash: string } | undefined): string =>
  profile ? `${name}.${profile.hash}` : name;

/** True if both names belong to one person, who began the draft before the profile arrived. */
export const isDraftOfSamePerson = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && now.startsWith(`${before}.`);

/** Hash of the customer that a draft's storage key names; '' for a visitor's. */
export function ownerOf(key: string): string {
  const dot = key.indexOf('.', draftPrefix.length);
  return dot < 0 ? '' : key.slice(dot + 1);
}

/** Storage keys of the drafts in this tab; none where the browser refuses storage. */
export const draftKeys = (): string[] => Object.keys(tabStorage).filter((key) => key.startsWith(draftPrefix));

/** Forgets everything typed here: the next person may be another one. */
export function clearDrafts(): void {
  deviceStorage.removeItem(leftDraftsKey);
  for (const key of draftKeys()) tabStorage.removeItem(key);
}
