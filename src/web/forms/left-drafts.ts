import { deviceStorage, readObject, tabStorage, writeObject } from '../storage.ts';
import { draftKeys, leftDraftsKey, ownerOf } from './drafts.ts';

/** Lifetime of a login link, milliseconds: a later login finds nothing. */
const keptMs = 3 * 3_600_000;

/**
 * Leaves the drafts that are named after their customer on the device when the session ends: the login link
 * may open in another tab, and the last input has not reached the server.
 */
export function leaveDrafts(nowMs: number): void {
  const owned = draftKeys().filter((key) => ownerOf(key) !== '');
  const drafts = Object.fromEntries(owned.map((key) => [key, readObject(tabStorage, key)]));
  if (owned.length > 0) writeObject(deviceStorage, leftDraftsKey, { atMs: nowMs, drafts });
}

/**
 * Takes the customer's own drafts into the tab of the login. Those of another customer are forgotten, here and
 * on the device. @param owner hash of the customer; undefined if unknown, then their names keep them apart
 */
export function takeDrafts(nowMs: number, owner: string | undefined): void {
  const isForeign = (key: string) => owner !== undefined && ownerOf(key) !== '' && ownerOf(key) !== owner;
  for (const key of draftKeys().filter(isForeign)) tabStorage.removeItem(key);
  const left = leftDrafts(nowMs);
  deviceStorage.removeItem(leftDraftsKey);
  for (const [key, draft] of Object.entries(left))
    if (!isForeign(key) && tabStorage.getItem(key) === null) writeObject(tabStorage, key, Object(draft));
}

/** Forgets drafts after their time. */
export function forgetStaleDrafts(nowMs: number): void {
  if (Object.keys(leftDrafts(nowMs)).length === 0) deviceStorage.removeItem(leftDraftsKey);
}

function leftDrafts(nowMs: number): object {
  const left = readObject(deviceStorage, leftDraftsKey);
  const ageMs = nowMs - Number(left?.['atMs']);
  const drafts = left?.['drafts'];
  return ageMs >= 0 && ageMs < keptMs && typeof drafts === 'object' && drafts !== null ? drafts : {};
}
