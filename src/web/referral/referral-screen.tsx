import { ScreenSkeleton } from '../shell/screen.tsx';

export default function ReferralScreen() {
  return <ScreenSkeleton />;
}
