import { deviceStorage, readObject, tabStorage, writeObject } from '../storage.ts';
import { draftPrefix, leftDraftsKey } from './drafts.ts';

/** Lifetime of a login link, milliseconds: a later login finds nothing. */
const keptMs = 3 * 3_600_000;

/**
 * Leaves the drafts that are named after their customer on the device when the session ends: the login link
 * may open in another tab, and the last input has not reached the server.
 */
export function leaveDrafts(nowMs: number): void {
  const owned = Object.keys(sessionStorage).filter(
    (key) => key.startsWith(draftPrefix) && key.slice(draftPrefix.length).includes('.'),
  );
  const drafts = Object.fromEntries(owned.map((key) => [key, readObject(tabStorage, key)]));
  if (owned.length > 0) writeObject(deviceStorage, leftDraftsKey, { atMs: nowMs, drafts });
}

/** Takes them into the tab of the login; their names keep them from any other customer. */
export function takeDrafts(nowMs: number): void {
  const left = readObject(deviceStorage, leftDraftsKey);
  deviceStorage.removeItem(leftDraftsKey);
  const ageMs = nowMs - Number(left?.['atMs']);
  const drafts = left?.['drafts'];
  if (!(ageMs >= 0 && ageMs < keptMs) || typeof drafts !== 'object' || drafts === null) return;
  for (const [key, draft] of Object.entries(drafts))
    if (tabStorage.getItem(key) === null) writeObject(tabStorage, key, Object(draft));
}
