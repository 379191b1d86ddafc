import { ScreenSkeleton } from '../shell/screen.tsx';

export function SignupScreen() {
  return <ScreenSkeleton />;
}
