import { ScreenSkeleton } from '../shell/screen.tsx';

export function LoginScreen() {
  return <ScreenSkeleton />;
}
