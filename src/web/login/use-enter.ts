import { useCallback } from 'react';
import type { Profile } from '../profile.ts';
import type { Session } from '../session.ts';
import { useGo } from '../shell/use-go.ts';
import { enter } from './enter.ts';

/** Enters with a new session and goes to a path of this site or the address of another; no step leads back. */
export function useEnter() {
  const go = useGo();
  return useCallback(
    async (session: Session, profile: Profile | null, destination: string) => {
      await enter(session, profile);
      if (destination.startsWith('/')) go.replace(destination);
      else location.replace(destination);
    },
    [go],
  );
}
