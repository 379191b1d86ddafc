import { tabStorage } from '../storage.ts';

const prefix = 'cuota.draft.';

/** Storage key of a form's draft in this tab. */
export const draftKey = (name: string): string => `${prefix}${name}`;

/** Forgets everything typed in this tab: the next person may be another one. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) tabStorage.removeItem(key);
  } catch {
    // A mode that refuses storage has kept nothing beyond this page.
  }
}
