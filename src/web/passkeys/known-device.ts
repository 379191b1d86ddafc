import { deviceStorage } from '../storage.ts';

/** True if a passkey was added or used on this device: only then /login offers it. It names no person. */
const key = 'passkey';

export const hasPasskey = (): boolean => deviceStorage.getItem(key) !== null;

export function rememberPasskey(): void {
  try {
    deviceStorage.setItem(key, '1');
  } catch {
    // If there is no storage, the other logins are offered.
  }
}
