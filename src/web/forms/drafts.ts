import { deviceStorage, readObject, tabStorage, writeObject } from '../storage.ts';

const prefix = 'cuota.draft.';
/** Storage key of drafts handed over to other tabs of this device. */
const handedOverKey = 'cuota.drafts';
/** Lifetime of a login link, milliseconds: until then the draft may be asked for. */
const handedOverMs = 3 * 3_600_000;

/** Storage key of a form's draft in this tab. */
export const draftKey = (name: string): string => `${prefix}${name}`;

function tabDrafts(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  } catch {
    // A mode that refuses storage has kept nothing beyond this page.
    return [];
  }
}

/**
 * Keeps the drafts that are named after their customer on the device when the session ends: the login link may open in
 * another tab, and what was typed last has not reached the server.
 */
export function handOverDrafts(nowMs: number): void {
  const owned = tabDrafts().filter((key) => key.slice(prefix.length).includes('.'));
  if (owned.length === 0) return;
  const drafts = Object.fromEntries(owned.map((key) => [key, readObject(tabStorage, key)]));
  writeObject(deviceStorage, handedOverKey, { atMs: nowMs, drafts });
}

/** Stored input of a form: this tab's, else the one that an ended session handed over. */
export function readDraft(name: string, nowMs: number): Record<string, unknown> | null {
  return readObject(tabStorage, draftKey(name)) ?? (handedOver(nowMs)[draftKey(name)] || null);
}

function handedOver(nowMs: number): Record<string, Record<string, unknown> | undefined> {
  const kept = readObject(deviceStorage, handedOverKey);
  if (kept === null) return {};
  const ageMs = nowMs - Number(kept['atMs']);
  if (ageMs >= 0 && ageMs < handedOverMs)
    return (kept['drafts'] ?? {}) as Record<string, Record<string, unknown>>;
  deviceStorage.removeItem(handedOverKey);
  return {};
}

/** Deletes a form's draft once it is sent. */
export function forgetDraft(name: string): void {
  tabStorage.removeItem(draftKey(name));
  const kept = readObject(deviceStorage, handedOverKey);
  const drafts = kept?.['drafts'];
  if (typeof drafts !== 'object' || drafts === null || !(draftKey(name) in drafts)) return;
  writeObject(deviceStorage, handedOverKey, { ...kept, drafts: { ...drafts, [draftKey(name)]: undefined } });
}

/** Forgets everything typed on this device: the next person may be another one. */
export function clearDrafts(): void {
  for (const key of tabDrafts()) tabStorage.removeItem(key);
  deviceStorage.removeItem(handedOverKey);
}
