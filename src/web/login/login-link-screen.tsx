import { ScreenSkeleton } from '../shell/screen.tsx';

export function LoginLinkScreen() {
  return <ScreenSkeleton />;
}
