import { ScreenSkeleton } from '../shell/screen.tsx';

export function AccountScreen() {
  return <ScreenSkeleton />;
}
