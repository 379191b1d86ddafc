import { ownPath } from '../../contract/access/own-path.ts';
import { tabStorage } from '../storage.ts';

const storageKey = 'cuota.return-to';
const reasonKey = 'cuota.return-why';

/**
 * Reason for a login: a private page requested without a session, a session that ended on one, or a profile that could
 * not be loaded, which ends the session.
 */
export type ReturnReason = 'asked' | 'ended' | 'failed';

/** Stores, for this tab, the private page that a login leads to. */
export function storeReturn(path: string, reason: ReturnReason): void {
  tabStorage.setItem(storageKey, path);
  tabStorage.setItem(reasonKey, reason);
}

/** That page; null where none was asked for. */
export function keptReturn(): string | null {
  return ownPath(tabStorage.getItem(storageKey));
}

/** Reason for the login that leads to that page; null where there is no such page. */
export function keptReason(): ReturnReason | null {
  if (keptReturn() === null) return null;
  const reason = tabStorage.getItem(reasonKey);
  return reason === 'ended' || reason === 'failed' ? reason : 'asked';
}

/** The private page with the latest guard to start. */
let guarded: string | null = null;
/**
 * The page that a guard has admitted: its session may end while it is shown, without a link asking for a
 * login.
 */
let admitted: string | null = null;

export function noteGuarded(key: string): void {
  guarded = key;
}

export function noteAdmitted(key: string): void {
  admitted = key;
}

export function wasAdmitted(key: string): boolean {
  return key === admitted;
}

/** True if this visit has shown a private page. */
export function hasAdmitted(): boolean {
  return admitted !== null;
}

/** A logout leaves no address behind, also where its page was still being loaded and the guard answers later. */
export function leavePrivatePage(): void {
  admitted = guarded;
  forgetReturn();
}

/** Cleared after a login or logout. */
export function forgetReturn(): void {
  tabStorage.removeItem(storageKey);
  tabStorage.removeItem(reasonKey);
}
