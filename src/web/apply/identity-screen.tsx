import { ScreenSkeleton } from '../shell/screen.tsx';

export function IdentityScreen() {
  return <ScreenSkeleton />;
}
