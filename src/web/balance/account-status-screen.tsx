import { ScreenSkeleton } from '../shell/screen.tsx';

export function AccountStatusScreen() {
  return <ScreenSkeleton />;
}
