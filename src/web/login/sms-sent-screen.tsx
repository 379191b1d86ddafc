import { ScreenSkeleton } from '../shell/screen.tsx';

export function SmsSentScreen() {
  return <ScreenSkeleton />;
}
