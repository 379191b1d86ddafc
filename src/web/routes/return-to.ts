import { ownPath } from '../../contract/access/own-path.ts';
import { tabStorage } from '../storage.ts';

const storageKey = 'cuota.return-to';

/** Stores, for this tab, the private page requested without a session: a login leads there. */
export function keepReturn(path: string): void {
  tabStorage.setItem(storageKey, path);
}

/** That page; null where none was asked for. */
export function keptReturn(): string | null {
  return ownPath(tabStorage.getItem(storageKey));
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

/** A logout leaves no address behind, also where its page was still being loaded and the guard answers later. */
export function leavePrivatePage(): void {
  admitted = guarded;
  forgetReturn();
}

/** Cleared after a login or logout. */
export function forgetReturn(): void {
  tabStorage.removeItem(storageKey);
}
