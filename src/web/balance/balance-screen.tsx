import { ScreenSkeleton } from '../shell/screen.tsx';

export default function BalanceScreen() {
  return <ScreenSkeleton />;
}
