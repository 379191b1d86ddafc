import { ScreenSkeleton } from '../shell/screen.tsx';

export function PrivacyScreen() {
  return <ScreenSkeleton />;
}
