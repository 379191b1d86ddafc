import { deviceStorage } from '../storage.ts';

/** Whether a passkey was added or used on this device: only then /login offers it. It names nobody. */
const key = 'passkey';

export const hasPasskey = (): boolean => deviceStorage.getItem(key) !== null;

export function rememberPasskey(): void {
  try {
    deviceStorage.setItem(key, '1');
  } catch {
    // Without it the other ways to log in are offered, as to everybody.
  }
}
