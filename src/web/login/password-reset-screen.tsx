import { ScreenSkeleton } from '../shell/screen.tsx';

export function PasswordResetScreen() {
  return <ScreenSkeleton />;
}
