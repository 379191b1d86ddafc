import { ScreenSkeleton } from '../shell/screen.tsx';

export function ReferralScreen() {
  return <ScreenSkeleton />;
}
