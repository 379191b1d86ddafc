import { ScreenSkeleton } from '../shell/screen.tsx';

export function AutoLoginScreen() {
  return <ScreenSkeleton />;
}
