import { useEffect, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { usePathParam } from '../shell/route-values.ts';
import { tabStorage } from '../storage.ts';
import { hideSecret } from './hide-secret.ts';

const key = 'cuota.recovery';
/** Replaces the secret in the address bar. */
const hidden = 'link';

/** The token of a recovery link. It leaves the address bar at once; the tab keeps it for a reload. */
export function useRecoveryToken(): { token: string; forget: () => void } {
  const hash = usePathParam('hash');
  const [token] = useState(() => (hash === hidden ? (tabStorage.getItem(key) ?? '') : hash));
  useEffect(() => {
    if (hash === hidden) return;
    tabStorage.setItem(key, hash);
    hideSecret(paths.passwordReset(hidden));
  }, [hash]);
  return { token, forget: () => tabStorage.removeItem(key) };
}
