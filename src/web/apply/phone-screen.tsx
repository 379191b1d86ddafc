import { ScreenSkeleton } from '../shell/screen.tsx';

export function PhoneScreen() {
  return <ScreenSkeleton />;
}
