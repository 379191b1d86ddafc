import { useEffect, useRef } from 'react';

/** Calls back when the browser restores this page from its cache: the content may be long out of date. */
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
