import { useEffect } from 'react';
import { ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';

/** Goes on to another screen without a step back to this one; meanwhile a picture of what comes. */
export function Forward({ to }: { to: string }) {
  const go = useGo();
  useEffect(() => go.replace(to), [go, to]);
  return <ScreenSkeleton shapes={['money', 'line', 'line', 'line', 'button']} />;
}
