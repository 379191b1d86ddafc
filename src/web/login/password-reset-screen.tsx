import { ScreenSkeleton } from '../shell/screen.tsx';

export default function PasswordResetScreen() {
  return <ScreenSkeleton />;
}
