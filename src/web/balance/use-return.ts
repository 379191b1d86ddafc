import { useEffect, useRef } from 'react';

/** Calls back when the browser brings this very page back from its memory: what it shows may be long past. */
export function useReturn(onReturn: () => void): void {
  const latest = useRef(onReturn);
  useEffect(() => {
    latest.current = onReturn;
  });
  useEffect(() => {
    const come = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current();
    };
    addEventListener('pageshow', come);
    return () => removeEventListener('pageshow', come);
  }, []);
}
