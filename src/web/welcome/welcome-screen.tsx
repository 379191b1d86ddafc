import { ScreenSkeleton } from '../shell/screen.tsx';

export function WelcomeScreen() {
  return <ScreenSkeleton />;
}
