import { ScreenSkeleton } from '../shell/screen.tsx';

export function BalanceScreen() {
  return <ScreenSkeleton />;
}
