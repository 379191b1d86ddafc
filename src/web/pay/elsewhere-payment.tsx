import { useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import { ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';

/** A payment of another kind than the page: its own page knows how to go on. */
export function ElsewherePayment({ hash }: { hash: string }) {
  const go = useGo();
  useEffect(() => go.replace(paths.coupon(hash)), [go, hash]);
  return <ScreenSkeleton />;
}
