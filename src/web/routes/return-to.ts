import { ownPath } from '../../contract/access/own-path.ts';
import { tabStorage } from '../storage.ts';

const key = 'cuota.return-to';

/** Keeps, for this tab, the private page that somebody without a session asked for: a login leads there. */
export function keepReturn(path: string): void {
  tabStorage.setItem(key, path);
}

/** That page; null where none was asked for. */
export function keptReturn(): string | null {
  return ownPath(tabStorage.getItem(key));
}

/** Somebody has come in, or has left: it is over. */
export function forgetReturn(): void {
  tabStorage.removeItem(key);
}
