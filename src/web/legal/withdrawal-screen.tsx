import { ScreenSkeleton } from '../shell/screen.tsx';

export function WithdrawalScreen() {
  return <ScreenSkeleton />;
}
