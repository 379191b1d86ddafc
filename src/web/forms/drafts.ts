import { deviceStorage, tabStorage } from '../storage.ts';

export const draftPrefix = 'cuota.draft.';
/** Storage key of drafts that an ended session left on the device. */
export const leftDraftsKey = 'cuota.drafts';

/** Storage key of a form's draft in this tab. */
export const draftKey = (name: string): string => `${draftPrefix}${name}`;

/** Forgets everything typed here: the next person may be another one. */
export function clearDrafts(): void {
  deviceStorage.removeItem(leftDraftsKey);
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(draftPrefix)) tabStorage.removeItem(key);
  } catch {
    // A mode that refuses storage has kept nothing beyond this page.
  }
}
